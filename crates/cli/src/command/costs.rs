use anyhow::Result;
use kosolver_board::Board;
use kosolver_report::{Format, json};
use kosolver_study::{Column, CostSurvey, boards};

use crate::arguments::{CostsArguments, columns};
use crate::survey::{self, Target};

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
