use std::path::PathBuf;

use clap::Args;
use kosolver_board::Board;
use kosolver_rules::{Ko, Score};
use kosolver_study::Column;
use kosolver_tablebase::Size;

use super::begin_again::BeginAgainArguments;
use super::guide::GuideArguments;
use super::part::PartArguments;
use super::read::{List, boards, ko_rules, memory, rulesets};
use super::scratch::ScratchArguments;

#[derive(Debug, Args)]
pub struct FrontierArguments {
    /// Boards as `solve` takes them, or ranges such as 1x1..1x9 or cycle:3..cycle:8, separated by
    /// commas
    #[arg(long, value_name = "LIST", value_parser = boards, default_value = "3x4")]
    pub boards: List<Board>,

    /// Ko rules without endless play, separated by commas [default: psk]
    #[arg(long, value_name = "LIST", value_parser = ko_rules)]
    pub ko: Option<List<Ko>>,

    /// Rulesets instead of ko rules, separated by commas: presets, or texts such as "ko=psk
    /// scoring=territory"; all means all presets
    #[arg(long, value_name = "LIST", value_parser = rulesets, conflicts_with_all = ["ko"])]
    pub rules: Option<List<Column>>,

    /// Memory that a search may use, such as 512MiB or 8GiB [default: three quarters of what is
    /// free]
    #[arg(long, value_name = "SIZE", value_parser = memory)]
    pub memory: Option<Size>,

    #[command(flatten)]
    pub guide: GuideArguments,

    #[command(flatten)]
    pub beginning: BeginAgainArguments,

    #[command(flatten)]
    pub scratch: ScratchArguments,

    /// Find only the values, not the values of first moves nor a line of best play
    #[arg(long)]
    pub value_only: bool,

    /// A score to try first. A right guess saves work, a wrong one may cost some. The answer
    /// does not depend on it
    #[arg(long, value_name = "POINTS", allow_hyphen_values = true)]
    pub guess: Option<Score>,

    /// Solve cells again that are in the list already
    #[arg(long)]
    pub again: bool,

    /// Explain where superkos (with --rules, all rulesets) differ, on boards whose cells took at
    /// most this many nodes
    #[arg(long, value_name = "NODES", default_value_t = 3_000_000)]
    pub explain: u64,

    #[command(flatten)]
    pub part: PartArguments,

    /// The directory of results. After each cell, frontier.json, frontier-costs.json and
    /// frontier.md are written there; with --rules frontier-rulesets.json and so on
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,
}
