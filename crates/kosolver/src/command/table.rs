use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, Result};
use report::{Format, Survey, Table};
use rules::Ko;
use search::Meter;

use crate::arguments::TableArguments;
use crate::{output, progress};

pub fn run(arguments: &TableArguments) -> Result<()> {
    let survey = Survey {
        boards: arguments.boards.as_ref().map_or_else(Survey::default_boards, |list| list.0.clone()),
        rules: arguments.ko.as_ref().map_or_else(|| Ko::all().collect(), |list| list.0.clone()),
        suicide: arguments.suicide,
    };
    if let Some(directory) = &arguments.out
        && !directory.is_dir()
    {
        anyhow::bail!("--out {}: there is no such directory; make it first", directory.display());
    }
    if let Some(threads) = arguments.threads {
        rayon::ThreadPoolBuilder::new().num_threads(usize::from(threads)).build_global()?;
    }
    let meter = Arc::new(Meter::default());
    let bar = progress::bar(survey.tasks(), &meter);
    let records = survey.solve(&meter, &|| bar.inc(1));
    bar.finish_and_clear();
    let table = Table::new(records?);
    match &arguments.out {
        None => output::print(&arguments.format.unwrap_or(Format::Text).table(&table)?),
        Some(directory) => {
            let both = vec![Format::Json, Format::Markdown];
            write(&table, directory, &arguments.format.map_or(both, |format| vec![format]))
        }
    }
}

/// Renders every file before it writes the first.
fn write(table: &Table, directory: &Path, formats: &[Format]) -> Result<()> {
    let files: Result<Vec<_>> = formats
        .iter()
        .map(|format| {
            let path = directory.join("kee").with_extension(format.extension());
            Ok((path, format.table(table).context("the table cannot be rendered")?))
        })
        .collect();
    for (path, text) in files? {
        output::write(&path, &text)?;
        eprintln!("wrote {}", path.display());
    }
    Ok(())
}
