//! Smaller boards inside a larger one: who is ahead where the board itself is too large for a table.
//!
//! A **window** is a place where a smaller rectangle lies in a larger one. What is outside is cut off,
//! as if the edge of the board were there. A table of the smaller board says who is ahead in each
//! window. The more windows agree, the surer is the guess for the whole board. (Guesses from smaller
//! problems are known as pattern databases: J. Culberson and J. Schaeffer, 1998.)

use std::sync::Arc;

use kosolver_board::{Board, Colour, Point, PointSet, Position, Shape};
use kosolver_tablebase::Hints;

use crate::guide::safe;

/// The places where a rectangle lies in a larger one, and its table.
pub(crate) struct Windows {
    table: Arc<Hints>,
    /// For each point of the smaller board, in order, the point of the larger.
    places: Vec<Vec<Point>>,
}

/// What the windows of a position say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Lean {
    /// In how many of [`Lean::ALL`] windows White is ahead; those in which nobody is count half.
    pub white: u32,
    /// The moves to the end, on average over the windows in which somebody is ahead.
    pub moves: u32,
}

impl Lean {
    /// As if there were so many windows.
    pub(crate) const ALL: u32 = 16;

    /// Stands for nobody's being ahead.
    const NOBODY: Lean = Lean { white: 31, moves: 0 };

    /// One word, never 0, of what is known of a goal.
    pub(crate) fn word(lean: Option<Lean>, goal: i32) -> u32 {
        let Lean { white, moves } = lean.unwrap_or(Lean::NOBODY);
        Lean::mark(goal) | moves.min(0x3ff) << 5 | white
    }

    /// What such a word says, if it is of this goal.
    pub(crate) fn of_word(word: u32, goal: i32) -> Option<Option<Lean>> {
        let lean = Lean { white: word & 0x1f, moves: word >> 5 & 0x3ff };
        (word >> 16 == Lean::mark(goal) >> 16).then(|| (lean != Lean::NOBODY).then_some(lean))
    }

    fn mark(goal: i32) -> u32 {
        // Scores are at most 64 points in all but a few questions. Those are asked, too: two goals
        // that are mistaken for each other make a poor guess.
        ((goal + 0x100) as u32) << 16
    }
}

/// Whether a rectangle lies in another one, as it is or turned by a quarter. None lies in itself.
pub(crate) fn lies_in(smaller: &Board, larger: &Board) -> bool {
    let are_grids = [smaller, larger].iter().all(|board| board.shape() == Shape::Grid);
    let fits = |rows, columns| rows <= larger.rows() && columns <= larger.columns();
    let (rows, columns) = (smaller.rows(), smaller.columns());
    are_grids && smaller != larger && (fits(rows, columns) || fits(columns, rows))
}

/// Where a rectangle lies in another one: for each point of the smaller the point of the larger.
fn places(smaller: &Board, larger: &Board) -> Vec<Vec<Point>> {
    let (rows, columns) = (smaller.rows(), smaller.columns());
    let mut places = Vec::new();
    for turned in [false, true] {
        let (height, width) = if turned { (columns, rows) } else { (rows, columns) };
        if height > larger.rows() || width > larger.columns() || turned && rows == columns {
            continue;
        }
        for top in 0..=larger.rows() - height {
            for left in 0..=larger.columns() - width {
                let place = |point: u8| {
                    let (row, column) = (point / columns, point % columns);
                    let (row, column) = if turned { (column, row) } else { (row, column) };
                    Point::new((top + row) * larger.columns() + left + column)
                };
                places.push((0..smaller.points()).map(place).collect());
            }
        }
    }
    places
}

impl Windows {
    /// The windows of a table's board in a larger board, in which it must lie.
    pub(crate) fn new(table: Arc<Hints>, board: &Board) -> Windows {
        let places = places(table.game().board(), board);
        debug_assert!(!places.is_empty(), "the smaller board lies in the larger");
        Windows { table, places }
    }

    /// Who is ahead at a position of the larger board; `None` if nobody is in any window. `goal` is twice
    /// the score that Black wants, less one.
    pub(crate) fn lean(&self, board: &Board, position: Position, goal: i32, mover: Colour) -> Option<Lean> {
        let [black, white] = Colour::BOTH.map(|colour| safe(board, position, colour).len() as i32);
        let (points, moves) = (i32::from(board.points()), position.empty(board).len());
        if 2 * (2 * black - points) > goal {
            return Some(Lean { white: 0, moves });
        }
        if 2 * (points - 2 * white) < goal {
            return Some(Lean { white: Lean::ALL, moves });
        }
        let smaller = self.table.game().board();
        let part = i32::from(smaller.points());
        // In proportion to the points; for White the same with the sign turned.
        let reaches = |deficit: i32, sign: i32| 2 * (part - deficit) * points > sign * goal * part;
        let (mut windows, mut ahead, mut moves) = (0, [0, 0], 0);
        for place in &self.places {
            let cut = |stones: PointSet| -> PointSet {
                let inside = (0..).map(Point::new).zip(place).filter(|(_, point)| stones.contains(**point));
                inside.map(|(point, _)| point).collect()
            };
            let window = Position { black: cut(position.black), white: cut(position.white) };
            // The edge may take the last liberty of a chain.
            if !window.is_legal(smaller) {
                continue;
            }
            windows += 1;
            let area = window.area(smaller);
            for (colour, sign) in Colour::BOTH.into_iter().zip([1, -1]) {
                let hint = self.table.about(window, colour);
                let forced = hint.forced(part, sign * area, mover == colour, false);
                if let Some((deficit, distance)) = forced
                    && reaches(deficit, sign)
                {
                    ahead[colour as usize] += 1;
                    moves += u32::from(distance);
                    break;
                }
            }
        }
        let [black, white] = ahead;
        let moves = moves.checked_div(black + white)?;
        // The same for both colours, also where sixteenths are rounded.
        let part = |one: u32, other: u32| Lean::ALL * (windows + one - other) / (2 * windows);
        let white = if white < black { part(white, black) } else { Lean::ALL - part(black, white) };
        Some(Lean { white, moves })
    }
}

#[cfg(test)]
mod tests {
    use kosolver_board::legal_positions;
    use kosolver_rules::Suicide;
    use kosolver_tablebase::{Progress, Size};

    use super::*;

    fn board(text: &str) -> Board {
        text.parse().unwrap()
    }

    fn windows(smaller: &str, larger: &str) -> Windows {
        let setting = Hints::setting(board(smaller), Suicide::Forbidden).unwrap();
        let table = Hints::solve(setting, Size(1 << 30), &Progress::default()).unwrap();
        Windows::new(Arc::new(table), &board(larger))
    }

    #[test]
    fn a_rectangle_lies_in_larger_ones() {
        let count = |smaller, larger| places(&board(smaller), &board(larger)).len();
        assert_eq!(count("4x5", "5x5"), 4);
        assert_eq!(count("4x4", "5x5"), 4);
        assert_eq!(count("2x3", "3x3"), 4);
        assert_eq!(count("3x4", "3x5"), 2);
        assert_eq!(count("3x2", "3x5"), 4 + 2 * 3);
        // A table of a board serves that turned by a quarter.
        assert!(lies_in(&board("4x3"), &board("3x4")));
        assert_eq!(count("4x3", "3x4"), 1);
        for (smaller, larger) in [("3x4", "3x4"), ("2x5", "3x4"), ("2x2", "torus:3x3")] {
            assert!(!lies_in(&board(smaller), &board(larger)), "{smaller} {larger}");
        }
        for text in ["2x3", "3x2"] {
            let smaller = board(text);
            for place in places(&smaller, &board("4x3")) {
                for (one, other) in smaller.edges() {
                    let [one, other] = [one, other].map(|point| place[usize::from(point.number())]);
                    assert!(board("4x3").adjacent(one.bit()).contains(other));
                }
            }
        }
    }

    /// Two windows: the three columns on the left and those on the right.
    #[test]
    fn windows_say_who_is_ahead() {
        let (windows, board) = (windows("2x3", "2x4"), board("2x4"));
        let lean = |rows, points: i32, mover| {
            let position = Position::parse(&board, rows).unwrap();
            windows.lean(&board, position, 2 * points - 1, mover).map(|lean| lean.white)
        };
        assert_eq!(lean(".XX./.XX.", 8, Colour::White), Some(0));
        assert_eq!(lean(".OO./.OO.", -7, Colour::White), Some(Lean::ALL));
        // On the left Black gets all; on the right nobody is ahead, which counts half.
        assert_eq!(lean(".X../.X..", 8, Colour::Black), Some(Lean::ALL / 4));
        // Black is ahead on the left, White on the right.
        assert_eq!(lean("X.O./.XO.", 1, Colour::White), Some(Lean::ALL / 2));
        assert_eq!(lean("..../....", 8, Colour::White), None);
    }

    /// The guess is the same for both colours, and for all images of a position.
    #[test]
    fn windows_have_the_symmetries_of_the_board() {
        let (windows, board) = (windows("2x2", "3x3"), board("3x3"));
        for position in legal_positions(&board).step_by(7) {
            for (goal, mover) in [(1, Colour::Black), (17, Colour::White), (-5, Colour::Black)] {
                let lean = windows.lean(&board, position, goal, mover);
                for symmetry in kosolver_board::Symmetry::all(&board) {
                    let image = symmetry.position(position);
                    assert_eq!(windows.lean(&board, image, goal, mover), lean);
                }
                let other = windows.lean(&board, position.inverted(), -goal, !mover);
                assert_eq!(other.map(|lean| lean.moves), lean.map(|lean| lean.moves));
                let white = other.map(|other| Lean::ALL - other.white);
                assert_eq!(white, lean.map(|lean| lean.white));
                assert_eq!(Lean::of_word(Lean::word(lean, goal), goal), Some(lean));
                assert_eq!(Lean::of_word(Lean::word(lean, goal), goal + 2), None);
                assert_eq!(Lean::of_word(0, goal), None);
            }
        }
    }
}
