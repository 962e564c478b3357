use kosolver_board::{Board, Play};

use super::{KoMoves, KoRule};
use crate::{Fact, Game, Node, Ruleset, Scope, Step};

/// Natural situational superko.
#[derive(Debug)]
pub(super) struct NaturalSituational;

/// "This player has created this position by a play."
const CREATED: Scope = Scope(0);

impl KoRule for NaturalSituational {
    fn name(&self) -> &'static str {
        "nssk"
    }

    fn title(&self) -> &'static str {
        "natural situational superko"
    }

    fn sentence(&self) -> &'static str {
        "A play is prohibited if the same player has created T before by a play. Passes create nothing, and nobody created the start position."
    }

    fn source(&self) -> &'static str {
        "R. Jasiek, 1998"
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
        Box::new(NaturalSituational)
    }
}

impl KoMoves for NaturalSituational {
    fn play(&self, _game: &Game, at: &Node, play: &Play) -> Step {
        let created = Fact::about(CREATED, play.after).of(at.to_move);
        Step::play(at, play).unless(created).inserting(created)
    }

    fn describe(&self, fact: &Fact, board: &Board) -> String {
        let player = fact.colour.map(|colour| colour.to_string()).unwrap_or_default();
        format!("{player} has created the position {} before", fact.position.text(board))
    }
}
