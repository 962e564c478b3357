//! What is told while a game is solved.

use kosolver::rules::Score;
use kosolver::tablebase::Stage as Step;
use kosolver::{Activity, Board, Colour, Meter, Move, Value};
use serde::Serialize;

use crate::fault::Fault;
use crate::position::Made;
use crate::worth::{Loss, Worth};

/// Something that was found out, or how far the search has come. Events come in this order: `waiting`,
/// `value`, `move` for each legal move, `line`, `threat`, and at the end `done` or `fault`; `progress`
/// comes in between, several times a second.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "event", rename_all = "lowercase")]
pub enum Event {
    /// Others are asking about the same game, or as many questions are worked on as may be.
    Waiting,
    /// How far the search has come.
    Progress(Progress),
    /// The value of the game as it stands.
    Value {
        /// The value.
        value: Worth,
    },
    /// The value of a legal move.
    Move(Valued),
    /// One line of perfect play from here on.
    Line {
        /// Its moves, numbered on from those that were made.
        moves: Vec<Made>,
        /// If it goes on for ever: after how many of these moves the position first stood that comes again.
        #[serde(skip_serializing_if = "Option::is_none")]
        repeats_after: Option<usize>,
    },
    /// What a ko threat would change.
    Threat(Threat),
    /// All was found.
    Done {
        /// The nodes that were visited, as far as they are counted: in batches of some thousands.
        nodes: u64,
    },
    /// The search was stopped, or took more than it may.
    Fault(Fault),
}

/// A legal move and what it is worth.
#[derive(Clone, Debug, Serialize)]
pub struct Valued {
    /// The move.
    #[serde(rename = "move")]
    pub made: String,
    /// The value of the game after it.
    pub value: Worth,
    /// Whether it keeps the value of the game as it stands.
    pub best: bool,
    /// What the player to move loses by it.
    pub loss: Loss,
}

impl Valued {
    /// A move of a player, where the game is worth so much before and after it.
    pub fn of(board: &Board, made: Move, player: Colour, value: &Value, after: &Value) -> Valued {
        let lost = match player {
            Colour::Black => value.worth - after.worth,
            Colour::White => after.worth - value.worth,
        };
        Valued {
            made: made.name(board),
            value: Worth::of(after, board.points()),
            best: after.worth == value.worth,
            loss: Loss::of(lost, after, board.points()),
        }
    }
}

/// How far a search has come.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Progress {
    /// What is looked for now.
    pub stage: Stage,
    /// Of moves, how many have been valued.
    pub found: usize,
    /// Of moves, how many there are.
    pub of: usize,
    /// The least that the value can be, while that is looked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lower: Option<Score>,
    /// The most that the value can be, while that is looked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub upper: Option<Score>,
    /// Nodes visited for this question, counted in batches.
    pub nodes: u64,
    /// Bytes that the tables of the game take.
    pub bytes: u64,
    /// Seconds since the search began.
    pub seconds: f64,
    /// What is done beside the search itself, if anything is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub task: Option<Task>,
}

/// Work of a search that is no searching.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "task", rename_all = "lowercase")]
pub enum Task {
    /// A guide is made: a table of what each position is worth without a ko rule, or a network that learns.
    Guide {
        /// How much of this step is done.
        percent: u64,
        /// How many there are to go through.
        of: u64,
        /// Of what: `positions`, `moves`, `plays` or `games`.
        what: &'static str,
    },
    /// The certificate is written.
    Writing,
    /// The certificate is verified.
    Verifying,
}

impl Task {
    /// What a meter says is being done.
    pub fn of(meter: &Meter) -> Option<Task> {
        if let Some(guide) = meter.guide() {
            let (step, done, of) = guide.now();
            let what = match step {
                Step::Moves => "moves",
                Step::Settling => "plays",
                _ => "positions",
            };
            return Some(Task::Guide { percent: 100 * done / of.max(1), of, what });
        }
        match meter.activity() {
            Activity::Learning { games, of } => {
                Some(Task::Guide { percent: 100 * games / of.max(1), of, what: "games" })
            }
            Activity::Searching | Activity::LookingAhead { .. } | Activity::KeepingProof { .. } => None,
            Activity::WritingCertificate { .. } => Some(Task::Writing),
            Activity::VerifyingCertificate => Some(Task::Verifying),
        }
    }
}

/// What is looked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Stage {
    /// The value of the game as it stands.
    #[default]
    Value,
    /// The values of its moves.
    Moves,
    /// A line of perfect play.
    Line,
    /// What a ko threat would change.
    Threat,
}

/// What a ko threat would change.
///
/// The player to move makes a threat far away, and the opponent answers it. Both stones stay, so no
/// position of the past can come again. The game stands as if it began here, with the same player to
/// move and the prisoners that were taken.
#[derive(Clone, Debug, Serialize)]
pub struct Threat {
    /// Who makes the threat.
    pub player: Colour,
    /// The value with it.
    pub value: Worth,
    /// Whether that is another value than without it.
    pub changes: bool,
    /// The moves that are prohibited now and would be legal, with the values they would have.
    pub allows: Vec<Allowed>,
}

/// A move that a ko threat would make legal.
#[derive(Clone, Debug, Serialize)]
pub struct Allowed {
    /// The move.
    #[serde(rename = "move")]
    pub made: String,
    /// The value it would have.
    pub value: Worth,
}
