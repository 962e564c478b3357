use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::Args;
use kosolver_search::Meter;
use kosolver_study::merge;

use crate::{output, progress};

#[derive(Debug, Args)]
pub struct MergeArguments {
    /// The directory with the parts of one survey, files whose names end with .part
    #[arg(value_name = "DIR")]
    pub directory: PathBuf,

    /// Write the results to this directory [default: that of the parts]
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
}

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
