//! Stones that Black places before the first move.

use kosolver_board::{Colour, Play};

use crate::{Game, Never, Node, Score, Slot, Step, Then, Word};

/// What White is given for K handicap stones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Compensation {
    /// Nothing.
    #[default]
    None,
    /// K−1 points.
    LessOne,
    /// K points.
    Full,
}

impl Compensation {
    /// The points for this many stones.
    pub fn points(self, handicap: u8) -> Score {
        Score::points(match self {
            Compensation::None => 0,
            Compensation::LessOne => i32::from(handicap.saturating_sub(1)),
            Compensation::Full => i32::from(handicap),
        })
    }
}

kosolver_board::named!(Compensation, "a compensation for handicap stones", str::eq_ignore_ascii_case, {
    None => "0",
    LessOne => "K-1",
    Full => "K",
});

/// The steps of a node at which Black still has handicap stones to place: a stone on any empty
/// point, never a pass; between two of them White can only pass. Nothing of it is history. With the
/// last stone the game begins: White is to move, and the position is the start position.
pub(crate) fn placements(game: &Game, at: &Node) -> Vec<Step> {
    if at.to_move == Colour::White {
        return vec![Step::pass(at).counting_passes(0)];
    }
    let empty = at.position.empty(game.board()).iter();
    let plays = empty.filter_map(|point| at.position.play(game.board(), at.to_move, point));
    let step = |play: Play| {
        let mut step = Step::play(at, &play).carrying(|memory| {
            let left = memory.number(Slot::HANDICAP) - 1;
            memory.set(Slot::HANDICAP, Word::Number(left));
        });
        if let Then::Node(next) = &step.then
            && !next.memory.flag(Slot::HANDICAP)
        {
            step.inserts = game.first_facts(next);
        }
        if play.suicide.is_empty() { step } else { step.never(Never::Suicide) }
    };
    plays.map(step).collect()
}
