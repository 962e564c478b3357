use std::fmt;

use kosolver_board::Colour;
use kosolver_rules::{Move, Outcome, Score};
use serde::{Deserialize, Serialize};

use crate::certificate::Certificate;

/// An exact value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Value {
    /// How the game ends under best play; where play can go on for ever, without a result if endless
    /// play is best for both.
    pub outcome: Outcome,
    /// What it is worth to Black: the score, the ruleset's value of no result, or ±1.
    pub worth: Score,
    /// Under rules with endless play: what Black can force if endless play is the worst for
    /// him, and what he can if it is the best (`[L, U]`). Of a player who can force no end
    /// ([`Value::ends`]) it is the worst score for him.
    pub bounds: Option<(Score, Score)>,
    /// Whether Black, and whether White can force the game to end. One who cannot forces nothing,
    /// however bad endless play may be for him: then L is no bound, or U.
    pub ends: [bool; 2],
}

impl fmt::Display for Value {
    /// A score, `NR` for no result, or who wins.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.outcome {
            Outcome::Score(score) => score.fmt(f),
            Outcome::NoResult => f.pad("NR"),
            Outcome::Win(Colour::Black) => f.pad("black wins"),
            Outcome::Win(Colour::White) => f.pad("white wins"),
        }
    }
}

impl Value {
    /// A value that was found before: each part as its field says.
    pub fn found(outcome: Outcome, worth: Score, bounds: Option<(Score, Score)>, ends: [bool; 2]) -> Value {
        Value { outcome, worth, bounds, ends }
    }

    /// The value of a game that always ends.
    pub(crate) fn of_score(score: Score, win_or_loss: bool) -> Value {
        let outcome = match win_or_loss || score.abs() == Score::WIN {
            false => Outcome::Score(score),
            true if score > Score::ZERO => Outcome::Win(Colour::Black),
            true => Outcome::Win(Colour::White),
        };
        Value { outcome, worth: score, bounds: None, ends: [true; 2] }
    }
}

/// A first move and its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Opening {
    /// The move.
    pub made: Move,
    /// The value of the game after it.
    pub value: Value,
}

/// A principal variation: best play by both sides.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Line {
    /// The moves.
    pub moves: Vec<Move>,
    /// If play goes on for ever: the number of moves after which the node first stood that
    /// now stands again.
    pub repeats_after: Option<usize>,
}

impl Line {
    /// These moves; if play goes on for ever, after how many the node first stood that comes again.
    pub fn new(moves: Vec<Move>, repeats_after: Option<usize>) -> Line {
        Line { moves, repeats_after }
    }
}

/// Which engine found a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Engine {
    /// The proof search with history lemmas.
    Proof,
    /// Retrograde analysis.
    Retrograde,
}

/// What was searched. It says how hard the work was and never changes a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Effort {
    /// The engine.
    pub engine: Engine,
    /// Nodes visited (proof search), or nodes solved (retrograde).
    pub nodes: u64,
    /// Lemmas proved.
    pub lemmas: u64,
    /// Questions asked: does Black reach a score?
    pub questions: u64,
    /// Memory that the tables take at the end.
    pub bytes: u64,
    /// How often the memory was full, and what took least work was forgotten.
    pub replacements: u64,
}

impl Effort {
    /// Of an engine that has asked so many questions and has nothing else to tell.
    pub(crate) fn of(engine: Engine, questions: u64) -> Effort {
        Effort { engine, nodes: 0, lemmas: 0, questions, bytes: 0, replacements: 0 }
    }
}

/// The answer to a [`crate::Request`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Solution {
    /// The value of the start.
    pub value: Value,
    /// Every legal first move with its value, if asked for, in the order of the board's points
    /// and the pass last.
    pub openings: Vec<Opening>,
    /// One principal variation, if asked for.
    pub line: Line,
    /// What proves the value, if asked for.
    pub certificate: Option<Certificate>,
    /// What was searched.
    pub effort: Effort,
}
