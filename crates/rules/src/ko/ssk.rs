use kosolver_board::{Board, Colour, Play, Position};

use super::{KoMoves, KoRule};
use crate::{Fact, FactList, Game, Node, Ruleset, Scope, Step};

/// Situational superko.
#[derive(Debug)]
pub(super) struct Situational;

/// "This position has occurred with this player to move."
fn situation(position: Position, to_move: Colour) -> Fact {
    Fact::about(Scope(0), position).of(to_move)
}

impl KoRule for Situational {
    fn name(&self) -> &'static str {
        "ssk"
    }

    fn title(&self) -> &'static str {
        "situational superko"
    }

    fn sentence(&self) -> &'static str {
        "A play is prohibited if T has occurred before with the same player to move. The start position counts, as if the player not to move had made it. A pass makes a situation too."
    }

    fn source(&self) -> &'static str {
        "AGA rules of 1991; New Zealand rules of 1978"
    }

    fn within_endless(&self) -> bool {
        true
    }

    fn has_plain_facts(&self) -> bool {
        true
    }

    fn bans_what_it_makes(&self) -> bool {
        true
    }

    fn bind(&self, _board: &Board, _rules: &Ruleset) -> Box<dyn KoMoves> {
        Box::new(Situational)
    }
}

impl KoMoves for Situational {
    fn start(&self, start: &Node) -> FactList {
        self.implied(start)
    }

    fn implied(&self, node: &Node) -> FactList {
        FactList::from([situation(node.position, node.to_move)])
    }

    fn play(&self, _game: &Game, at: &Node, play: &Play) -> Step {
        let left = situation(play.after, !at.to_move);
        Step::play(at, play).unless(left).inserting(left)
    }

    fn pass(&self, game: &Game, at: &Node, steps: &mut Vec<Step>) {
        let left = situation(at.position, !at.to_move);
        steps.extend(game.rules().end().pass(game, at).map(|step| step.inserting(left)));
    }

    fn describe(&self, fact: &Fact, board: &Board) -> String {
        let mover = fact.colour.map(|colour| colour.to_string()).unwrap_or_default();
        format!("the position {} with {mover} to move has occurred before", fact.position.text(board))
    }
}
