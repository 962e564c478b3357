use serde::Serialize;
use thiserror::Error;

/// A form that results are written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// For a terminal.
    Text,
    /// For a document.
    Markdown,
    /// For a spreadsheet.
    Csv,
    /// For a program.
    Json,
    /// For a browser: one page that needs nothing else.
    Html,
}

/// A result that could not be put into a format.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum RenderError {
    /// As JSON.
    #[error("the result could not be written as JSON")]
    Json(#[from] serde_json::Error),
    /// As CSV.
    #[error("the result could not be written as CSV")]
    Csv(#[from] csv::Error),
    /// By a template.
    #[error("the result could not be put into its template")]
    Template(#[from] minijinja::Error),
    /// A record names a position or a move that its board does not have.
    #[error("a record does not fit its board")]
    Board(#[from] kosolver_board::Error),
    /// The rules of a record contradict themselves, or do not fit its board.
    #[error("the rules of a record cannot be played")]
    Rules(#[from] kosolver_rules::Error),
    /// A record names rules that are not spelled out.
    #[error("a record is about rules that are not spelled out: {name}")]
    NoRules {
        /// Their name.
        name: String,
    },
}

/// A record for a program: JSON in lines.
///
/// # Errors
/// If the JSON library refuses; records give it no reason to.
pub fn json(record: &impl Serialize) -> Result<String, serde_json::Error> {
    Ok(serde_json::to_string_pretty(record)? + "\n")
}

/// The same with fields in the order of the alphabet.
///
/// # Errors
/// As [`json`].
pub fn sorted_json(record: &impl Serialize) -> Result<String, serde_json::Error> {
    // An object of the JSON library has its fields in that order.
    json(&serde_json::to_value(record)?)
}

/// Rows for a spreadsheet, all with the same columns, whose names come first.
///
/// # Errors
/// [`RenderError::Csv`] if the library refuses; rows as long as each other give it no reason to.
pub(crate) fn csv(
    rows: impl IntoIterator<Item = Vec<(&'static str, String)>>,
) -> Result<String, RenderError> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    for (number, row) in rows.into_iter().enumerate() {
        let (names, values): (Vec<&str>, Vec<String>) = row.into_iter().unzip();
        if number == 0 {
            writer.write_record(names)?;
        }
        writer.write_record(values)?;
    }
    let bytes = writer.into_inner().map_err(|error| csv::Error::from(error.into_error()))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

kosolver_board::named!(Format, "a format", str::eq, {
    Text => "text",
    Markdown => "markdown",
    Csv => "csv",
    Json => "json",
    Html => "html",
});
