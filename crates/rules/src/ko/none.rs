use kosolver_board::{Board, Play};

use super::{KoMoves, KoRule};
use crate::{Fact, Game, Node, Ruleset, Step};

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

    fn has_no_history(&self) -> bool {
        true
    }

    fn endless(&self) -> bool {
        true
    }

    fn bind(&self, _board: &Board, _rules: &Ruleset) -> Box<dyn KoMoves> {
        Box::new(NoRule)
    }
}

impl KoMoves for NoRule {
    fn play(&self, _game: &Game, at: &Node, play: &Play) -> Step {
        Step::play(at, play)
    }

    fn describe(&self, _fact: &Fact, _board: &Board) -> String {
        String::new()
    }
}
