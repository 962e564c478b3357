use std::fs::File;
use std::io::BufReader;
use std::path::Path;

use anyhow::{Context, Result, bail};
use kosolver_checker::Verified;

use crate::arguments::VerifyArguments;
use crate::output;
use crate::rejected::Rejected;

/// Checks a file that can be read.
fn file(path: &Path) -> Result<Result<Verified, kosolver_checker::Error>> {
    let file = File::open(path).with_context(|| format!("{} cannot be read", output::named(path)))?;
    if !file.metadata().is_ok_and(|there| there.is_file()) {
        bail!("{} is not a regular file", output::named(path));
    }
    Ok(kosolver_checker::verify(BufReader::new(file)))
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
