use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use clap::Args;
use kosolver_board::{quoted, visible};
use kosolver_record::conformance::{Asking, Error, Kit, Options, ask};
use kosolver_record::{Ko, Rules};
use kosolver_report::{Format, json};
use kosolver_rules::{Ruleset, Suicide};
use kosolver_study::Column;

use super::referee::named;
use crate::arguments::{List, interval, rulesets, text_or_json};
use crate::rejected::Rejected;
use crate::{input, interrupt, output};

#[derive(Debug, Args)]
pub struct ConformanceArguments {
    /// The command of a program that speaks GTP; {ko} and {suicide} in it stand for the rules
    #[arg(long, value_name = "COMMAND")]
    pub gtp: String,

    /// Rulesets, separated by commas: presets such as aga, or texts such as "ko=psk
    /// suicide=allowed"; their ko and suicide rules are used
    #[arg(long, value_name = "LIST", value_parser = rulesets, conflicts_with_all = ["ko", "suicide"])]
    pub rules: Option<List<Column>>,

    /// Ko rules, separated by commas
    #[arg(long, value_name = "LIST", value_delimiter = ',', default_value = "psk", value_parser = known_ko)]
    pub ko: Vec<Ko>,

    /// Suicide rules, separated by commas: forbidden, multi-stone or allowed
    #[arg(long, value_name = "LIST", value_delimiter = ',', default_value = "forbidden")]
    pub suicide: Vec<Suicide>,

    /// Only cases whose name has this in it
    #[arg(long, value_name = "TEXT")]
    pub cases: Option<String>,

    /// How to ask what is legal: all_legal, is_legal, undo or replay [default: the first of these
    /// that the program knows]
    #[arg(long, value_name = "WAY")]
    pub ask: Option<Asking>,

    /// How long a command of GTP may take
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = interval)]
    pub timeout: Duration,

    /// A file with cases, as results/conformance/cases.json [default: those that come with kosolver]
    #[arg(long, value_name = "FILE")]
    pub kit: Option<PathBuf>,

    /// What to print: text or json
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = text_or_json)]
    pub format: Format,
}

/// A ko rule that may have cases. What is proposed has some.
fn known_ko(text: &str) -> Result<Ko, String> {
    match Ko::of_argument(text) {
        Ok(ko) if ko.own_text().is_some() => {
            Err(format!("there are no cases of '{ko}', a rule of your own, and none are made"))
        }
        Ok(ko) => Ok(ko),
        Err(kosolver_rules::Error::Ko { name, nearest, .. }) => {
            let cases = Kit::parse(KIT).map_or_else(|_| Vec::new(), |kit| kit.cases);
            // The ko rule of a ruleset may be meant.
            let ruleset = text.parse::<Ruleset>().ok().map(|rules| rules.ko().name());
            let names = nearest.split(" or ").chain(ruleset);
            let meant: Vec<&str> = names.filter(|name| cases.iter().any(|case| case.ko == *name)).collect();
            let meant = match meant.is_empty() {
                false => format!("; did you mean {}?", meant.join(" or ")),
                true => String::new(),
            };
            Err(format!("{} is not a ko rule that has cases{meant}", quoted(&name)))
        }
        Err(error) => Err(error.to_string()),
    }
}

/// The cases that come with the program: a link to the published file, which cargo packs.
const KIT: &str = include_str!("../../data/cases.json");

pub fn run(arguments: &ConformanceArguments) -> Result<()> {
    let kit = match &arguments.kit {
        None => Kit::parse(KIT)?,
        Some(path) => {
            let name = output::named(path);
            Kit::parse(&input::text(path)?).with_context(|| format!("{name} is no file of cases"))?
        }
    };
    let rulesets: Vec<Rules> = match &arguments.rules {
        Some(list) => list.0.iter().map(|column| Ok(named(column)?.rules)).collect::<Result<_>>()?,
        None => {
            let of = |&ko| arguments.suicide.iter().map(move |&suicide| Rules::of_two(ko, suicide));
            arguments.ko.iter().flat_map(of).collect::<Result<_, _>>()?
        }
    };
    let options = Options {
        rulesets,
        filter: arguments.cases.clone(),
        asking: arguments.ask,
        timeout: arguments.timeout,
    };
    // The program that is asked ends with this one.
    let report = match ask(&kit, &arguments.gtp, &options, &interrupt::stops_work()) {
        Err(Error::Interrupted) => return Err(interrupt::Interrupted.into()),
        report => report?,
    };
    match arguments.format {
        Format::Json => output::print(&json(&report)?)?,
        _ => {
            let lines = report.to_string();
            output::print(&lines.lines().map(|line| format!("{}\n", visible(line))).collect::<String>())?;
        }
    }
    Rejected::check(&report.failed(), report.asked())?;
    match report.rulesets.iter().find(|rules| rules.asked == 0) {
        Some(rules) => bail!("nothing was tested under ko={} suicide={}", rules.ko, rules.suicide),
        None => Ok(()),
    }
}
