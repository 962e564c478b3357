use kosolver_board::{Board, Play};

use super::psk::Positional;
use super::{KoMoves, KoRule};
use crate::{Fact, FactList, Game, Node, Ruleset, Step};

/// The primitive rules: positional superko, no passes, and who cannot play loses.
#[derive(Debug)]
pub(super) struct Primitive;

impl KoRule for Primitive {
    fn name(&self) -> &'static str {
        "primitive"
    }

    fn title(&self) -> &'static str {
        "the primitive rules"
    }

    fn sentence(&self) -> &'static str {
        "A play is prohibited if T has occurred before; the start position counts. There are no passes."
    }

    fn source(&self) -> &'static str {
        "R. Jasiek, primitive rules"
    }

    fn has_own_end(&self) -> bool {
        true
    }

    fn end(&self) -> &'static str {
        "a player without a legal play loses"
    }

    fn win_or_loss(&self) -> bool {
        true
    }

    fn has_plain_facts(&self) -> bool {
        true
    }

    fn bind(&self, _board: &Board, _rules: &Ruleset) -> Box<dyn KoMoves> {
        Box::new(Primitive)
    }
}

impl KoMoves for Primitive {
    fn start(&self, start: &Node) -> FactList {
        Positional.start(start)
    }

    fn implied(&self, node: &Node) -> FactList {
        Positional.implied(node)
    }

    fn play(&self, game: &Game, at: &Node, play: &Play) -> Step {
        Positional.play(game, at, play)
    }

    fn pass(&self, _game: &Game, _at: &Node, _steps: &mut Vec<Step>) {}

    fn describe(&self, fact: &Fact, board: &Board) -> String {
        Positional.describe(fact, board)
    }
}
