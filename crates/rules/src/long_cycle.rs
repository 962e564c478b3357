//! Where captures could go on for ever: play ends when a situation comes again (R. Jasiek,
//! "Japanese 2003 Rules", long cycles). If the cycle removed as many black as white stones the
//! game has no result; else the side that lost fewer wins it, which is no number of points.
//!
//! Stones are removed as often as they are played and not left on the board. So if a situation
//! comes again, the players having moved in turn, White has lost as many stones more than Black as
//! Black has passed more often: the cycle is judged by counting passes.

use kosolver_board::{Colour, Position};

use crate::{Fact, Game, Legality, Memory, Node, Scope, Score, Slot, Step, Then, Word};

/// "This position has occurred with this player to move when Black had passed so much more often
/// than White."
const SITUATION: Scope = Scope(0);

pub(crate) fn situation(position: Position, to_move: Colour, net_passes: i32) -> Fact {
    Fact::about(SITUATION, position).of(to_move).at(net_passes as i16 as u16)
}

/// The facts a history starts with.
pub(crate) fn start(start: &Node) -> Fact {
    situation(start.position, start.to_move, start.memory.number(Slot::NET_PASSES))
}

/// What a move is if a situation that comes again ends the game: a step for each number of passes
/// there can have been when it occurred before, and one that goes on.
pub(crate) fn judged(game: &Game, step: Step, steps: &mut Vec<Step>) {
    let next = match &step.then {
        Then::Node(next) if !matches!(step.legality, Legality::Never(_)) => next,
        _ => return steps.push(step),
    };
    let (position, to_move) = (next.position, next.to_move);
    let now = next.memory.number(Slot::NET_PASSES);
    let (least, most) = next.memory.range(Slot::NET_PASSES_RANGE);
    let mut goes_on = step.clone();
    for before in least..=most {
        let occurred = situation(position, to_move, before);
        let score = match now.cmp(&before) {
            std::cmp::Ordering::Greater => Score::WIN,
            std::cmp::Ordering::Equal => game.rules().no_result(),
            std::cmp::Ordering::Less => -Score::WIN,
        };
        steps.push(Step { then: Then::End(score), ..step.clone() }.when(occurred));
        goes_on = goes_on.without(occurred);
    }
    steps.push(goes_on.inserting(situation(position, to_move, now)));
}

/// Counts one more pass.
pub(crate) fn count_pass(memory: &mut Memory, player: Colour) {
    let now = memory.number(Slot::NET_PASSES);
    let now = match player {
        Colour::Black => now + 1,
        Colour::White => now - 1,
    };
    assert!(i16::try_from(now).is_ok(), "fewer than 2^15 passes");
    let (least, most) = memory.range(Slot::NET_PASSES_RANGE);
    memory.set(Slot::NET_PASSES, Word::Balance(now));
    memory.set(Slot::NET_PASSES_RANGE, Word::Range(least.min(now), most.max(now)));
}

/// The fact in words.
pub(crate) fn describe(fact: &Fact, board: &kosolver_board::Board) -> String {
    let mover = fact.colour.map(|colour| colour.to_string()).unwrap_or_default();
    format!("the position {} with {mover} to move has occurred before", fact.position.text(board))
}
