use std::collections::BTreeMap;
use std::sync::Arc;

use anyhow::Result;
use kosolver_board::Board;
use kosolver_report::{Costs, Format};
use kosolver_rules::Ko;
use kosolver_search::Meter;

use crate::arguments::CostsArguments;
use crate::{output, progress};

pub fn run(arguments: &CostsArguments) -> Result<()> {
    let boards = arguments.boards.as_ref().map_or_else(Costs::default_boards, |list| list.0.clone());
    let rules = |board: &Board| match &arguments.ko {
        Some(list) => list.0.clone(),
        None => Costs::default_rules(board),
    };
    let cells: Vec<(Board, Ko)> =
        boards.iter().flat_map(|board| rules(board).into_iter().map(|ko| (*board, ko))).collect();
    output::check_directory(arguments.out.as_deref())?;
    output::use_threads(arguments.threads)?;
    let meter = Arc::new(Meter::default());
    let costs = progress::counted(cells.len(), &meter, |solved| Costs::measure(&cells, &meter, solved))?;
    match &arguments.out {
        Some(directory) => output::write_all(
            &BTreeMap::from([("costs.json".to_owned(), costs.json()?.into_bytes())]),
            directory,
        ),
        None if arguments.format == Format::Json => output::print(&costs.json()?),
        None => output::print(&costs.text()),
    }
}
