use kosolver_report::RenderError;
use thiserror::Error;

/// Why a study could not be made.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum StudyError {
    /// A search stopped.
    #[error(transparent)]
    Search(#[from] kosolver_search::Error),
    /// Rules do not fit a board.
    #[error(transparent)]
    Rules(#[from] kosolver_rules::Error),
    /// A board has no such name.
    #[error(transparent)]
    Board(#[from] kosolver_board::Error),
    /// Results could not be rendered.
    #[error(transparent)]
    Render(#[from] RenderError),
    /// A published file that the study reads.
    #[error("{path} cannot be read as published results (they are in results/ of the repository)")]
    Read {
        /// The file.
        path: String,
        /// What is wrong with it.
        #[source]
        fault: Box<dyn std::error::Error + Send + Sync>,
    },
    /// A page of the documentation that a site takes.
    #[error("{path} cannot be read as documentation (it is in docs/ of the repository)")]
    Papers {
        /// The file or directory.
        path: String,
        /// What is wrong with it.
        #[source]
        fault: Box<dyn std::error::Error + Send + Sync>,
    },
    /// The checker of certificates for browsers.
    #[error(transparent)]
    Checker(#[from] std::io::Error),
    /// Where a site cannot be.
    #[error("'{0}' is not the address of a site: write it as https://example.org/go/")]
    Address(String),
    /// There is no such study.
    #[error("'{0}' is not a study; they are {1}")]
    Unknown(String, String),
}
