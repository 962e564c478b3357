//! Stones that Black places before the first move.

use std::fmt;
use std::str::FromStr;

use kosolver_board::{Colour, Play};

use crate::{Error, Game, Never, Node, Score, Slot, Step, Then, Word};

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
    /// All of them.
    pub const ALL: [Compensation; 3] = [Compensation::None, Compensation::LessOne, Compensation::Full];

    /// The points for this many stones.
    pub fn points(self, handicap: u8) -> Score {
        Score::points(match self {
            Compensation::None => 0,
            Compensation::LessOne => i32::from(handicap.saturating_sub(1)),
            Compensation::Full => i32::from(handicap),
        })
    }
}

impl fmt::Display for Compensation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Compensation::None => "0",
            Compensation::LessOne => "K-1",
            Compensation::Full => "K",
        })
    }
}

impl FromStr for Compensation {
    type Err = Error;

    fn from_str(text: &str) -> Result<Compensation, Error> {
        Compensation::ALL
            .into_iter()
            .find(|compensation| compensation.to_string().eq_ignore_ascii_case(text))
            .ok_or_else(|| Error::Compensation(text.to_owned()))
    }
}

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
