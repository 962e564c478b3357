use std::collections::BTreeMap;
use std::sync::Arc;

use anyhow::Result;
use report::{Format, Publication, Survey, Table};
use rules::Ko;
use search::Meter;

use crate::arguments::TableArguments;
use crate::{output, progress};

pub fn run(arguments: &TableArguments) -> Result<()> {
    let survey = Survey {
        boards: arguments.boards.as_ref().map_or_else(Survey::default_boards, |list| list.0.clone()),
        rules: arguments.ko.as_ref().map_or_else(|| Ko::all().collect(), |list| list.0.clone()),
        suicide: arguments.suicide,
        certificates: arguments.certificates,
    };
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
                Some(directory) => output::write_all(
                    &BTreeMap::from([(format!("kee.{}", format.extension()), text.into_bytes())]),
                    directory,
                ),
            }
        }
    }
}
