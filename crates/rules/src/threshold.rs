use std::fmt;

use crate::Score;

/// A question about a value: does Black reach it? `≥ score`, or `> score` if strict.
///
/// Ordered by difficulty for Black: a proof of one is a proof of all that are smaller.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Threshold {
    /// The score.
    pub score: Score,
    /// Whether Black must exceed it.
    pub strict: bool,
}

impl Threshold {
    /// Black scores at least this.
    pub fn at_least(score: Score) -> Threshold {
        Threshold { score, strict: false }
    }

    /// Black scores more than this.
    pub fn more_than(score: Score) -> Threshold {
        Threshold { score, strict: true }
    }

    /// Whether a game that ends with this score meets the threshold.
    pub fn met_by(self, score: Score) -> bool {
        score > self.score || (!self.strict && score == self.score)
    }
}

impl fmt::Display for Threshold {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.strict { ">" } else { ">=" };
        write!(f, "{sign} {}", self.score)
    }
}
