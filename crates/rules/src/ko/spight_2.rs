use kosolver_board::{Board, Colour, Play, Position};

use super::{KoMoves, KoRule};
use crate::{Fact, Game, Node, Ruleset, Scope, Step};

/// The second rules of Bill Spight: a superko that a pass lifts, and a ko rule for the end of the game.
#[derive(Debug)]
pub(super) struct Spight2;

/// "Since the last pass this player has made a play in this position."
const PLAYED: Scope = Scope(0);
/// "This player has passed in this position."
const PASSED: Scope = Scope(1);

fn played(player: Colour, position: Position) -> Fact {
    Fact::about(PLAYED, position).of(player)
}

fn passed(player: Colour, position: Position) -> Fact {
    Fact::about(PASSED, position).of(player)
}

impl KoRule for Spight2 {
    fn name(&self) -> &'static str {
        "spight-2"
    }

    fn title(&self) -> &'static str {
        "Spight's second superko"
    }

    fn sentence(&self) -> &'static str {
        "A play is prohibited if the opponent has made a play in the position T and nobody has passed since, or if the opponent has passed in the position T and the player did not pass at once."
    }

    fn source(&self) -> &'static str {
        "B. Spight, Spight Rules II, Sensei's Library"
    }

    fn has_own_end(&self) -> bool {
        true
    }

    fn on_request(&self) -> bool {
        true
    }

    fn bind(&self, _board: &Board, _rules: &Ruleset) -> Box<dyn KoMoves> {
        Box::new(Spight2)
    }
}

impl KoMoves for Spight2 {
    fn play(&self, _game: &Game, at: &Node, play: &Play) -> Step {
        Step::play(at, play)
            .unless(played(!at.to_move, play.after))
            .unless(passed(!at.to_move, play.after))
            .inserting(played(at.to_move, at.position))
    }

    /// Who passes at once ends the game; so whoever plays on after a pass did not.
    fn pass(&self, game: &Game, at: &Node, steps: &mut Vec<Step>) {
        steps.push(match at.passes {
            0 => Step::pass(at).clearing(PLAYED).inserting(passed(at.to_move, at.position)),
            _ => Step::end(game.end_score(at)),
        });
    }

    fn describe(&self, fact: &Fact, board: &Board) -> String {
        let position = fact.position.text(board);
        let player = fact.colour.map(|colour| colour.to_string()).unwrap_or_default();
        match fact.scope {
            PLAYED => format!("{player} has made a play in the position {position} since the last pass"),
            _ => format!("{player} has passed in the position {position}"),
        }
    }
}
