use kosolver_board::{Board, Colour, Play, Position};

use super::{KoMoves, KoRule};
use crate::{Fact, FactList, Game, Node, Ruleset, Scope, Step};

/// Spight's superko: a pass lifts the ban.
#[derive(Debug)]
pub(super) struct Spight;

/// "This position has occurred at or after the last pass."
const SINCE_PASS: Scope = Scope(0);
/// "This player has passed in this position."
const PASSED: Scope = Scope(1);

fn occurred(position: Position) -> Fact {
    Fact::about(SINCE_PASS, position)
}

fn passed(player: Colour, position: Position) -> Fact {
    Fact::about(PASSED, position).of(player)
}

impl KoRule for Spight {
    fn name(&self) -> &'static str {
        "spight"
    }

    fn title(&self) -> &'static str {
        "Spight's superko"
    }

    fn sentence(&self) -> &'static str {
        "A play is prohibited if T has occurred at or after the last pass, the position standing at that pass included."
    }

    fn source(&self) -> &'static str {
        "B. Spight; \"standing\" as KataGo reads it"
    }

    fn has_own_end(&self) -> bool {
        true
    }

    fn end(&self) -> &'static str {
        "a player passes in a position in which he has passed before"
    }

    fn bans_what_it_makes(&self) -> bool {
        true
    }

    fn bind(&self, _board: &Board, _rules: &Ruleset) -> Box<dyn KoMoves> {
        Box::new(Spight)
    }
}

impl KoMoves for Spight {
    fn start(&self, start: &Node) -> FactList {
        self.implied(start)
    }

    fn implied(&self, node: &Node) -> FactList {
        FactList::from([occurred(node.position)])
    }

    fn play(&self, _game: &Game, at: &Node, play: &Play) -> Step {
        let occurred = occurred(play.after);
        Step::play(at, play).unless(occurred).inserting(occurred)
    }

    fn pass(&self, game: &Game, at: &Node, steps: &mut Vec<Step>) {
        let passed = passed(at.to_move, at.position);
        steps.push(Step::end(game.end_score(at)).when(passed));
        steps.push(
            Step::pass(at)
                .counting_passes(0)
                .without(passed)
                .clearing(SINCE_PASS)
                .inserting(occurred(at.position))
                .inserting(passed),
        );
    }

    fn describe(&self, fact: &Fact, board: &Board) -> String {
        let position = fact.position.text(board);
        match fact.colour {
            None => format!("the position {position} has occurred at or after the last pass"),
            Some(player) => format!("{player} has passed in the position {position} before"),
        }
    }
}
