use anyhow::Result;
use kosolver_search::Meter;
use kosolver_study::merge;

use crate::arguments::MergeArguments;
use crate::{output, progress};

pub fn run(arguments: &MergeArguments) -> Result<()> {
    let out = arguments.out.as_ref().unwrap_or(&arguments.directory);
    output::check_directory(arguments.out.as_deref())?;
    let meter = Meter::default();
    let files = progress::watched(&meter, || merge(&arguments.directory, out, &meter))?;
    output::write_all(&files, out)
}
