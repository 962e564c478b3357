//! A table in every format.

use crate::format::{Format, RenderError, json};
use crate::page::page;
use crate::table::Table;

impl Format {
    /// A table in this format; text at most so many columns wide where its words allow it.
    ///
    /// # Errors
    /// [`RenderError`] if a library refuses; the records give it no reason to.
    pub fn table(self, table: &Table, width: u16) -> Result<String, RenderError> {
        Ok(match self {
            Format::Text => table.text(width),
            Format::Markdown => page("table.md", table.view(), width)?,
            Format::Csv => table.csv()?,
            Format::Json => json(table)?,
            Format::Html => page("table.html", table.view(), width)?,
        })
    }
}
