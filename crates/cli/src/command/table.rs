use std::collections::BTreeMap;
use std::sync::Arc;

use anyhow::Result;
use kosolver_board::Board;
use kosolver_report::{Column, Format, Publication, Survey, Table, TableKind};
use kosolver_search::Meter;

use crate::arguments::TableArguments;
use crate::{output, progress};

pub fn run(arguments: &TableArguments) -> Result<()> {
    let columns: Vec<Column> = match &arguments.rules {
        Some(presets) => presets.0.iter().map(|preset| Column::of_preset(preset)).collect(),
        None => {
            let kos = arguments.ko.as_ref().map_or_else(Survey::default_kos, |list| list.0.clone());
            let suicide = arguments.suicide.unwrap_or_default();
            kos.into_iter().map(|ko| Column::of_ko(ko, suicide)).collect()
        }
    };
    let (kind, default_boards): (TableKind, fn() -> Vec<Board>) = match arguments.rules {
        Some(_) => (TableKind::Presets, Survey::default_boards_of_presets),
        None => (TableKind::KoRules, Survey::default_boards),
    };
    let boards = arguments.boards.as_ref().map_or_else(default_boards, |list| list.0.clone());
    let survey = Survey { boards, columns, certificates: arguments.certificates };
    output::check_directory(arguments.out.as_deref())?;
    output::use_threads(arguments.threads)?;
    let meter = Arc::new(Meter::default());
    let cells = progress::counted(survey.tasks(), &meter, |solved| survey.solve(&meter, solved))?;
    match (&arguments.out, arguments.format) {
        (Some(directory), None) => output::write_all(&Publication::of(cells)?.files, directory),
        (out, format) => {
            let format = format.unwrap_or(Format::Text);
            let text = format.table(&Table::new(cells.into_iter().map(|(record, _)| record).collect()))?;
            match out {
                None => output::print(&text),
                Some(directory) => {
                    output::write_all(&BTreeMap::from([(kind.file(format), text.into_bytes())]), directory)
                }
            }
        }
    }
}
