use kosolver_board::{Board, Play};

use super::{KoMoves, KoRule};
use crate::{Fact, Game, Node, Ruleset, Scope, Step};

/// Fixed ko.
#[derive(Debug)]
pub(super) struct Fixed;

/// "A play from this position made that one."
const PLAYED: Scope = Scope(0);

/// The same, prohibited if an earlier play made the same change. A lone suicide changes
/// nothing: one pair of positions, whoever plays it and wherever.
pub(super) fn fixed(step: Step, play: &Play) -> Step {
    let played = Fact::about(PLAYED, play.before).to(play.after);
    step.unless(played).inserting(played)
}

pub(super) fn describe(fact: &Fact, board: &Board) -> String {
    let (from, to) = (fact.position.text(board), fact.to.text(board));
    format!("an earlier play from the position {from} made {to}")
}

impl KoRule for Fixed {
    fn name(&self) -> &'static str {
        "fixed"
    }

    fn title(&self) -> &'static str {
        "fixed ko"
    }

    fn sentence(&self) -> &'static str {
        "A play from P to T is prohibited if an earlier play from P made T."
    }

    fn source(&self) -> &'static str {
        "R. Jasiek, 1997"
    }

    fn within_endless(&self) -> bool {
        true
    }

    fn bans_what_it_makes(&self) -> bool {
        true
    }

    fn bind(&self, _board: &Board, _rules: &Ruleset) -> Box<dyn KoMoves> {
        Box::new(Fixed)
    }
}

impl KoMoves for Fixed {
    fn play(&self, _game: &Game, at: &Node, play: &Play) -> Step {
        fixed(Step::play(at, play), play)
    }

    fn describe(&self, fact: &Fact, board: &Board) -> String {
        describe(fact, board)
    }
}
