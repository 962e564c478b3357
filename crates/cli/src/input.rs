//! Text files that are read.

use std::path::Path;

use anyhow::{Context, Result};
use kosolver_board::without_mark;

use crate::output;

/// The text of a file. A byte order mark, which some editors write before it, is left out.
///
/// # Errors
/// If it cannot be read, or is not UTF-8.
pub fn text(path: &Path) -> Result<String> {
    let text =
        std::fs::read_to_string(path).with_context(|| format!("{} cannot be read", output::named(path)))?;
    Ok(without_mark(&text).to_owned())
}
