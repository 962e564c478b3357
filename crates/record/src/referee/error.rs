use thiserror::Error;

/// Why a game cannot be refereed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Error {
    /// The file cannot be read.
    #[error(transparent)]
    File(#[from] crate::sgf::Error),
    /// The board is none, or too large.
    #[error(transparent)]
    Board(#[from] crate::Error),
    /// A set-up leaves stones without a liberty.
    #[error("the set-up after move {0} leaves stones without a liberty")]
    Setup(usize),
    /// These rules are not of two players.
    #[error("a game of Go has two players, not {0}")]
    Players(u8),
}
