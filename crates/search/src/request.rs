//! What can be asked for, and what is refused.

use std::path::PathBuf;
use std::time::Duration;

use kosolver_board::{Colour, Point, Position, Symmetry, points_of};
use kosolver_rules::{Game, Score};
use thiserror::Error;

/// Why a request cannot be met.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Error {
    /// The board has too many positions to solve them all.
    #[error("{0}")]
    Endless(String),
    /// The certificate would need more memory than it takes.
    #[error(
        "{board} has at least {positions} legal positions: under {rule} a certificate is written for boards of up to {limit}"
    )]
    TooLarge {
        /// The board.
        board: String,
        /// Legal positions that it has at least.
        positions: u128,
        /// The ko rule.
        rule: String,
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
        "what the certificate rests on does not fit into {bytes} bytes: give it more memory, or ask for no certificate"
    )]
    Memory {
        /// The memory the tables may take.
        bytes: u64,
    },
    /// The ruleset does not go with the board.
    #[error("{0}")]
    Rules(kosolver_rules::Error),
    /// The search visited as many nodes as it may.
    #[error("not solved within {nodes} nodes")]
    Nodes {
        /// How many it may visit.
        nodes: u64,
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

/// What a proof search may use. No value depends on it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Resources {
    /// Threads, at least 1. With more than one, lemmas and certificates depend on chance; values,
    /// first moves and variations do not.
    pub threads: usize,
    /// Bytes that the tables may take, at least [`Resources::LEAST_MEMORY`].
    pub memory: u64,
    /// Nodes that may be visited before the search gives up; then it has one thread, so that what it
    /// finds does not depend on chance. (Proof search alone.)
    pub nodes: Option<u64>,
    /// Where to save what was found: now and then, and when the search is interrupted.
    pub checkpoint: Option<PathBuf>,
    /// How often; less often if saving takes more than a twentieth of the time.
    pub interval: Duration,
    /// Whether to go on from that checkpoint.
    pub resume: bool,
}

impl Resources {
    /// The most threads that search: 256. More are not started.
    pub const MOST_THREADS: usize = 256;

    /// The least memory that tables are made in: 64 MiB.
    pub const LEAST_MEMORY: u64 = 64 << 20;
}

impl Default for Resources {
    /// One thread, and as much memory as there is.
    fn default() -> Resources {
        let interval = Duration::from_secs(120);
        Resources { threads: 1, memory: u64::MAX, nodes: None, checkpoint: None, interval, resume: false }
    }
}

/// What to solve: a game from a start position, whose history is that position alone.
#[derive(Clone, Debug)]
pub struct Request {
    /// Board and rules.
    pub game: Game,
    /// The start position.
    pub position: Position,
    /// Who moves first.
    pub to_move: Colour,
    /// Whether to value every first move.
    pub openings: bool,
    /// Whether to find a principal variation.
    pub line: bool,
    /// Whether to write a certificate of the value.
    pub certificate: bool,
    /// A value to ask for first. If it is right, the fewest questions are asked; the answer does
    /// not depend on it.
    pub guess: Option<Score>,
    /// What the search may use.
    pub resources: Resources,
}

impl Request {
    /// The value alone.
    pub fn new(game: Game, position: Position, to_move: Colour) -> Request {
        let resources = Resources::default();
        Request {
            game,
            position,
            to_move,
            openings: false,
            line: false,
            certificate: false,
            guess: None,
            resources,
        }
    }

    /// For each point of the board the one that stands for it: the first that a symmetry of
    /// the start position maps it to.
    pub fn representatives(&self) -> Vec<Point> {
        let mut symmetries = Symmetry::all(&self.game.board);
        symmetries.retain(|symmetry| symmetry.position(self.position) == self.position);
        let first = |point| symmetries.iter().map(|symmetry| symmetry.point(point)).min().unwrap_or(point);
        points_of(self.game.board.all()).map(first).collect()
    }
}
