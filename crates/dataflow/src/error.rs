use thiserror::Error;

/// Why workers did not make a tablebase.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum Error {
    /// Building fails.
    #[error(transparent)]
    Tablebase(#[from] kosolver_tablebase::Error),
    /// Reading or writing fails.
    #[error("{0}: {1}")]
    File(String, std::io::Error),
    /// The workers cannot be connected.
    #[error("the processes cannot be connected: {0}")]
    Connect(String),
    /// Another process has ended before the work was done, or cannot be reached any longer.
    #[error("{0} has ended or cannot be reached any longer")]
    Lost(String),
    /// Another process was started to do something else.
    #[error("process {0} was given another board, other rules or another version: give all the same")]
    Foreign(usize),
    /// A worker failed for a reason that nobody foresaw.
    #[error("a worker failed: {0}")]
    Worker(String),
    /// A checkpoint is not what it should be.
    #[error("{0}")]
    Checkpoint(String),
    /// The work was asked to stop, and saved first.
    #[error("stopped; the work so far is saved")]
    Saved,
}

impl Error {
    /// A worker asked to stop.
    pub fn is_stopped(&self) -> bool {
        matches!(self, Error::Tablebase(kosolver_tablebase::Error::Stopped))
    }
}
