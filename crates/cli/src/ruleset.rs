//! A ruleset as the user writes it.

use anyhow::{Result, bail};
use clap::Args;
use kosolver_rules::{Compensation, End, Ko, Ruleset, RulesetBuilder, Score, Scoring, Suicide};

use crate::arguments::{List, ko_rules};
use crate::output;

/// A ruleset: named, or a ko rule and what is not as usual; single options override what is named.
#[derive(Clone, Debug, Args)]
pub struct RulesArguments {
    /// The ruleset: a preset such as tromp-taylor (`kosolver rules list` lists them), a text such
    /// as "ko=psk scoring=stones", or rules as KataGo names them or writes them in JSON. The
    /// options below override it
    #[arg(long, value_name = "RULES", value_parser = NamedRuleset::of)]
    pub rules: Option<NamedRuleset>,

    /// The ko rule; `kosolver rules list` lists them. Or a file with a rule of your own, such as
    /// mine.ko (docs/rule-language.md) [default without --rules: psk]
    #[arg(long, value_name = "RULE", value_parser = one_ko)]
    pub ko: Option<Ko>,

    /// Suicide rule: forbidden, multi-stone or allowed [default: forbidden]
    #[arg(long, value_name = "RULE")]
    pub suicide: Option<Suicide>,

    /// What is counted: area, stones, territory (the board as it stands, and prisoners) or
    /// equivalence (territory with pass stones, which gives the area score) [default: area]
    #[arg(long, value_name = "SCORING")]
    pub scoring: Option<Scoring>,

    /// How a game ends, if the ko rule does not say so: two-passes, agreement (four passes),
    /// no-pass or prisoner-return (whoever cannot move loses) [default: two-passes]
    #[arg(long, value_name = "END")]
    pub end: Option<End>,

    /// Whether Black loses a point if White makes the first pass of the game (Ikeda): yes or no
    /// [default: no]
    #[arg(long, value_name = "YES|NO", value_parser = kosolver_rules::yes_or_no)]
    pub ikeda: Option<bool>,

    /// Points subtracted from Black's score: 0, 6.5, 13/2 [default: 0]
    #[arg(long, value_name = "POINTS", allow_hyphen_values = true)]
    pub komi: Option<Score>,

    /// What a game without a result is worth to Black, under none and basic [default: 0]
    #[arg(long, value_name = "POINTS", allow_hyphen_values = true)]
    pub no_result: Option<Score>,

    /// How many stones Black places on the empty board, where he likes, before White's first move
    /// [default: 0]
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u8).range(..=63))]
    pub handicap: Option<u8>,

    /// Points that White gets for K handicap stones: 0, K-1 or K [default: 0]
    #[arg(long, value_name = "POINTS")]
    pub compensation: Option<Compensation>,
}

impl RulesArguments {
    /// The ruleset, with so many handicap stones on the board already. Where nothing names a ko rule it is
    /// positional superko, and standard error says so.
    ///
    /// # Errors
    /// If its fields contradict each other, with the name of what they were to override.
    pub fn ruleset(&self, placed: Option<u8>) -> Result<Ruleset> {
        let named = self.rules.as_ref().map(|named| named.rules).or_else(|| self.ko.map(Ruleset::new));
        let named = named.map_or_else(usual, Ok)?;
        let handicap = match (placed, self.handicap) {
            (Some(placed), Some(handicap)) if placed != handicap => {
                bail!("--handicap-at names {placed} point(s), but --handicap is {handicap}")
            }
            (placed, handicap) => placed.or(handicap),
        };
        fn with<T: Copy>(
            rules: RulesetBuilder,
            given: Option<T>,
            set: fn(RulesetBuilder, T) -> RulesetBuilder,
        ) -> RulesetBuilder {
            given.map_or(rules.clone(), |value| set(rules, value))
        }
        let mut rules = with(named.but(), self.ko, RulesetBuilder::ko);
        rules = with(rules, self.suicide, RulesetBuilder::suicide);
        rules = with(rules, self.scoring, RulesetBuilder::scoring);
        rules = with(rules, self.end, RulesetBuilder::end);
        rules = with(rules, self.ikeda, RulesetBuilder::ikeda);
        rules = with(rules, handicap, RulesetBuilder::handicap);
        rules = with(rules, self.compensation, RulesetBuilder::compensation);
        rules = with(rules, self.komi, RulesetBuilder::komi);
        rules = with(rules, self.no_result, RulesetBuilder::no_result);
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
    output::note(format!("{}; others: kosolver rules", rules.ko().title()));
    Ok(rules)
}

pub fn one_ko(text: &str) -> Result<Ko, String> {
    Ko::of_argument(text).map_err(|error| match ko_rules(text) {
        Ok(List(several)) if several.len() > 1 => {
            format!("one ko rule is wanted here; `kosolver compare BOARD --ko {text}` compares several")
        }
        _ => error.to_string(),
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
