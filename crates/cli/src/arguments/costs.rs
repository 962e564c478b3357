use std::path::PathBuf;

use clap::Args;
use kosolver_board::Board;
use kosolver_report::Format;
use kosolver_rules::Ko;
use kosolver_study::Column;

use super::part::PartArguments;
use super::read::{List, boards, ko_rules, rulesets, text_or_json, threads};

#[derive(Debug, Args)]
pub struct CostsArguments {
    /// Boards as `solve` takes them, or ranges such as 1x1..1x9 or cycle:3..cycle:8, separated by
    /// commas [default: 1x1..1x10,2x2..2x5,3x3,3x4]
    #[arg(long, value_name = "LIST", value_parser = boards)]
    pub boards: Option<List<Board>>,

    /// Ko rules, separated by commas [default: those of `table`; kee only on boards of
    /// up to nine points]
    #[arg(long, value_name = "LIST", value_parser = ko_rules)]
    pub ko: Option<List<Ko>>,

    /// Rulesets instead of ko rules, separated by commas: presets, or texts such as "ko=psk
    /// scoring=territory"; all means all presets
    #[arg(long, value_name = "LIST", value_parser = rulesets, conflicts_with_all = ["ko"])]
    pub rules: Option<List<Column>>,

    #[command(flatten)]
    pub part: PartArguments,

    /// What to print: text or json
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = text_or_json)]
    pub format: Format,

    /// Write the costs to DIR/costs.json instead of printing them; with --rules to
    /// DIR/costs-rulesets.json
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,

    /// Threads to use [default: one for each core]; the costs do not depend on it
    #[arg(long, value_name = "N", value_parser = threads())]
    pub threads: Option<u16>,
}
