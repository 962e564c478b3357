//! Text files that are read.

use std::path::Path;

use anyhow::{Context, Result};

use crate::output;

/// The text of a file. A byte order mark, which some editors write before it, is left out.
///
/// # Errors
/// If it cannot be read, or is not UTF-8.
pub fn text(path: &Path) -> Result<String> {
    let text =
        std::fs::read_to_string(path).with_context(|| format!("{} cannot be read", output::named(path)))?;
    Ok(text.strip_prefix('\u{feff}').map_or(text.clone(), str::to_owned))
}
