use kosolver_board::{Board, Play};

use super::KoRule;
use crate::{Fact, Game, Node, Step};

/// No ko rule at all.
#[derive(Debug)]
pub(super) struct NoRule;

impl KoRule for NoRule {
    fn name(&self) -> &'static str {
        "none"
    }

    fn title(&self) -> &'static str {
        "no ko rule"
    }

    fn sentence(&self) -> &'static str {
        "No play is prohibited. Play can go on for ever: no result."
    }

    fn source(&self) -> &'static str {
        "the game without a ko rule"
    }

    fn endless(&self) -> bool {
        true
    }

    fn play(&self, _game: &Game, at: &Node, play: &Play) -> Step {
        Step::play(at, play)
    }

    fn describe(&self, _fact: &Fact, _board: &Board) -> String {
        String::new()
    }
}
