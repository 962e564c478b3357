//! Positions in which a player cannot lose what he has: a bound on the score without a search.

use kosolver_board::{Board, Colour, PointSet, Position};
use smallvec::SmallVec;

/// The connected parts of a set of points.
fn parts(board: &Board, mut rest: PointSet) -> impl Iterator<Item = PointSet> {
    std::iter::from_fn(move || {
        let part = board.connected(rest.first()?.bit(), rest);
        rest -= part;
        Some(part)
    })
}

/// Points that `own` keeps or takes whoever moves, whatever the opponent does: chains each of which has
/// two regions that are next to it with every point, and the regions beside them in which the
/// opponent has no room to live (docs/scout.md, "Decided positions").
pub fn secure(board: &Board, own: PointSet) -> PointSet {
    let outside = board.all() - own;
    let Some(first) = outside.first() else { return PointSet::EMPTY };
    // Two regions at least, or no chain has two.
    if own.is_empty() || board.connected(first.bit(), outside) == outside {
        return PointSet::EMPTY;
    }
    let regions: SmallVec<[PointSet; 16]> = parts(board, outside).collect();
    let mut alive = own;
    loop {
        let lost = own - alive;
        // Regions without a stone of chains that do not live.
        let next_to_lost = board.adjacent(lost);
        let is_vital = |region: PointSet, next: PointSet| (region - next).is_empty();
        let mut still = PointSet::EMPTY;
        for chain in parts(board, alive) {
            let next = board.adjacent(chain);
            let vital = regions
                .iter()
                .filter(|region| is_vital(**region, next) && (**region & next_to_lost).is_empty());
            if vital.take(2).count() == 2 {
                still |= chain;
            }
        }
        if still == alive {
            break;
        }
        if still.is_empty() {
            return still;
        }
        alive = still;
    }
    let next = board.adjacent(alive);
    let has_no_room = |region: &PointSet| {
        let interior = *region - next;
        let free = |point: PointSet| board.adjacent(point).len() > 1;
        (*region & own).is_empty()
            && match interior.len() {
                0 => true,
                1 => free(interior),
                2 => interior.iter().all(|point| {
                    let point = point.bit();
                    free(point) && !(board.adjacent(point) & interior).is_empty()
                }),
                _ => false,
            }
    };
    alive
        | parts(board, board.all() - alive).filter(has_no_room).fold(PointSet::EMPTY, |all, part| all | part)
}

/// Whether Black scores at least so many points, where that is decided: `None` where it is open. `passed`
/// says that the player to move could end the game by a pass.
pub fn decided(board: &Board, position: Position, mover: Colour, passed: bool, score: i32) -> Option<bool> {
    let secure = Colour::BOTH.map(|colour| secure(board, position.stones(colour)));
    decided_by(board, secure, position, mover, passed, score)
}

/// The same where it is known what Black and White keep or take.
#[inline]
pub(crate) fn decided_by(
    board: &Board,
    secure: [PointSet; 2],
    position: Position,
    mover: Colour,
    passed: bool,
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
