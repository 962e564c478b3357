//! Stones that live, and the regions round them in which the opponent cannot live (`DESIGN.md`, "Decided
//! positions").

use smallvec::SmallVec;

use crate::{Board, Point, PointSet};

/// What a player has for good, if he answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settled {
    /// Stones of his chains that live.
    pub alive: PointSet,
    /// These, and the regions in which the opponent cannot live.
    pub points: PointSet,
}

impl Settled {
    /// Of the player of some stones, all of his; `None` if he has nothing.
    pub fn of(board: &Board, own: PointSet) -> Option<Settled> {
        let rest = board.all() - own;
        // Two eyes are two parts of the rest.
        if board.connected(rest.first()?.bit(), rest) == rest {
            return None;
        }
        let mut alive = own;
        let regions = loop {
            let regions: SmallVec<[PointSet; 16]> = board.parts(board.all() - alive).collect();
            // A region is vital to a chain if all of it is next to the chain.
            let has_two = |chain: &PointSet| {
                let next = board.adjacent(*chain);
                regions.iter().filter(|region| (**region - next).is_empty()).nth(1).is_some()
            };
            let still =
                board.parts(alive).filter(has_two).fold(PointSet::EMPTY, |still, chain| still | chain);
            if still == alive {
                break regions;
            }
            alive = still;
        };
        if alive.is_empty() {
            return None;
        }
        let next = board.adjacent(alive);
        let is_settled =
            |region: &&PointSet| (**region & own).is_empty() && has_no_room(board, **region - next);
        let points = regions.iter().filter(is_settled).fold(alive, |points, region| points | *region);
        Some(Settled { alive, points })
    }
}

/// Whether a part of a region that is its inside, not next to what surrounds it, is too small to live in:
/// at most two points, each with two neighbours or more; two must be adjacent, without a common
/// neighbour.
fn has_no_room(board: &Board, inside: PointSet) -> bool {
    let near = |point: Point| board.adjacent(point.bit());
    let mut points = inside.iter();
    let fits = match [points.next(), points.next(), points.next()] {
        [None, ..] | [Some(_), None, _] => true,
        [Some(one), Some(other), None] => near(one).contains(other) && (near(one) & near(other)).is_empty(),
        _ => false,
    };
    fits && inside.iter().all(|point| near(point).len() > 1)
}
