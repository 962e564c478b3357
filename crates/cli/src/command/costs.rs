use std::collections::BTreeMap;

use anyhow::Result;
use kosolver_board::Board;
use kosolver_report::{Format, terminal_width};
use kosolver_search::Meter;
use kosolver_study::{Column, CostSurvey, Kind, boards};

use crate::arguments::{CostsArguments, columns};
use crate::{limits, output, part, progress};

pub fn run(arguments: &CostsArguments) -> Result<()> {
    let CostsArguments { rules, ko, .. } = arguments;
    let boards = arguments.boards.as_ref().map_or_else(boards::of_costs, |list| list.0.clone());
    let columns = |board: &Board| columns(rules, ko, None, || CostSurvey::default_rules(board));
    let cells: Vec<(Board, Column)> =
        boards.iter().flat_map(|board| columns(board).into_iter().map(|column| (*board, column))).collect();
    let survey = CostSurvey { cells };
    output::check_directory(arguments.out.as_deref())?;
    limits::use_threads(arguments.threads)?;
    if let (Some(part), Some(directory)) = (arguments.part.part, &arguments.out) {
        return part::write(&survey, part, directory);
    }
    let meter = Meter::default();
    let costs = progress::counted(survey.tasks(), &meter, |done| survey.measure(&meter, done))?;
    let kind = if rules.is_some() { Kind::Rulesets } else { Kind::KoRules };
    match &arguments.out {
        Some(directory) => {
            output::write_all(&BTreeMap::from([(kind.costs(), costs.json()?.into_bytes())]), directory)
        }
        None if arguments.format == Format::Json => output::print(&costs.json()?),
        None => output::print(&costs.text(terminal_width())),
    }
}
