use std::collections::BTreeMap;

use anyhow::Result;
use kosolver_board::Board;
use kosolver_report::{Format, Table, WIDTH, terminal_width};
use kosolver_search::Meter;
use kosolver_study::{Kind, Publication, Survey, boards};

use crate::arguments::{TableArguments, columns};
use crate::{limits, output, part, progress};

pub fn run(arguments: &TableArguments) -> Result<()> {
    let TableArguments { rules, ko, suicide, .. } = arguments;
    let columns = columns(rules, ko, *suicide, Survey::default_kos);
    let (kind, default_boards): (Kind, fn() -> Vec<Board>) = match rules {
        Some(_) => (Kind::Rulesets, boards::of_presets),
        None => (Kind::KoRules, boards::of_tables),
    };
    let boards = arguments.boards.as_ref().map_or_else(default_boards, |list| list.0.clone());
    let survey = Survey { boards, columns, certificates: arguments.certificates };
    output::check_directory(arguments.out.as_deref())?;
    limits::use_threads(arguments.threads)?;
    if let (Some(part), Some(directory)) = (arguments.part.part, &arguments.out) {
        return part::write(&survey, part, directory);
    }
    let meter = Meter::default();
    let cells = progress::counted(survey.tasks(), &meter, |done| survey.solve(&meter, done))?;
    match (&arguments.out, arguments.format) {
        (Some(directory), None) => output::write_all(&Publication::of(cells)?.files, directory),
        (out, format) => {
            let format = format.unwrap_or(Format::Text);
            let table = Table::new(cells.into_iter().map(|(record, _)| record).collect());
            match out {
                None => output::print(&format.table(&table, terminal_width())?),
                Some(directory) => {
                    let text = format.table(&table, WIDTH)?;
                    output::write_all(&BTreeMap::from([(kind.table(format), text.into_bytes())]), directory)
                }
            }
        }
    }
}
