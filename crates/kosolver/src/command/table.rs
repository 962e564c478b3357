use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, Result};
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
    if let Some(directory) = &arguments.out
        && !directory.is_dir()
    {
        anyhow::bail!("--out {}: that is no directory; make it first", directory.display());
    }
    if let Some(threads) = arguments.threads {
        rayon::ThreadPoolBuilder::new().num_threads(usize::from(threads)).build_global()?;
    }
    let meter = Arc::new(Meter::default());
    let bar = progress::bar(survey.tasks(), &meter);
    let cells = survey.solve(&meter, &|| bar.inc(1));
    bar.finish_and_clear();
    let cells = cells?;
    match (&arguments.out, arguments.format) {
        (Some(directory), None) => write(&Publication::of(cells)?.files, directory),
        (out, format) => {
            let format = format.unwrap_or(Format::Text);
            let text = format.table(&Table::new(cells.into_iter().map(|(record, _)| record).collect()))?;
            match out {
                None => output::print(&text),
                Some(directory) => write(
                    &BTreeMap::from([(format!("kee.{}", format.extension()), text.into_bytes())]),
                    directory,
                ),
            }
        }
    }
}

/// Writes files that are all made already, each whole.
fn write(files: &BTreeMap<String, Vec<u8>>, directory: &Path) -> Result<()> {
    for (name, bytes) in files {
        let path = directory.join(name);
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder)
                .with_context(|| format!("{} cannot be made", folder.display()))?;
        }
        output::write_with(&path, |file| file.write_all(bytes))?;
    }
    eprintln!("wrote {} file(s) to {}", files.len(), directory.display());
    Ok(())
}
