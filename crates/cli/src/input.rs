//! Files that are read.

use std::fs::File;
use std::path::Path;

use anyhow::{Context, Result, anyhow};
use kosolver_board::{LONGEST_STREAM, LONGEST_TEXT, open_plain, read_plain, without_mark};

use crate::output;

/// The text of a file. A byte order mark, which some editors write before it, is left out.
///
/// # Errors
/// If it cannot be read, or is not UTF-8.
pub fn text(path: &Path) -> Result<String> {
    let cannot = || format!("{} cannot be read", output::named(path));
    let bytes = read_plain(path, LONGEST_TEXT).with_context(cannot)?;
    let text = String::from_utf8(bytes).map_err(|_| anyhow!("it is not UTF-8")).with_context(cannot)?;
    Ok(without_mark(&text).to_owned())
}

/// Opens a file that is read piece by piece.
///
/// # Errors
/// If it cannot be read, or is no plain file.
pub fn open(path: &Path) -> Result<File> {
    open_plain(path, LONGEST_STREAM).with_context(|| format!("{} cannot be read", output::named(path)))
}
