use kosolver_board::{Board, Play};

use super::basic::basic_play;
use super::fixed::{describe, fixed};
use super::{KoMoves, KoRule};
use crate::{Fact, Game, Legality, Node, Ruleset, Step};

/// Basic ko and fixed ko together.
#[derive(Debug)]
pub(super) struct BasicFixed;

impl KoRule for BasicFixed {
    fn name(&self) -> &'static str {
        "basic-fixed"
    }

    fn title(&self) -> &'static str {
        "basic-fixed ko"
    }

    fn sentence(&self) -> &'static str {
        "A play is prohibited if simple ko or fixed ko prohibits it."
    }

    fn source(&self) -> &'static str {
        "R. Jasiek, basic-fixed-ko rules"
    }

    fn bans_retaking(&self) -> bool {
        true
    }

    fn bans_what_it_makes(&self) -> bool {
        true
    }

    fn bind(&self, _board: &Board, _rules: &Ruleset) -> Box<dyn KoMoves> {
        Box::new(BasicFixed)
    }
}

impl KoMoves for BasicFixed {
    fn play(&self, game: &Game, at: &Node, play: &Play) -> Step {
        let step = basic_play(game, at, play);
        match step.legality {
            Legality::Never(_) => step,
            _ => fixed(step, play),
        }
    }

    fn describe(&self, fact: &Fact, board: &Board) -> String {
        describe(fact, board)
    }
}
