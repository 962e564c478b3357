use anyhow::{Context, Result};
use kosolver_search::Meter;
use kosolver_study::merge;

use crate::arguments::MergeArguments;
use crate::{output, progress};

pub fn run(arguments: &MergeArguments) -> Result<()> {
    let out = arguments.out.as_ref().unwrap_or(&arguments.directory);
    output::check_directory(arguments.out.as_deref())?;
    let meter = Meter::default();
    let parts = &arguments.directory;
    std::fs::read_dir(parts).with_context(|| format!("{} cannot be read", output::named(parts)))?;
    // Cells are added to what is there.
    let lock = output::lock(out)?;
    let files = progress::watched(&meter, || merge(parts, out, &meter))?;
    lock.write(&files)
}
