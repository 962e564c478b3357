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
    /// A certificate cannot be compressed.
    #[error("a certificate could not be compressed")]
    Compress(#[source] io::Error),
    /// A certificate does not hold.
    #[error("the certificate of {cell} does not hold")]
    Certificate {
        /// Board and rule.
        cell: String,
        /// What is wrong with it.
        #[source]
        fault: kosolver_checker::Error,
    },
    /// A certificate holds, and proves something else.
    #[error("the certificate of {cell} proves something else: {proved}")]
    Proved {
        /// Board and rule.
        cell: String,
        /// What it proves.
        proved: String,
    },
    /// The directory holds no such results.
    #[error("{path} holds no published results")]
    Published {
        /// The file where they should be.
        path: String,
        /// What is wrong with it.
        #[source]
        fault: Box<Fault>,
    },
    /// Play can go on for ever under these rules, and a frontier takes those under which it ends.
    #[error("under {rules} play can go on for ever: a tablebase solves its boards")]
    Endless {
        /// The rules.
        rules: String,
    },
}

/// What is wrong with a published file.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum Fault {
    /// It cannot be read.
    #[error("it cannot be read")]
    Read(#[from] io::Error),
    /// It is not JSON of this form.
    #[error("it has not the form of such results")]
    Form(#[from] serde_json::Error),
    /// It names rules that are none.
    #[error("it names rules that are none")]
    Rules(#[from] kosolver_rules::Error),
    /// It names rules of several players that are none.
    #[error("it names rules of several players that are none")]
    Players(#[from] kosolver_players::Error),
    /// It names rules that it does not spell out.
    #[error("it does not say what {0} is")]
    Unexplained(String),
    /// Cells are missing.
    #[error("its cells are not every board under every rule")]
    Cells,
    /// Fewer than two rules are compared on some board.
    #[error("it compares nothing")]
    Nothing,
    /// It is not about graphs that are surveyed.
    #[error("it says nothing of graphs of 1 to 6 points")]
    Graphs,
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
