//! Decided positions: whether a player has so many points for good (DESIGN.md, "Decided positions").

use kosolver_board::{Board, Colour, PointSet, Position};

/// The stones of a player that live, and all points that are his for good.
pub(crate) fn for_good(board: &Board, position: Position, player: Colour) -> (PointSet, PointSet) {
    let own = position.stones(player);
    let mut alive = own;
    loop {
        let regions: Vec<PointSet> = board.parts(board.all() - alive).collect();
        let lives = |chain: &PointSet| {
            let next = board.adjacent(*chain);
            regions.iter().filter(|region| (**region - next).is_empty()).count() >= 2
        };
        let living = board.parts(alive).filter(lives).fold(PointSet::EMPTY, |a, b| a | b);
        if living == alive {
            let inside = |region: PointSet| region - board.adjacent(alive);
            let his = |region: &PointSet| {
                !alive.is_empty() && (*region & own).is_empty() && is_small(board, inside(*region))
            };
            return (alive, regions.into_iter().filter(his).fold(alive, |a, b| a | b));
        }
        alive = living;
    }
}

/// Whether nobody can live inside: there is no point, or one, or two that are adjacent and have no
/// neighbour in common; and each has at least two neighbours.
fn is_small(board: &Board, inside: PointSet) -> bool {
    let near: Vec<PointSet> = inside.iter().map(|point| board.adjacent(point.bit())).collect();
    near.iter().all(|near| near.len() >= 2)
        && match near[..] {
            [] | [_] => true,
            [one, other] => !(one & inside).is_empty() && (one & other).is_empty(),
            _ => false,
        }
}
