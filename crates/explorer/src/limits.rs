//! How much one explorer takes on.

use std::time::Duration;

/// The most bytes of a request.
pub const BODY: usize = 128 << 10;
/// The most moves of a line of play.
pub const MOVES: usize = 1000;
/// The most moves of a game with all its branches.
pub const TREE: usize = 4000;
/// The most characters of a board, a ruleset or a position.
pub const TEXT: usize = 2000;

/// The most characters of a ruleset with the text of a ko rule.
pub const RULE: usize = (64 << 10) + TEXT;
/// The most ko rules of one's own under which games are played while the program runs: each stays in memory.
pub const RULES: usize = 1000;

/// What an explorer may use. No value depends on it.
#[derive(Clone, Debug)]
pub struct Limits {
    /// The bytes that the tables of all games may take together.
    pub memory: u64,
    /// The time that one question may take.
    pub time: Duration,
    /// How many questions are worked on at once.
    pub solves: usize,
    /// How many more may wait.
    pub waiting: usize,
    /// How many games keep their tables.
    pub games: usize,
    /// How long a connection waits for the head of a request, and a request for the rest of it.
    pub idle: Duration,
}

/// How long the rest of a request may take to come.
#[derive(Clone, Copy)]
pub struct Idle(pub Duration);

impl Default for Idle {
    fn default() -> Idle {
        Idle(Limits::default().idle)
    }
}

impl Default for Limits {
    /// 2 GiB, two minutes, two questions at once, and 16 that wait; six games; 30 seconds.
    fn default() -> Limits {
        Limits {
            memory: 2 << 30,
            time: Duration::from_secs(120),
            solves: 2,
            waiting: 16,
            games: 6,
            idle: Duration::from_secs(30),
        }
    }
}
