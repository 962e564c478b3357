use kosolver_board::{Board, Colour, Play, Position};

use super::{KoMoves, KoRule};
use crate::{Fact, FactList, Game, Node, Ruleset, Scope, Slot, Step, Word};

/// Wilton Kee's rules of 5 March 2007, for two players.
///
/// The *situation to play* is the board together with the board that the opponent passed last, if
/// he has passed.
#[derive(Debug)]
pub(super) struct Kee2007;

/// "This player has had this situation to play": the second position is the board that his opponent
/// had passed last.
const HAD: Scope = Scope(0);
/// The same before the opponent's first pass.
const HAD_BEFORE_PASSES: Scope = Scope(1);

fn had(player: Colour, board: Position, passed: Option<Position>) -> Fact {
    match passed {
        Some(passed) => Fact::about(HAD, board).of(player).to(passed),
        None => Fact::about(HAD_BEFORE_PASSES, board).of(player),
    }
}

/// The board that a player has passed last.
fn last_passed(node: &Node, player: Colour) -> Option<Position> {
    node.memory.board(Slot::LAST_PASSED.of(player))
}

/// The situation to play of the player to move.
fn situation(node: &Node) -> Fact {
    had(node.to_move, node.position, last_passed(node, !node.to_move))
}

impl KoRule for Kee2007 {
    fn name(&self) -> &'static str {
        "kee-2007"
    }

    fn title(&self) -> &'static str {
        "Kee's situation to play"
    }

    fn sentence(&self) -> &'static str {
        "A play is prohibited if the opponent has had before, to play, T together with the same board last passed by the player."
    }

    fn source(&self) -> &'static str {
        "W. Kee, rules of 5 March 2007"
    }

    /// A pass on another board makes every board new for the opponent.
    fn has_long_fights(&self) -> bool {
        true
    }

    fn has_own_end(&self) -> bool {
        true
    }

    fn end(&self) -> &'static str {
        "both players pass consecutively the same situation: the same board, which the opponent passed last"
    }

    fn bind(&self, _board: &Board, _rules: &Ruleset) -> Box<dyn KoMoves> {
        Box::new(Kee2007)
    }
}

impl KoMoves for Kee2007 {
    fn start(&self, start: &Node) -> FactList {
        self.implied(start)
    }

    fn implied(&self, node: &Node) -> FactList {
        FactList::from([situation(node)])
    }

    fn play(&self, _game: &Game, at: &Node, play: &Play) -> Step {
        let produced = had(!at.to_move, play.after, last_passed(at, at.to_move));
        Step::play(at, play).unless(produced).inserting(produced)
    }

    /// A pass that answers a pass faces this board, passed last by the opponent. The opponent
    /// faced the same situation if he, too, had it passed last by his opponent.
    fn pass(&self, game: &Game, at: &Node, steps: &mut Vec<Step>) {
        if at.passes > 0 && last_passed(at, at.to_move) == Some(at.position) {
            steps.push(Step::end(game.end_score(at)));
            return;
        }
        let faced = had(!at.to_move, at.position, Some(at.position));
        let last = Slot::LAST_PASSED.of(at.to_move);
        let pass = Step::pass(at).carrying(|memory| memory.set(last, Word::Board(at.position)));
        steps.push(pass.inserting(faced));
    }

    fn describe(&self, fact: &Fact, board: &Board) -> String {
        let player = fact.colour.map(|colour| colour.to_string()).unwrap_or_default();
        let position = fact.position.text(board);
        match fact.scope {
            HAD => {
                let passed = fact.to.text(board);
                format!("{player} has had {position} to play before, {passed} passed last by his opponent")
            }
            _ => format!("{player} has had {position} to play before, nothing passed by his opponent"),
        }
    }
}
