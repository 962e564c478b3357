//! What a guide says of positions: first proof numbers of nodes.

use std::sync::Arc;

use kosolver_board::{Board, Colour, Point, Position};
use kosolver_rules::Ban;
use kosolver_scout::State;
use kosolver_tablebase::{Hint, Hints};

use crate::concurrent::sync::AtomicU32;
use crate::concurrent::{Budget, Records, read, write};
use crate::guide::{Advisor, Allowance, safe};

/// How much harder it looks to win for the player who is behind by the guide (docs/search.md).
const FAR: u32 = 1000;

/// The same where only the ordinary ko rule decides who is ahead: a fight may turn it round.
const FAR_BY_KO: u32 = 30;

/// What guides a search.
#[derive(Clone)]
pub(crate) enum Guide {
    /// The table of its board without a ko rule, and perhaps that under the ordinary one, which decides more
    /// positions.
    Table { free: Arc<Hints>, basic: Option<Arc<Hints>> },
    /// The points that both players cannot lose (`guide/life.rs`).
    Life,
    /// What has learned, or looked ahead, for a goal; and what that may cost.
    Advisor(Arc<dyn Advisor>, i32, Arc<Allowance>),
}

/// A node as far as a guide looks at it: the number of its position, the area of its stones, the player
/// to move and whether there was a pass.
#[derive(Clone, Copy)]
pub(crate) struct View {
    pub position: u32,
    pub area: i32,
    pub mover: Colour,
    pub passed: bool,
}

impl View {
    /// What a scout sees, given the play that basic ko would prohibit.
    fn state(&self, position: Position, ban: Ban) -> State {
        State { position, mover: self.mover, passed: self.passed, ban }
    }
}

/// What a guide says of positions, each looked up when it is asked for the first time.
pub(crate) struct Probes {
    guide: Guide,
    board: Board,
    /// By position: for each colour a word of the guide, or 0 if that was not looked up yet.
    words: Records<2>,
    /// The same of the table under the ordinary ko rule.
    basic_words: Records<2>,
}

impl Probes {
    /// For so many positions of a board.
    pub(crate) fn new(guide: Guide, board: Board, most: u32, threads: u32) -> Probes {
        let [words, basic_words] = [most; 2].map(|most| Records::new(most, threads));
        Probes { guide, board, words, basic_words }
    }

    pub(crate) fn guide(&self) -> &Guide {
        &self.guide
    }

    /// Whether the guide takes it that a ko which was taken right after a pass may be retaken at once; `None` if it
    /// does not look at bans.
    pub(crate) fn passes_lift(&self) -> Option<bool> {
        let Guide::Advisor(advisor, ..) = &self.guide else { return None };
        advisor.passes_lift()
    }

    /// The bytes of the budget that it has taken.
    pub(crate) fn bytes(&self) -> u64 {
        self.words.bytes() + self.basic_words.bytes()
    }

    /// How hard it looks for Black and for White to win a node at a goal, twice a score less one: few for
    /// the player who is ahead by the guide, and more the longer it takes him; many for the other. `None`
    /// if neither is ahead.
    #[inline]
    pub(crate) fn numbers(
        &self,
        view: View,
        position: impl Fn() -> Position,
        ban: impl Fn() -> Ban,
        goal: i32,
        budget: &Budget,
    ) -> Option<[u32; 2]> {
        let points = i32::from(self.board.points());
        match &self.guide {
            Guide::Table { free, basic } => {
                let ahead = |table: &Hints, words: &Records<2>| {
                    let words = words.reach(view.position, budget);
                    fill(words, &position, |position, attacker| table.about(position, attacker).word());
                    let forced = |attacker: Colour| {
                        let area = if attacker == Colour::Black { view.area } else { -view.area };
                        let hint = Hint::of_word(read(&words[attacker as usize]));
                        hint.forced(points, area, attacker == view.mover, view.passed)
                    };
                    ahead(points, goal, Colour::BOTH.map(forced))
                };
                if let Some(ahead) = ahead(free, &self.words) {
                    return Some(ahead.numbers(4, FAR));
                }
                Some(ahead(basic.as_ref()?, &self.basic_words)?.numbers(1, FAR_BY_KO))
            }
            // It answers for the goal of its question, or for that with the colours exchanged.
            Guide::Advisor(advisor, own, _) if goal == *own => advisor.numbers(view.state(position(), ban())),
            Guide::Advisor(advisor, own, _) if goal == -own => {
                let [white, black] = advisor.numbers(view.state(position(), ban()).inverted())?;
                Some([black, white])
            }
            Guide::Advisor(..) => None,
            Guide::Life => {
                let board = &self.board;
                let words = self.words.reach(view.position, budget);
                fill(words, &position, |position, attacker| {
                    1 | safe(board, position, attacker).len() << 8 | position.empty(board).len() << 16
                });
                let forced = |attacker: Colour| {
                    let word = read(&words[attacker as usize]);
                    Some((2 * (points - (word >> 8 & 0xff) as i32), (word >> 16) as u16))
                };
                Some(ahead(points, goal, Colour::BOTH.map(forced))?.numbers(4, FAR))
            }
        }
    }
}

impl Probes {
    /// The point of the move to look at first, in the frame of the view; `None` if no guide knows of one.
    #[inline]
    pub(crate) fn first(
        &self,
        view: View,
        position: impl Fn() -> Position,
        ban: Ban,
        goal: i32,
        first_time: bool,
    ) -> Option<Point> {
        let Guide::Advisor(advisor, own, allowance) = &self.guide else { return None };
        if goal.abs() != own.abs() {
            return None;
        }
        allowance.visit();
        let state = view.state(position(), ban);
        let state = if goal == *own { state } else { state.inverted() };
        advisor.first(state, first_time.then_some(&**allowance))
    }
}

/// Looks a position up for both colours if it has not been.
fn fill(words: &[AtomicU32; 2], position: impl Fn() -> Position, word: impl Fn(Position, Colour) -> u32) {
    if read(&words[1]) == 0 {
        let position = position();
        for (place, attacker) in words.iter().zip(Colour::BOTH) {
            write(place, word(position, attacker));
        }
    }
}

/// Who is ahead, and the moves to the end.
struct Ahead {
    colour: Colour,
    moves: u16,
}

impl Ahead {
    /// Numbers for Black and for White: one more for each so many moves, and so many more for the player
    /// who is behind.
    fn numbers(self, moves: u32, far: u32) -> [u32; 2] {
        let near = 1 + u32::from(self.moves) / moves;
        match self.colour {
            Colour::Black => [near, far + near],
            Colour::White => [far + near, near],
        }
    }
}

/// Who is ahead, if anybody is, where each can force to fall short of the whole board by so much, in so
/// many moves.
fn ahead(points: i32, goal: i32, forced: [Option<(i32, u16)>; 2]) -> Option<Ahead> {
    match forced {
        [Some((deficit, moves)), _] if 2 * (points - deficit) > goal => {
            Some(Ahead { colour: Colour::Black, moves })
        }
        [_, Some((deficit, moves))] if 2 * (deficit - points) < goal => {
            Some(Ahead { colour: Colour::White, moves })
        }
        _ => None,
    }
}
