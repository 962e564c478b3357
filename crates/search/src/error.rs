//! What is refused, and what stops a search.

use std::time::Duration;

use kosolver_rules::Illegal;
use kosolver_tablebase::Size;
use thiserror::Error;

/// Why a request cannot be met.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Error {
    /// The board has too many positions to solve them all.
    #[error("{0}")]
    Endless(String),
    /// A certificate or a comparison would need more memory than it takes.
    #[error("{board} has at least {positions} legal positions: {what} takes boards of up to {limit}")]
    TooLarge {
        /// The board.
        board: String,
        /// Legal positions that it has at least.
        positions: u128,
        /// What is to be made: a certificate under some ko rule, or a comparison.
        what: String,
        /// The most that are taken.
        limit: u128,
    },
    /// The search was told to stop, by [`crate::Meter::interrupt`].
    #[error("interrupted; {}", if *saved { "the checkpoint was written" } else { "nothing new was written" })]
    Interrupted {
        /// Whether what was found is in the checkpoint.
        saved: bool,
    },
    /// The lemmas that a certificate rests on do not fit into the memory.
    #[error(
        "what the certificate rests on does not fit into {}: give it more memory, let a scout guide it, or ask for no certificate",
        Size(*bytes)
    )]
    Memory {
        /// The memory that the search may take.
        bytes: u64,
    },
    /// The ruleset does not go with the board.
    #[error(transparent)]
    Rules(#[from] kosolver_rules::Error),
    /// A move of the game asked about is illegal.
    #[error("move {number} is illegal: {reason}")]
    Illegal {
        /// Its number, from 1.
        number: usize,
        /// Why.
        #[source]
        reason: Illegal,
    },
    /// The board has no such point.
    #[error(transparent)]
    Name(#[from] kosolver_board::Error),
    /// The game is over.
    #[error("the game is over: there is nothing to prove")]
    Over,
    /// There are no such resources.
    #[error("{0}")]
    Resources(String),
    /// The search took as long as it may.
    #[error("not solved within {} seconds", .time.as_secs_f64())]
    Time {
        /// How long that is.
        time: Duration,
    },
    /// The search visited as many nodes as it may.
    #[error("not solved within {nodes} nodes{}", if *saved { "; the checkpoint was written" } else { "" })]
    Nodes {
        /// How many it may visit.
        nodes: u64,
        /// Whether what was found is in the checkpoint.
        saved: bool,
    },
    /// A checkpoint cannot be written or gone on from.
    #[error("checkpoint {path}: {fault}")]
    Checkpoint {
        /// The file.
        path: String,
        /// What is wrong with it.
        fault: String,
    },
}
