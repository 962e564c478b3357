use std::path::PathBuf;

use clap::Args;
use kosolver_rules::{Ko, Score, Suicide};
use kosolver_study::Column;

use super::begin_again::BeginAgainArguments;
use super::part::PartArguments;
use super::read::{List, ko_rules, rulesets, threads};

#[derive(Debug, Args)]
pub struct GraphsArguments {
    /// The most points that a graph has
    #[arg(long, value_name = "N", default_value_t = 6, value_parser = clap::value_parser!(u8).range(1..=6))]
    pub points: u8,

    /// Ko rules, separated by commas [default: those of `table`, and kee-2007]
    #[arg(long, value_name = "LIST", value_parser = ko_rules)]
    pub ko: Option<List<Ko>>,

    /// Rulesets instead of ko rules, separated by commas: presets, or texts such as "ko=psk
    /// scoring=territory"; all means all presets
    #[arg(long, value_name = "LIST", value_parser = rulesets, conflicts_with_all = ["ko", "suicide"])]
    pub rules: Option<List<Column>>,

    /// Suicide rule: forbidden, multi-stone or allowed [default: forbidden]
    #[arg(long, value_name = "RULE")]
    pub suicide: Option<Suicide>,

    /// Leave a cell open if its search needs more than this many nodes: dense graphs can be hard
    #[arg(long, value_name = "N", default_value_t = 20_000)]
    pub nodes: u64,

    /// Keep what the survey in the directory of --out has solved, and try with --nodes those of its open
    /// cells that were given up sooner, with --begin-again or --guess all; with --ko or --rules only those
    /// of these rules
    #[arg(long, requires = "out", conflicts_with_all = ["points", "suicide", "part"])]
    pub extend: bool,

    #[command(flatten)]
    pub beginning: BeginAgainArguments,

    /// The score to try first, with --extend. A right guess saves work, a wrong one may cost some. The
    /// values do not depend on it
    #[arg(long, value_name = "POINTS", allow_hyphen_values = true)]
    pub guess: Option<Score>,

    #[command(flatten)]
    pub part: PartArguments,

    /// Write DIR/graphs.json and DIR/graphs.md instead of printing; with --rules
    /// DIR/graphs-rulesets.json and so on
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,

    /// Threads to use [default: one for each core]; the results do not depend on it
    #[arg(long, value_name = "N", value_parser = threads())]
    pub threads: Option<u16>,
}
