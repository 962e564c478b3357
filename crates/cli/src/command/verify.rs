use std::fs::{File, Metadata};
use std::io::BufReader;
use std::path::Path;

use anyhow::{Context, Result, bail};
use kosolver_checker::{LARGE, Verified, verify_twice_read};

use crate::arguments::VerifyArguments;
use crate::rejected::Rejected;
use crate::{output, progress};

/// Checks a file that can be read.
fn file(path: &Path) -> Result<Result<Verified, kosolver_checker::Error>> {
    let open = || File::open(path).with_context(|| format!("{} cannot be read", output::named(path)));
    let file = open()?;
    let Some(length) = file.metadata().ok().filter(Metadata::is_file).map(|there| there.len()) else {
        bail!("{} is not a regular file", output::named(path));
    };
    if length < LARGE {
        return Ok(kosolver_checker::verify(BufReader::new(file)));
    }
    let again = open()?;
    Ok(progress::read(2 * length, |read| verify_twice_read(read(file), read(again))))
}

/// Checks every file, and says of each what it proves or why it proves nothing.
pub fn run(arguments: &VerifyArguments) -> Result<()> {
    let mut rejected = Vec::new();
    for path in &arguments.files {
        match file(path)? {
            Ok(verified) => output::report("", &verified.to_string())?,
            Err(error) => rejected.push(format!("{}: {error}", output::named(path))),
        }
    }
    if rejected.is_empty() { Ok(()) } else { Err(Rejected::of(&rejected, arguments.files.len()).into()) }
}
