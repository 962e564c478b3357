use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Subcommand};
use kosolver_record::conformance::Asking;
use kosolver_record::{Ko, Suicide};
use kosolver_report::Format;
use kosolver_study::Column;

use super::part::PartArguments;
use super::read::{List, interval, rulesets, text_or_json};
use super::ruleset::one_ko;

#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub struct ConformanceArguments {
    /// What else to do.
    #[command(subcommand)]
    pub command: Option<ConformanceCommand>,

    /// The command of a program that speaks GTP; {ko} and {suicide} in it stand for the rules
    #[arg(long, value_name = "COMMAND", required = true)]
    pub gtp: Option<String>,

    /// Rulesets, separated by commas: presets such as aga, or texts such as "ko=psk
    /// suicide=allowed"; their ko and suicide rules are used
    #[arg(long, value_name = "LIST", value_parser = rulesets, conflicts_with_all = ["ko", "suicide"])]
    pub rules: Option<List<Column>>,

    /// Ko rules, separated by commas; or files with rules of your own, such as mine.ko
    #[arg(long, value_name = "LIST", value_delimiter = ',', default_value = "psk", value_parser = asked)]
    pub ko: Vec<AskedKo>,

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

    /// A file with cases, as `kosolver conformance make` writes it [default: those that come with
    /// kosolver, or for a rule of your own those that are made for it]
    #[arg(long, value_name = "FILE")]
    pub kit: Option<PathBuf>,

    /// What to print: text or json
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = text_or_json)]
    pub format: Format,
}

/// A ko rule that a program is asked about.
#[derive(Clone, Debug)]
pub enum AskedKo {
    /// One of those that come with cases.
    Known(Ko),
    /// One's own, and its file.
    Own(kosolver_rules::Ko, String),
}

fn asked(text: &str) -> Result<AskedKo, String> {
    match text.parse() {
        Ok(ko) => Ok(AskedKo::Known(ko)),
        Err(error) => match kosolver_rules::Ko::of_argument(text) {
            // A file may say what a rule with a name says.
            Ok(ko) if ko.own_text().is_some() => Ok(AskedKo::Own(ko, text.to_owned())),
            Ok(ko) => ko.name().parse().map(AskedKo::Known).map_err(|_| error.to_string()),
            Err(fault @ kosolver_rules::Error::File(_)) => Err(fault.to_string()),
            _ => Err(error.to_string()),
        },
    }
}

#[derive(Debug, Subcommand)]
pub enum ConformanceCommand {
    /// Recompute the cases, or make cases for a ko rule of your own, and write them to a directory
    Make(MakeArguments),
    /// Speak GTP like a program that makes a known mistake, to test the tester
    Wrong(WrongArguments),
}

#[derive(Debug, Args)]
pub struct MakeArguments {
    #[command(flatten)]
    pub part: PartArguments,

    /// A file with a ko rule of your own, such as mine.ko, to make cases for
    #[arg(long, value_name = "FILE", value_parser = one_ko, conflicts_with = "part")]
    pub ko: Option<kosolver_rules::Ko>,

    /// The directory to write to
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,
}

#[derive(Debug, Args)]
pub struct WrongArguments {
    /// The mistake; `list` lists them, and `none` makes no mistake
    #[arg(value_name = "MISTAKE")]
    pub fault: String,

    /// The ko rule
    #[arg(long, value_name = "RULE", default_value = "psk")]
    pub ko: Ko,

    /// The suicide rule: forbidden, multi-stone or allowed
    #[arg(long, value_name = "RULE", default_value_t = Suicide::Forbidden)]
    pub suicide: Suicide,

    /// Do not know all_legal: plays must be tried
    #[arg(long)]
    pub plain: bool,
}
