use std::collections::BTreeMap;

use anyhow::{Result, bail};
use kosolver_board::Board;
use kosolver_report::{Format, WIDTH, terminal_width};
use kosolver_search::Meter;
use kosolver_study::{Census, Column, Kind, boards, comparison_files};

use crate::arguments::{CompareArguments, columns};
use crate::{limits, output, part, progress};

pub fn run(arguments: &CompareArguments) -> Result<()> {
    let CompareArguments { rules, ko, suicide, .. } = arguments;
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
    output::check_directory(arguments.out.as_deref())?;
    limits::use_threads(arguments.threads)?;
    if let (Some(part), Some(directory)) = (arguments.part.part, &arguments.out) {
        return part::write(&census, part, directory);
    }
    let meter = Meter::default();
    let comparison = progress::counted(census.tasks()?, &meter, |done| census.solve(&meter, done))?;
    let Some(directory) = &arguments.out else {
        let format = arguments.format.unwrap_or(Format::Text);
        return output::print(&format.comparison(&comparison, terminal_width())?);
    };
    let kind = if rules.is_some() { Kind::Rulesets } else { Kind::KoRules };
    let files = match arguments.format {
        None => comparison_files(&comparison)?,
        Some(format) => {
            let text = format.comparison(&comparison, WIDTH)?;
            BTreeMap::from([(kind.comparison(format), text.into_bytes())])
        }
    };
    output::write_all(&files, directory)
}
