use std::fs::File;
use std::io::BufReader;
use std::path::Path;

use anyhow::{Context, Result};
use checker::Verified;

use crate::arguments::VerifyArguments;
use crate::output;

/// Checks a file.
pub fn file(path: &Path) -> Result<Verified> {
    let file = File::open(path).with_context(|| format!("{} cannot be read", path.display()))?;
    checker::verify(BufReader::new(file)).with_context(|| format!("{} proves nothing", path.display()))
}

pub fn run(arguments: &VerifyArguments) -> Result<()> {
    for path in &arguments.files {
        output::print(&format!("{}\n", file(path)?))?;
    }
    Ok(())
}
