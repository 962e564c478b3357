//! Positions in which a player cannot lose what he has: a bound on the score without a search.

use kosolver_board::{Board, Colour, PointSet, Position};

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
    let mut alive = own;
    loop {
        let lost = own - alive;
        // Regions without a stone of chains that do not live.
        let next_to_lost = board.adjacent(lost);
        let is_vital = |region: PointSet, next: PointSet| (region - next).is_empty();
        let mut still = PointSet::EMPTY;
        for chain in parts(board, alive) {
            let next = board.adjacent(chain);
            // A region whose points are all next to the chain has one of these.
            let touching = parts(board, outside).filter(|region| !(*region & next).is_empty());
            let vital = touching
                .filter(|region| (*region & next_to_lost).is_empty() && is_vital(*region, next));
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
    alive | parts(board, board.all() - alive).filter(has_no_room).fold(PointSet::EMPTY, |all, part| all | part)
}

/// Whether Black scores at least so many points, where that is decided: `None` where it is open. `passed`
/// says that the player to move could end the game by a pass.
pub fn decided(board: &Board, position: Position, mover: Colour, passed: bool, score: i32) -> Option<bool> {
    let points = i32::from(board.points());
    for colour in Colour::BOTH {
        let needed = if colour == Colour::Black { score } else { 1 - score };
        // What is secure is at most what the opponent has not.
        let enemy = position.stones(!colour);
        let secure = secure(board, position.stones(colour));
        if 2 * secure.len() as i32 - points >= needed
            && !(passed && mover != colour && !(secure & enemy).is_empty())
        {
            return Some(colour == Colour::Black);
        }
    }
    None
}
