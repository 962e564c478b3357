use kosolver_board::{Board, Play};

use super::{KoMoves, KoRule};
use crate::{Fact, FactList, Game, Node, Ruleset, Scope, Step};

/// Positional superko.
#[derive(Debug)]
pub(super) struct Positional;

/// "This position has occurred."
const OCCURRED: Scope = Scope(0);

impl KoRule for Positional {
    fn name(&self) -> &'static str {
        "psk"
    }

    fn title(&self) -> &'static str {
        "positional superko"
    }

    fn sentence(&self) -> &'static str {
        "A play is prohibited if T has occurred before; the start position counts."
    }

    fn source(&self) -> &'static str {
        "R. Jasiek, Super Ko; J. Tromp and B. Taylor, rules of 1996"
    }

    fn has_plain_facts(&self) -> bool {
        true
    }

    fn bans_what_it_makes(&self) -> bool {
        true
    }

    fn bind(&self, _board: &Board, _rules: &Ruleset) -> Box<dyn KoMoves> {
        Box::new(Positional)
    }
}

impl KoMoves for Positional {
    fn start(&self, start: &Node) -> FactList {
        FactList::from([Fact::about(OCCURRED, start.position)])
    }

    fn implied(&self, node: &Node) -> FactList {
        FactList::from([Fact::about(OCCURRED, node.position)])
    }

    fn play(&self, _game: &Game, at: &Node, play: &Play) -> Step {
        let occurred = Fact::about(OCCURRED, play.after);
        Step::play(at, play).unless(occurred).inserting(occurred)
    }

    fn describe(&self, fact: &Fact, board: &Board) -> String {
        format!("the position {} has occurred before", fact.position.text(board))
    }
}
