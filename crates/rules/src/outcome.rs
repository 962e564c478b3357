use std::fmt;

use kosolver_board::Colour;
use serde::{Deserialize, Serialize};

use crate::Score;

/// How a game ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Outcome {
    /// With this score.
    Score(Score),
    /// Without a result: play goes on for ever, or a situation has come again and the cycle removed
    /// as many black as white stones.
    NoResult,
    /// One side has won, not by a number of points.
    Win(Colour),
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Outcome::Score(score) => write!(f, "score {score}"),
            Outcome::NoResult => f.write_str("no result"),
            Outcome::Win(winner) => write!(f, "{winner} has won"),
        }
    }
}
