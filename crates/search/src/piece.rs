//! What other certificates prove, and in which words.

use kosolver_board::Colour;
use kosolver_rules::{Fact, Game, Proven, Score, Threshold};

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
/// apart: one for White speaks of what Black does not exceed, the greatest score below the threshold.
pub(crate) fn restated(game: &Game, threshold: Threshold, winner: Colour) -> Threshold {
    if game.rules().win_or_loss() {
        // Nothing lies between the two.
        return match winner {
            Colour::Black => Threshold::at_least(Score::points(1)),
            Colour::White => Threshold::more_than(Score::points(-1)),
        };
    }
    let asked = game.snapped(threshold);
    match winner {
        Colour::Black => asked,
        // Beyond all points nothing is a whole number apart.
        Colour::White if asked.score.abs() >= Score::WIN => asked,
        Colour::White => Threshold::more_than(asked.score - Score::points(1)),
    }
}
