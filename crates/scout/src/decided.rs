//! Positions in which a player cannot lose what he has: a bound on the score without a search.

use kosolver_board::{Board, Colour, PointSet, Settled};

use crate::state::State;

/// Points that `own` keeps or takes whoever moves, whatever the opponent does, if the past is ignored
/// (docs/scout.md, "Decided positions").
pub fn secure(board: &Board, own: PointSet) -> PointSet {
    Settled::of(board, own).map_or(PointSet::EMPTY, |settled| settled.points)
}

/// What players keep or take by their stones, which come again and again. It takes memory when it is asked first.
#[derive(Default)]
pub(crate) struct Secured(Vec<[PointSet; 2]>);

impl Secured {
    /// The logarithm of the sets that are known.
    const SETS: u32 = 14;

    /// [`secure`].
    #[inline]
    pub(crate) fn of(&mut self, board: &Board, own: PointSet) -> PointSet {
        if self.0.is_empty() {
            // Without stones nothing is kept.
            self.0.resize(1 << Secured::SETS, [PointSet::EMPTY; 2]);
        }
        // The multiplier of D. Knuth's multiplicative hashing (1973).
        let place = own.bits().wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (u64::BITS - Secured::SETS);
        let known = &mut self.0[place as usize];
        if known[0] != own {
            *known = [own, secure(board, own)];
        }
        known[1]
    }
}

/// Whether Black scores at least so many points, where that is decided: `None` where it is open.
pub fn decided(board: &Board, state: State, score: i32) -> Option<bool> {
    let secure = Colour::BOTH.map(|colour| secure(board, state.position.stones(colour)));
    decided_by(board, secure, state, score)
}

/// The same where it is known what Black and White keep or take.
#[inline]
pub(crate) fn decided_by(
    board: &Board,
    secure: [PointSet; 2],
    State { position, mover, passed, .. }: State,
    score: i32,
) -> Option<bool> {
    let points = i32::from(board.points());
    for (colour, secure) in Colour::BOTH.into_iter().zip(secure) {
        let needed = if colour == Colour::Black { score } else { 1 - score };
        let enemy = position.stones(!colour);
        if 2 * secure.len() as i32 - points >= needed
            && !(passed && mover != colour && !(secure & enemy).is_empty())
        {
            return Some(colour == Colour::Black);
        }
    }
    None
}
