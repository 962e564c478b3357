use anyhow::{Result, bail};
use kosolver_board::Board;
use kosolver_report::Format;
use kosolver_study::{Census, Column, Kind, boards};

use crate::arguments::{CompareArguments, columns};
use crate::survey::{self, Target};

pub fn run(arguments: &CompareArguments) -> Result<()> {
    let CompareArguments { rules, ko, suicide, format, .. } = arguments;
    let listed = arguments.boards.as_ref().or(arguments.listed_boards.as_ref());
    let boards = listed.map_or_else(boards::of_comparisons, |list| list.0.clone());
    let columns = |board: &Board| columns(rules, ko, *suicide, || Census::default_rules(board));
    let boards: Vec<(Board, Vec<Column>)> =
        boards.into_iter().map(|board| (board, columns(&board))).collect();
    let census = Census { boards };
    if census.boards.iter().any(|(_, columns)| columns.len() < 2) {
        let option = if rules.is_some() { "--rules names one ruleset" } else { "--ko names one rule" };
        bail!("{option}: name at least two different ones to compare");
    }
    census.check()?;
    let kind = if rules.is_some() { Kind::Rulesets } else { Kind::KoRules };
    let target = Target {
        part: arguments.part.part,
        out: arguments.out.as_deref(),
        file: format.map(|format| kind.comparison(format)),
        threads: arguments.threads,
    };
    survey::run(&census, target, |comparison, width| {
        Ok(format.unwrap_or(Format::Text).comparison(comparison, width)?)
    })
}
