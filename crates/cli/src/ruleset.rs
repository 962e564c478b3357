//! A ruleset as the user writes it.

use anyhow::{Result, bail};
use clap::Args;
use kosolver_board::quoted;
use kosolver_rules::{Ko, Ruleset, RulesetBuilder, Score, Suicide};

use crate::arguments::{List, ko_rules};
use crate::output;

/// A ruleset: named, or a ko rule and what is not as usual; single options override what is named.
#[derive(Clone, Debug, Args)]
pub struct RulesArguments {
    /// The ruleset: a preset such as tromp-taylor, fields such as "psk scoring=stones komi=1/2", a preset
    /// with fields of its own changed, or KataGo's rules; `kosolver rules list` lists presets and fields
    #[arg(long, value_name = "RULES", value_parser = NamedRuleset::of)]
    pub rules: Option<NamedRuleset>,

    /// The ko rule, or a file with a rule of your own, such as mine.ko [default without --rules: psk]
    #[arg(long, value_name = "RULE", value_parser = one_ko)]
    pub ko: Option<Ko>,

    /// Suicide rule: forbidden, multi-stone or allowed [default: forbidden]
    #[arg(long, value_name = "RULE", hide_short_help = true)]
    pub suicide: Option<Suicide>,

    /// Points subtracted from Black's score: 0, 6.5, 13/2 [default: 0]
    #[arg(long, value_name = "POINTS", allow_hyphen_values = true)]
    pub komi: Option<Score>,
}

impl RulesArguments {
    /// The ruleset. Where nothing names a ko rule it is positional superko, and standard error says so.
    ///
    /// # Errors
    /// If its fields contradict each other, with the name of what they were to override.
    pub fn ruleset(&self) -> Result<Ruleset> {
        let named = self.rules.as_ref().map(|named| named.rules).or_else(|| self.ko.map(Ruleset::new));
        let named = named.map_or_else(usual, Ok)?;
        fn with<T: Copy>(
            rules: RulesetBuilder,
            given: Option<T>,
            set: fn(RulesetBuilder, T) -> RulesetBuilder,
        ) -> RulesetBuilder {
            given.map_or(rules.clone(), |value| set(rules, value))
        }
        let mut rules = with(named.but(), self.ko, RulesetBuilder::ko);
        rules = with(rules, self.suicide, RulesetBuilder::suicide);
        rules = with(rules, self.komi, RulesetBuilder::komi);
        match (rules.build(), &self.rules) {
            (Ok(rules), _) => Ok(rules),
            (Err(error), None) => Err(error.into()),
            (Err(error), Some(named)) => bail!("--rules {} with these options: {error}", named.name),
        }
    }
}

/// The rules that are meant if none are named; says so.
pub fn usual() -> Result<Ruleset, kosolver_rules::Error> {
    let rules: Ruleset = "psk".parse()?;
    output::note(format!("no --ko given: {} (psk); others: kosolver rules", rules.ko().title()));
    Ok(rules)
}

pub fn one_ko(text: &str) -> Result<Ko, String> {
    Ko::of_argument(text).map_err(|error| match ko_rules(text) {
        Ok(List(several)) if several.len() > 1 => {
            format!("one ko rule is wanted here; `kosolver compare BOARD --ko {text}` compares several")
        }
        _ => match Ruleset::named(text) {
            Ok(_) => format!("{} is a ruleset: write --rules {text}", quoted(text)),
            Err(_) => error.to_string(),
        },
    })
}

/// A ruleset and what the user called it.
#[derive(Clone, Debug)]
pub struct NamedRuleset {
    pub name: String,
    pub rules: Ruleset,
}

impl NamedRuleset {
    /// What the user calls by this name.
    ///
    /// # Errors
    /// If it is no ruleset.
    pub fn of(text: &str) -> Result<NamedRuleset, kosolver_rules::Error> {
        Ok(NamedRuleset { name: text.to_owned(), rules: Ruleset::of_argument(text)? })
    }
}
