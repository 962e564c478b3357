use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::Args;
use kosolver_board::visible;
use kosolver_record::referee::{Game, NamedRules, judge};
use kosolver_record::{Ko, Rules, Suicide};
use kosolver_report::{Format, fill, json, terminal_width};
use kosolver_rules::{End, Preset, Ruleset};
use kosolver_study::Column;

use crate::arguments::{List, one_record_ko, rulesets, text_or_json};
use crate::output;

#[derive(Debug, Args)]
pub struct RefereeArguments {
    /// The game in SGF, on a board up to 25x25; set-up stones and variations are read too. Of `-` it is read
    /// from standard input
    #[arg(value_name = "FILE")]
    pub file: PathBuf,

    /// Rulesets to judge by, separated by commas: presets such as aga, or texts such as "ko=psk
    /// suicide=allowed"; their ko and suicide rules are used
    #[arg(long, value_name = "LIST", value_parser = rulesets, conflicts_with_all = ["ko", "suicide"])]
    pub rules: Option<List<Column>>,

    /// Ko rules to judge by, or files with rules of your own, separated by commas [default: none, basic,
    /// psk, ssk, nssk, fixed, basic-fixed, spight, kee, kee:passer]
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_parser = one_record_ko)]
    pub ko: Option<Vec<Ko>>,

    /// Suicide rule: forbidden, multi-stone or allowed
    #[arg(long, value_name = "RULE", default_value_t = Suicide::Forbidden)]
    pub suicide: Suicide,

    /// What to print: text or json
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = text_or_json)]
    pub format: Format,
}

/// The ko rules to judge by if none are given.
const USUAL: [&str; 10] =
    ["none", "basic", "psk", "ssk", "nssk", "fixed", "basic-fixed", "spight", "kee", "kee:passer"];

/// How far in a line stands that goes on with another.
const HANGING: usize = 4;

pub fn run(arguments: &RefereeArguments) -> Result<()> {
    let rules: Result<Vec<NamedRules>> = match &arguments.rules {
        Some(list) if list.0.len() == Preset::all().len() => Ok(refereed(&list.0)),
        Some(list) => list.0.iter().map(named).collect(),
        None => {
            let kos = match &arguments.ko {
                Some(kos) => kos.clone(),
                None => USUAL.iter().map(|ko| ko.parse()).collect::<Result<_, _>>()?,
            };
            let of = |ko| Ok(NamedRules::of(Rules::of_two(ko, arguments.suicide)?));
            kos.into_iter().map(of).collect()
        }
    };
    let rules = rules?;
    let path = match arguments.file.as_os_str() == "-" {
        true => "standard input".to_owned(),
        false => output::named(&arguments.file),
    };
    let bytes =
        kosolver_record::sgf::bytes(&arguments.file).with_context(|| format!("{path} cannot be read"))?;
    let game = Game::read(&bytes).with_context(|| path.clone())?;
    let report = judge(&game, &rules).with_context(|| path)?;
    match arguments.format {
        Format::Json => output::print(&json(&report)?),
        _ => output::print(&visible_lines(&report.to_string(), terminal_width())),
    }
}

/// A text in which a terminal finds nothing to obey but the ends of lines, in lines of at most so many
/// columns; what goes on stands four columns in.
fn visible_lines(text: &str, width: u16) -> String {
    let folded = text.lines().map(|line| {
        let shown = visible(line).to_string();
        let indent = shown.len() - shown.trim_start().len();
        // The first line begins further left than the others.
        let filled = fill(&" ".repeat(HANGING), shown.trim_start(), width);
        format!("{}{}\n", &shown[..indent], filled.trim_start())
    });
    folded.collect()
}

/// Those of all presets that can be refereed; the others are named.
fn refereed(columns: &[Column]) -> Vec<NamedRules> {
    let (mut rules, mut left_out) = (Vec::new(), Vec::new());
    for column in columns {
        match named(column) {
            Ok(found) => rules.push(found),
            Err(_) => left_out.push(column.title()),
        }
    }
    if !left_out.is_empty() {
        output::tell(&format!("not refereed on boards of any size, and left out: {}", left_out.join(", ")));
    }
    rules
}

/// The rules of plays of a ruleset, and its end if that is the ko rule's.
pub fn named(column: &Column) -> Result<NamedRules> {
    let ruleset: &Ruleset = &column.rules;
    let rules = Rules::of_two(ruleset.ko(), ruleset.suicide());
    let rules = rules.with_context(|| format!("--rules {}", column.title()))?;
    let ends = ruleset.ko().has_own_end() || ruleset.end() == End::TwoPasses;
    Ok(NamedRules { name: column.title().to_owned(), rules, ends })
}
