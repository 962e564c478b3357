use std::error::Error;
use std::io;

use kosolver_report::RenderError;
use thiserror::Error;

/// Why results cannot be published, or a publication cannot be checked.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum PublicationError {
    /// A file cannot be rendered.
    #[error(transparent)]
    Render(#[from] RenderError),
    /// A file cannot be rendered as JSON.
    #[error("results could not be written as JSON")]
    Json(#[from] serde_json::Error),
    /// A cell cannot be solved.
    #[error(transparent)]
    Search(#[from] kosolver_search::Error),
    /// A certificate does not hold.
    #[error("the certificate of {cell} does not hold")]
    Certificate {
        /// Board and rule.
        cell: String,
        /// What is wrong with it.
        #[source]
        fault: kosolver_checker::Error,
    },
    /// The directory holds no such results.
    #[error("{path} holds no published results")]
    Published {
        /// The file where they should be.
        path: String,
        /// What is wrong with it.
        #[source]
        fault: Box<FileFault>,
    },
    /// A cell says something else than the manifest.
    #[error("{cell} is {} in the manifest, and now it is {}: nothing is replaced", values[0], values[1])]
    Differs {
        /// The cell.
        cell: String,
        /// What it is in the manifest, and what was found.
        values: [String; 2],
    },
    /// A cell cannot be made: its list needs other rules, its guide cannot be used, or its certificate proves
    /// something else.
    #[error("{0}")]
    Cell(String),
    /// What players can reach cannot be found.
    #[error(transparent)]
    Players(#[from] kosolver_record::Error),
    /// Rules do not fit a board.
    #[error(transparent)]
    Rules(#[from] kosolver_rules::Error),
    /// A board cannot be solved from every position.
    #[error(transparent)]
    Tablebase(#[from] kosolver_tablebase::Error),
}

/// What is wrong with a published file.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum FileFault {
    /// It cannot be read.
    #[error("it cannot be read")]
    Read(#[from] io::Error),
    /// A line is no cell.
    #[error("line {0} is no cell")]
    Line(usize, #[source] serde_json::Error),
}

/// An error with all its sources, in one line.
pub(crate) fn in_full(error: &dyn Error) -> String {
    let mut text = error.to_string();
    let mut source = error.source();
    while let Some(cause) = source {
        text += &format!(": {cause}");
        source = cause.source();
    }
    text
}
