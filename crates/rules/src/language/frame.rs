//! The frame of a position: which points are in kos, and the stones on all others.
//!
//! "Two board points are a ko if on them a move of one player followed by a move of the other player
//! repeats the configuration of stones." (R. Jasiek, The Basic Ko Rules, 26 February 1997)

use kosolver_board::{Colour, Point, PointSet, Position};

use crate::{Ban, Fact, Game};

/// The points of all kos of a position, whoever is to move.
///
/// A play leads back to before another only by a retake of one stone with one stone; or both change
/// nothing, as lone suicides do.
pub(super) fn kos(game: &Game, position: Position) -> PointSet {
    let board = game.board();
    let empty = position.empty(board);
    let mut kos = PointSet::EMPTY;
    let mut lone_suicides = [PointSet::EMPTY; 2];
    // Beside another empty point a stone keeps a liberty, and is not taken at once.
    for point in empty.iter().filter(|point| (board.adjacent(point.bit()) & empty).is_empty()) {
        for colour in Colour::BOTH {
            let play = position.play(board, colour, point);
            let Some(play) = play.filter(|play| game.rules().suicide().allows(play.suicide.len())) else {
                continue;
            };
            match Ban::after(board, &play) {
                Ban::None => {}
                Ban::Point(retake) => kos |= point.bit() | retake.bit(),
                Ban::LoneSuicide => lone_suicides[colour as usize] |= point.bit(),
            }
        }
    }
    if lone_suicides.iter().all(|points| !points.is_empty()) {
        kos |= lone_suicides[0] | lone_suicides[1];
    }
    kos
}

/// The positions of a fact about a player, a frame and perhaps a point: first the stones off the kos, then the
/// points of kos as stones of his opponent. The point is a stone of his, in the first if it is in a ko, where
/// no other is, else in the second.
pub(super) fn said(
    position: Position,
    kos: PointSet,
    player: Colour,
    point: Option<Point>,
) -> (Position, Position) {
    let mut off = Position { black: position.black - kos, white: position.white - kos };
    let mut on = Position::EMPTY;
    on.set(kos, Some(!player));
    if let Some(point) = point {
        let board = if kos.contains(point) { &mut off } else { &mut on };
        board.set(point.bit(), Some(player));
    }
    (off, on)
}

/// The points of kos of such a fact, and its point.
pub(super) fn read(fact: &Fact) -> (PointSet, PointSet) {
    let player = fact.colour.unwrap_or(Colour::Black);
    let kos = fact.to.stones(!player);
    (kos, fact.to.stones(player) | fact.position.stones(player) & kos)
}
