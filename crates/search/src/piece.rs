//! What other certificates prove, and in which words.

use kosolver_board::Colour;
use kosolver_rules::{Fact, Proven, Score, Threshold};

/// What another certificate proves.
#[derive(Clone, Debug)]
pub struct Piece {
    /// The SHA-256 digest of its file.
    pub digest: String,
    /// Facts in groups, each with its group.
    pub grouped: Vec<(u16, Fact)>,
    /// The lemmas that others may rest on.
    pub lemmas: Vec<Proven>,
}

/// What a lemma that a player wins at a threshold says in a certificate, where scores are a whole number
/// apart: one for White speaks of what Black does not exceed.
pub(crate) fn restated(threshold: Threshold, winner: Colour) -> Threshold {
    match winner {
        Colour::Black => threshold,
        Colour::White => Threshold::more_than(threshold.score - Score::points(1)),
    }
}
