use std::fs::{File, Metadata};
use std::path::Path;

use anyhow::{Context, Result, bail};
use kosolver_checker::{MEMORY, Verified, readings, verify_file};

use crate::arguments::VerifyArguments;
use crate::rejected::Rejected;
use crate::{output, progress};

/// Checks a file that can be read.
fn file(path: &Path, memory: u64) -> Result<Result<Verified, kosolver_checker::Error>> {
    let open = || File::open(path).with_context(|| format!("{} cannot be read", output::named(path)));
    let first = open()?;
    let Some(length) = first.metadata().ok().filter(Metadata::is_file).map(|there| there.len()) else {
        bail!("{} is not a regular file", output::named(path));
    };
    let mut first = Some(first);
    let verified = progress::read(readings(length, memory) * length, |read| {
        verify_file(length, memory, || first.take().map_or_else(open, Ok).map(read))
    });
    // A file that cannot be opened again is no file that proves nothing.
    verified.map(Ok).or_else(|fault: anyhow::Error| fault.downcast().map(Err))
}

/// Checks every file, and says of each what it proves or why it proves nothing.
pub fn run(arguments: &VerifyArguments) -> Result<()> {
    let mut rejected = Vec::new();
    let memory = arguments.memory.map_or(MEMORY, |memory| memory.0);
    for path in &arguments.files {
        match file(path, memory)? {
            Ok(verified) => output::report("", &verified.to_string())?,
            // It may hold all the same.
            Err(error @ kosolver_checker::Error::Memory { .. }) => bail!("{}: {error}", output::named(path)),
            Err(error) => rejected.push(format!("{}: {error}", output::named(path))),
        }
    }
    if rejected.is_empty() { Ok(()) } else { Err(Rejected::of(&rejected, arguments.files.len()).into()) }
}
