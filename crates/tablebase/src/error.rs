use std::io;

use thiserror::Error;

use crate::size::Size;

/// Why there is no tablebase, or no answer from one.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum Error {
    /// Games always end under this rule.
    #[error("under {0} every game ends: tablebases are for rules with endless play, none and basic")]
    Rule(String),
    /// The rules do not fit the board.
    #[error(transparent)]
    Rules(kosolver_rules::Error),
    /// The board is too large, or too dense, to number its positions.
    #[error("{0}")]
    Board(String),
    /// It needs more memory than it may take.
    #[error(
        "{board} under {rule} needs about {} of memory ({positions} legal positions, {classes} up to symmetry), and {} are allowed",
        Size(*needed), Size(*allowed)
    )]
    Memory {
        /// The board.
        board: String,
        /// The ko rule.
        rule: String,
        /// Its legal positions.
        positions: u64,
        /// The classes of positions under the symmetries of the board, or a lower bound.
        classes: u64,
        /// Bytes needed.
        needed: u64,
        /// Bytes allowed.
        allowed: u64,
    },
    /// A best line is longer than a distance can say.
    #[error("a game is longer than {0} moves, which is more than a tablebase can say")]
    Distance(u16),
    /// A file is not what it should be.
    #[error("{0}")]
    Corrupt(String),
    /// A state does not agree with its successors.
    #[error("{0}")]
    Wrong(String),
    /// What is kept on disk instead of memory cannot be written, or read again.
    #[error("{place}: what is spilled there cannot be kept ({error})")]
    Spill {
        /// Where it is.
        place: String,
        /// Why.
        error: io::Error,
    },
    /// Reading or writing fails.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The work was asked to stop.
    #[error("stopped")]
    Stopped,
}

impl Error {
    /// A file has this fault.
    pub(crate) fn corrupt(fault: impl Into<String>) -> Error {
        Error::Corrupt(fault.into())
    }
}
