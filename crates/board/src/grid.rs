use std::fmt;
use std::str::FromStr;

use crate::{Error, Point, points_of};

/// A rectangular board of at most 64 points: which points are adjacent, and what they
/// are called.
///
/// Bit layout: the point in row `r` from the top and column `c` from the left, both from
/// 0, is bit `r * columns + c` of a word.
///
/// ```text
///   3 rows, 4 columns       names
///    0  1  2  3             A3 B3 C3 D3
///    4  5  6  7             A2 B2 C2 D2
///    8  9 10 11             A1 B1 C1 D1
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    rows: u8,
    columns: u8,
    all: u64,
    not_first_column: u64,
    not_last_column: u64,
}

impl Board {
    /// The board with these numbers of rows and columns.
    ///
    /// # Errors
    /// [`Error::Points`] unless it has 1 to 64 points.
    pub fn new(rows: u64, columns: u64) -> Result<Board, Error> {
        match rows.checked_mul(columns) {
            Some(1..=64) => {}
            _ => return Err(Error::Points { rows, columns }),
        }
        let points = rows * columns;
        let all = u64::MAX >> (64 - points);
        let first_column = (0..rows).fold(0, |set, row| set | 1 << (row * columns));
        Ok(Board {
            rows: rows as u8,
            columns: columns as u8,
            all,
            not_first_column: all & !first_column,
            not_last_column: all & !(first_column << (columns - 1)),
        })
    }

    /// The number of rows.
    pub fn rows(&self) -> u8 {
        self.rows
    }

    /// The number of columns.
    pub fn columns(&self) -> u8 {
        self.columns
    }

    /// The number of points, 1 to 64.
    pub fn points(&self) -> u8 {
        self.rows * self.columns
    }

    /// The set of all points.
    pub fn all(&self) -> u64 {
        self.all
    }

    /// The points adjacent to at least one point of `set`. Points of `set` itself are in it
    /// where they are adjacent to others of `set`.
    #[inline]
    pub fn adjacent(&self, set: u64) -> u64 {
        let columns = u32::from(self.columns);
        // checked_shl: on 1x64 a row is the whole word, and there is no other row.
        let down = set.checked_shl(columns).unwrap_or(0);
        let up = set.checked_shr(columns).unwrap_or(0);
        ((set & self.not_last_column) << 1 | (set & self.not_first_column) >> 1 | down | up) & self.all
    }

    /// The part of `within` that is connected, inside `within`, to the points of `seed`.
    #[inline]
    pub fn connected(&self, seed: u64, within: u64) -> u64 {
        let mut reached = seed & within;
        loop {
            let next = (reached | self.adjacent(reached)) & within;
            if next == reached {
                return reached;
            }
            reached = next;
        }
    }

    /// The name of a point: a column letter from the left (`I` left out, as Go players do;
    /// after `Z` come `AA`, `AB`, …) and a row number from the bottom.
    pub fn point_name(&self, point: Point) -> String {
        let row = point.number() / self.columns;
        let column = point.number() % self.columns;
        format!("{}{}", column_name(column), self.rows - row)
    }

    /// The point with this name, in either case.
    ///
    /// # Errors
    /// [`Error::Point`] if the board has no such point.
    pub fn parse_point(&self, text: &str) -> Result<Point, Error> {
        points_of(self.all).find(|&point| self.point_name(point).eq_ignore_ascii_case(text)).ok_or_else(
            || Error::Point {
                text: text.to_owned(),
                board: self.to_string(),
                last: self.point_name(Point::new(self.columns - 1)),
            },
        )
    }
}

/// Column letters as on Go boards: no `I`.
fn column_name(column: u8) -> String {
    const LETTERS: &[u8; 25] = b"ABCDEFGHJKLMNOPQRSTUVWXYZ";
    let letter = char::from(LETTERS[usize::from(column) % LETTERS.len()]);
    match usize::from(column) / LETTERS.len() {
        0 => letter.to_string(),
        lap => format!("{}{letter}", char::from(LETTERS[lap - 1])),
    }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}x{}", self.rows, self.columns))
    }
}

impl FromStr for Board {
    type Err = Error;

    fn from_str(text: &str) -> Result<Board, Error> {
        let fault = || Error::Board(text.to_owned());
        let (rows, columns) = text.split_once(['x', 'X']).ok_or_else(fault)?;
        let number = |part: &str| {
            if part.is_empty() || !part.bytes().all(|byte| byte.is_ascii_digit()) {
                return Err(fault());
            }
            part.parse().map_err(|_| fault())
        };
        Board::new(number(rows)?, number(columns)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_checked() {
        assert_eq!("3x4".parse::<Board>().unwrap().to_string(), "3x4");
        assert!(matches!("9x9".parse::<Board>(), Err(Error::Points { rows: 9, columns: 9 })));
        for bad in ["0x4", "8x9", "99999999999x99999999999"] {
            assert!(matches!(bad.parse::<Board>(), Err(Error::Points { .. })), "{bad}");
        }
        for bad in ["", "x", "3", "3x", "x3", "3x3x3", "-1x3", "+1x3", "3 x3", "axb"] {
            assert!(matches!(bad.parse::<Board>(), Err(Error::Board(_))), "{bad}");
        }
    }

    #[test]
    fn adjacency_is_that_of_a_grid() {
        for (rows, columns) in [(1, 1), (1, 5), (5, 1), (3, 4), (8, 8), (1, 64), (64, 1), (2, 32)] {
            let board = Board::new(rows, columns).unwrap();
            for point in points_of(board.all()) {
                let (r, c) = (u64::from(point.number()) / columns, u64::from(point.number()) % columns);
                let expected = points_of(board.all())
                    .filter(|other| {
                        let (s, d) =
                            (u64::from(other.number()) / columns, u64::from(other.number()) % columns);
                        r.abs_diff(s) + c.abs_diff(d) == 1
                    })
                    .fold(0, |set, other| set | other.bit());
                assert_eq!(board.adjacent(point.bit()), expected, "{board} {point:?}");
            }
        }
    }

    #[test]
    fn every_point_has_a_name_of_its_own() {
        for board in ["1x64", "64x1", "8x8", "2x30"] {
            let board: Board = board.parse().unwrap();
            for point in points_of(board.all()) {
                assert_eq!(board.parse_point(&board.point_name(point)), Ok(point));
            }
        }
        let board: Board = "3x4".parse().unwrap();
        assert_eq!(board.point_name(Point::new(0)), "A3");
        assert_eq!(board.parse_point("d1"), Ok(Point::new(11)));
        assert_eq!("1x9".parse::<Board>().unwrap().point_name(Point::new(8)), "J1");
        assert!(board.parse_point("E1").is_err());
    }
}
