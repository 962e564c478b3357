use std::io;

/// What can go wrong with a network or a scout.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A board that is not a rectangle.
    #[error("{0} is not a rectangle, and only rectangles such as 5x5 have networks and scouts")]
    Board(String),
    /// A file that is neither a network nor what a scout has kept, or a broken one.
    #[error("this is not a whole file of a network or a scout: {0}")]
    Broken(String),
    /// A file that cannot be read or written.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The system does not give so many bytes of memory.
    #[error("the system does not have the {bytes} bytes of memory that a scout asked for")]
    Memory {
        /// How many.
        bytes: u64,
    },
    /// The work was stopped.
    #[error("interrupted")]
    Stopped,
}
