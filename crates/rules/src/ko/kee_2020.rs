use kosolver_board::{Board, Play, Position};

use super::{KoMoves, KoRule};
use crate::{Fact, FactList, Game, Node, Ruleset, Scope, Slot, Step};

/// Wilton Kee's rules of 8 October 2020, for two players: a pass initialises the board for the
/// next player.
#[derive(Debug)]
pub(super) struct Kee2020;

/// "This board has appeared, and no other has been initialised since."
const APPEARED: Scope = Scope(0);
/// "This board has been initialised for this player."
const INITIALISED: Scope = Scope(1);

fn appeared(board: Position) -> Fact {
    Fact::about(APPEARED, board)
}

impl KoRule for Kee2020 {
    fn name(&self) -> &'static str {
        "kee-2020"
    }

    fn title(&self) -> &'static str {
        "Kee's initialised boards"
    }

    fn sentence(&self) -> &'static str {
        "A pass initialises the board for the next player. A play is prohibited if T has appeared before and no other board has been initialised since, or if the board has just been initialised for the player and had been before."
    }

    fn source(&self) -> &'static str {
        "W. Kee, rules of 8 October 2020"
    }

    fn has_own_end(&self) -> bool {
        true
    }

    fn end(&self) -> &'static str {
        "both players pass consecutively on the same board, initialised for each of them"
    }

    fn bind(&self, _board: &Board, _rules: &Ruleset) -> Box<dyn KoMoves> {
        Box::new(Kee2020)
    }
}

impl KoMoves for Kee2020 {
    fn start(&self, start: &Node) -> FactList {
        self.implied(start)
    }

    fn implied(&self, node: &Node) -> FactList {
        FactList::from([appeared(node.position)])
    }

    fn play(&self, _game: &Game, at: &Node, play: &Play) -> Step {
        let appeared = appeared(play.after);
        Step::play(at, play).unless(appeared).inserting(appeared)
    }

    /// The first of consecutive passes is made on a board that nobody initialised, so the third ends
    /// the game. A board initialised for the next player before leaves him only a pass.
    fn pass(&self, game: &Game, at: &Node, steps: &mut Vec<Step>) {
        if at.passes >= 2 {
            steps.push(Step::end(game.end_score(at)));
            return;
        }
        let initialised = Fact::about(INITIALISED, at.position).of(!at.to_move);
        let pass = |must_pass| {
            Step::pass(at)
                .clearing(APPEARED)
                .inserting(appeared(at.position))
                .carrying(|memory| memory.set_flag(Slot::MUST_PASS, must_pass))
        };
        steps.push(pass(true).when(initialised));
        steps.push(pass(false).without(initialised).inserting(initialised));
    }

    fn describe(&self, fact: &Fact, board: &Board) -> String {
        let position = fact.position.text(board);
        match fact.colour {
            None => {
                format!("the board {position} has appeared before, and no other has been initialised since")
            }
            Some(player) => format!("the board {position} was initialised for {player} before"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_must_pass_has_only_a_pass() {
        let board: Board = "1x3".parse().unwrap();
        let game = Game::new(board, "kee-2020".parse().unwrap()).unwrap();
        let node = Node { passes: 1, ..Node::new(Position::EMPTY, kosolver_board::Colour::White) };
        let free = game.steps(&node);
        assert_eq!(
            free.iter()
                .filter(|step| step.legality != crate::Legality::Never(crate::Never::MustPass))
                .count(),
            5
        );
        let bound = game.steps(&node.carrying(|memory| memory.set_flag(Slot::MUST_PASS, true)));
        assert_eq!(bound.iter().filter(|step| step.legality == crate::Legality::Always).count(), 2);
        assert!(bound.iter().all(|step| step.made == crate::Move::Pass
            || step.legality == crate::Legality::Never(crate::Never::MustPass)));
    }
}
