//! Unconditional life and the territory it encloses: a guess at who is ahead where no table fits.
//!
//! A chain lives *unconditionally* if it cannot be captured even when its owner always passes
//! (D. B. Benson, "Life in the game of Go", Information Sciences 10, 1976). A region that such chains
//! enclose, and in which the opponent has no room for two eyes, is their owner's territory if he
//! answers (M. Müller, "Playing it safe", 1997; E. van der Werf et al., "Solving Go on small boards",
//! 2003).

use std::ops::BitOr;

use kosolver_board::{Board, Colour, PointSet, Position};
use smallvec::SmallVec;

/// The stones of a player that live unconditionally.
pub(crate) fn alive(board: &Board, position: Position, colour: Colour) -> PointSet {
    let (own, empty) = (position.stones(colour), position.empty(board));
    let mut regions: SmallVec<[PointSet; 16]> = board.parts(board.all() - own).collect();
    let mut alive = own;
    loop {
        // A region is vital to a chain if each of its empty points is next to the chain.
        let has_two = |chain: &PointSet| {
            let beyond = empty - board.adjacent(*chain);
            regions.iter().filter(|region| (**region & beyond).is_empty()).nth(1).is_some()
        };
        let still = board.parts(alive).filter(has_two).fold(PointSet::EMPTY, PointSet::bitor);
        if still == alive {
            return alive;
        }
        alive = still;
        // Regions count that only living chains enclose.
        regions.retain(|region| (board.adjacent(*region) & (own - alive)).is_empty());
    }
}

/// The points of a player that the opponent can hardly take from him: stones that live
/// unconditionally, and what they enclose where the opponent has no room for two eyes.
pub(crate) fn safe(board: &Board, position: Position, colour: Colour) -> PointSet {
    let alive = alive(board, position, colour);
    if alive.is_empty() {
        return alive;
    }
    // An eye of the opponent is not next to a stone that cannot be captured.
    let next = board.adjacent(alive);
    let one_eye_at_most = |region: &PointSet| {
        let room = *region - next;
        room.iter().all(|point| (room - point.bit() - board.adjacent(point.bit())).is_empty())
    };
    alive | board.parts(board.all() - alive).filter(one_eye_at_most).fold(PointSet::EMPTY, PointSet::bitor)
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use kosolver_board::{Point, legal_positions};
    use kosolver_rules::{Game, Suicide};
    use kosolver_tablebase::{Hints, Progress, Size};

    use super::*;

    /// The stones of Black that White can capture while Black always passes.
    fn capturable(board: &Board, position: Position, known: &mut HashMap<Position, PointSet>) -> PointSet {
        if let Some(found) = known.get(&position) {
            return *found;
        }
        // White's suicide is left out: it gives White nothing. So positions do not come again.
        let plays = board.all().iter().filter_map(|point| position.play(board, Colour::White, point));
        let found = plays.filter(|play| play.suicide.is_empty()).fold(PointSet::EMPTY, |found, play| {
            found | play.captured | (capturable(board, play.after, known) & position.black)
        });
        known.insert(position, found);
        found
    }

    #[test]
    fn the_living_are_those_that_cannot_be_captured() {
        for text in ["1x7", "2x4", "3x3", "cycle:6", "torus:2x3", "star:5"] {
            let board: Board = text.parse().unwrap();
            let mut known = HashMap::new();
            for position in legal_positions(&board) {
                let stand = position.black - capturable(&board, position, &mut known);
                let shown = position.text(&board);
                assert_eq!(alive(&board, position, Colour::Black), stand, "{text} {shown}");
                assert_eq!(alive(&board, position.inverted(), Colour::White), stand, "{text} {shown}");
            }
        }
    }

    #[test]
    fn territory_is_where_the_opponent_has_no_room() {
        // Each with the points that are Black's: `x` where they are not stones of his.
        let cases = [
            ("1x5", ".X.X.", "xXxXx"),
            // One eye; two eyes that are not vital, since White can fill them from inside.
            ("1x5", "XX.XX", "....."),
            ("1x7", "..X.X..", "......."),
            // The chain in the middle needs both its eyes, and the outside belongs to nobody.
            ("3x5", "XXXXX/X.X.X/XXXXX", "XXXXX/XxXxX/XXXXX"),
            // Two white stones in a corner have no room for two eyes; three points in a row have.
            ("4x4", ".X.X/XXXX/..OO/....", "xXxX/XXXX/..../...."),
            ("3x4", ".X.X/XXXX/.OO.", "xXxX/XXXX/xxxx"),
            ("4x4", ".X.X/XXXX/...X/O..X", "xXxX/XXXX/xxxX/xxxX"),
        ];
        for (text, rows, expected) in cases {
            let board: Board = text.parse().unwrap();
            let position = Position::parse(&board, rows).unwrap();
            let marks = (0..).zip(expected.chars().filter(|mark| *mark != '/'));
            let expected = marks.filter(|(_, mark)| *mark != '.').map(|(number, _)| Point::new(number));
            assert_eq!(safe(&board, position, Colour::Black), expected.collect(), "{rows}");
        }
    }

    /// What is safe is no more than what its owner can force if play may go on for ever.
    #[test]
    fn the_table_knows_what_is_safe() {
        for text in ["2x4", "3x3", "2x5"] {
            let game = Game::new(text.parse().unwrap(), "psk".parse().unwrap()).unwrap();
            let (board, points) = (game.board(), i32::from(game.board().points()));
            let table = Hints::solve(
                Hints::setting(*board, Suicide::Forbidden).unwrap(),
                Size(1 << 30),
                &Progress::default(),
            )
            .unwrap();
            for position in legal_positions(board) {
                let black = safe(board, position, Colour::Black).len() as i32;
                for moves_first in [false, true] {
                    let hint = table.about(position, Colour::Black);
                    let forced = hint.forced(points, position.area(board), moves_first, false);
                    let short = forced.map_or(2 * points, |(deficit, _)| deficit);
                    assert!(short <= 2 * (points - black), "{text} {} {moves_first}", position.text(board));
                }
            }
        }
    }
}
