use std::collections::BTreeMap;
use std::sync::Arc;

use anyhow::{Result, bail};
use kosolver_board::Board;
use kosolver_report::{Census, Format, comparison_files};
use kosolver_search::Meter;

use crate::arguments::CompareArguments;
use crate::{output, progress};

pub fn run(arguments: &CompareArguments) -> Result<()> {
    if arguments.rules.is_some() {
        bail!("compare takes ko rules, with --ko, and no --rules; `kosolver table --rules` solves presets");
    }
    let boards = arguments.boards.as_ref().map_or_else(Census::default_boards, |list| list.0.clone());
    let rules = |board: &Board| match &arguments.ko {
        Some(list) => list.0.clone(),
        None => Census::default_rules(board),
    };
    let boards = boards.into_iter().map(|board| (board, rules(&board))).collect();
    let census = Census { boards, suicide: arguments.suicide };
    if census.boards.iter().any(|(_, rules)| rules.len() < 2) {
        bail!("--ko names one rule: name at least two to compare");
    }
    census.check()?;
    output::check_directory(arguments.out.as_deref())?;
    output::use_threads(arguments.threads)?;
    let meter = Arc::new(Meter::default());
    let comparison = progress::counted(census.tasks(), &meter, |solved| census.solve(&meter, solved))?;
    let Some(directory) = &arguments.out else {
        return output::print(&arguments.format.unwrap_or(Format::Text).comparison(&comparison)?);
    };
    let files = match arguments.format {
        None => comparison_files(&comparison)?,
        Some(format) => {
            let name = format!("separators.{}", format.extension());
            BTreeMap::from([(name, format.comparison(&comparison)?.into_bytes())])
        }
    };
    output::write_all(&files, directory)
}
