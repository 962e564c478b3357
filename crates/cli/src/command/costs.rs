use std::path::PathBuf;

use anyhow::Result;
use clap::Args;
use kosolver_board::Board;
use kosolver_report::{Format, json};
use kosolver_rules::Ko;
use kosolver_study::{Column, CostSurvey, boards};

use crate::arguments::{List, boards, columns, ko_rules, rulesets, text_or_json, threads};
use crate::survey::{self, PartArguments, Target};

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

pub fn run(arguments: &CostsArguments) -> Result<()> {
    let CostsArguments { rules, ko, .. } = arguments;
    let boards = arguments.boards.as_ref().map_or_else(boards::of_costs, |list| list.0.clone());
    let columns = |board: &Board| columns(rules, ko, None, || CostSurvey::default_rules(board));
    let cells: Vec<(Board, Column)> =
        boards.iter().flat_map(|board| columns(board).into_iter().map(|column| (*board, column))).collect();
    let target = Target {
        part: arguments.part.part,
        out: arguments.out.as_deref(),
        file: None,
        threads: arguments.threads,
    };
    survey::run(&CostSurvey { cells }, target, |costs, width| match arguments.format {
        Format::Json => Ok(json(costs)?),
        _ => Ok(costs.text(width)),
    })
}
