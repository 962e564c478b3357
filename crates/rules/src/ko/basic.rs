use kosolver_board::{Board, Play};

use super::{KoMoves, KoRule};
use crate::{Ban, Fact, Game, Never, Node, Ruleset, Step, long_cycle};

/// Simple ko.
#[derive(Debug)]
pub(super) struct Basic;

/// A play under the basic ko ban alone.
pub(super) fn basic_play(game: &Game, at: &Node, play: &Play) -> Step {
    let step = Step::play(at, play).banning(Ban::after(game.board(), play));
    if at.ban.hits(play) { step.never(Never::BasicKo) } else { step }
}

impl KoRule for Basic {
    fn name(&self) -> &'static str {
        "basic"
    }

    fn title(&self) -> &'static str {
        "simple ko"
    }

    fn sentence(&self) -> &'static str {
        "A play is prohibited if the previous move was a play and T is the position before it. Play can go on for ever: no result."
    }

    fn source(&self) -> &'static str {
        "R. Jasiek, Basic Ko; Sensei's Library, Ko"
    }

    fn has_no_history(&self) -> bool {
        true
    }

    fn endless(&self) -> bool {
        true
    }

    fn bans_retaking(&self) -> bool {
        true
    }

    fn bind(&self, _board: &Board, _rules: &Ruleset) -> Box<dyn KoMoves> {
        Box::new(Basic)
    }
}

impl KoMoves for Basic {
    fn play(&self, game: &Game, at: &Node, play: &Play) -> Step {
        basic_play(game, at, play)
    }

    /// Where a situation that comes again ends the game, it has occurred once, after so many passes.
    fn excludes(&self, fact: &Fact, other: &Fact) -> bool {
        Fact { index: other.index, ..*fact } == *other && fact != other
    }

    /// Only the long-cycle rule of territory scoring has facts here.
    fn describe(&self, fact: &Fact, board: &Board) -> String {
        long_cycle::describe(fact, board)
    }
}
