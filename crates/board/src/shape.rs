use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::{Error, Point, PointSet, graph6};

/// Which points of a board are adjacent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Shape {
    /// Rows and columns, as on any Go board: `3x4`.
    Grid,
    /// A grid each of whose rows is closed to a ring: `cylinder:3x4`.
    Cylinder,
    /// A grid whose rows and columns are closed to rings: `torus:3x4`.
    Torus,
    /// A ring: `cycle:5`. Each point is adjacent to the one before and the one after it.
    Cycle,
    /// Every point is adjacent to every other: `complete:5`.
    Complete,
    /// Point 1 is adjacent to all others, and these to nothing else: `star:5` has a centre and
    /// four leaves.
    Star,
    /// Any graph, by McKay's text for it: `graph6:DQc`.
    Graph,
}

impl Shape {
    /// All but the grid, whose text has no name in it, and any graph, which has no sides.
    const NAMED: [Shape; 5] = [Shape::Cylinder, Shape::Torus, Shape::Cycle, Shape::Complete, Shape::Star];

    /// The name in the text of a board; a grid has none.
    fn name(self) -> &'static str {
        match self {
            Shape::Grid => "",
            Shape::Cylinder => "cylinder",
            Shape::Torus => "torus",
            Shape::Cycle => "cycle",
            Shape::Complete => "complete",
            Shape::Star => "star",
            Shape::Graph => "graph6",
        }
    }

    /// Whether points lie in rows and columns. On other boards they are one row.
    pub fn has_rows(self) -> bool {
        matches!(self, Shape::Grid | Shape::Cylinder | Shape::Torus)
    }
}

/// A board of at most 64 points: which points are adjacent, and what they are called.
///
/// Bit layout: the point in row `r` from the top and column `c` from the left, both from
/// 0, is bit `r * columns + c` of a word. Boards without rows and columns are one row, and
/// their points are called 1, 2, 3, ….
///
/// ```text
///   3 rows, 4 columns       names               cycle:4        names
///    0  1  2  3             A3 B3 C3 D3         0  1  2  3     1  2  3  4
///    4  5  6  7             A2 B2 C2 D2
///    8  9 10 11             A1 B1 C1 D1
/// ```
///
/// ```
/// use kosolver_board::Board;
///
/// let square: Board = "2x2".parse()?;
/// let ring: Board = "cycle:4".parse()?;
/// assert_eq!(square.edges().count(), ring.edges().count());
/// assert_eq!((ring.rows(), ring.columns()), (1, 4));
/// // A ring of two points is an edge: there are no double edges, and no loops.
/// assert_eq!("cycle:2".parse::<Board>()?.edges().count(), 1);
/// assert_eq!("graph6:A_".parse::<Board>()?.edges().count(), 1);
/// # Ok::<(), kosolver_board::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Board {
    shape: Shape,
    rows: u8,
    columns: u8,
    all: PointSet,
    not_first_column: PointSet,
    not_last_column: PointSet,
    /// What each point is adjacent to; of a grid nothing, since shifts are faster.
    neighbours: [PointSet; 64],
}

impl Board {
    /// The grid with these numbers of rows and columns.
    ///
    /// # Errors
    /// [`Error::Points`] unless it has 1 to 64 points.
    pub fn new(rows: u64, columns: u64) -> Result<Board, Error> {
        Board::of(Shape::Grid, rows, columns)
    }

    /// The board of a shape with these numbers of rows and columns; shapes without rows have one.
    ///
    /// # Errors
    /// [`Error::Points`] unless it has 1 to 64 points; [`Error::Sides`] if its sides do not make it: for
    /// [`Shape::Graph`], and if a shape without rows has not exactly one.
    pub fn of(shape: Shape, rows: u64, columns: u64) -> Result<Board, Error> {
        let text = || text(shape, rows, columns);
        match rows.checked_mul(columns) {
            Some(1..=64) => {}
            points => return Err(Error::Points { board: text(), points: points.unwrap_or(u64::MAX) }),
        }
        if shape == Shape::Graph || rows != 1 && !shape.has_rows() {
            return Err(Error::Sides(text()));
        }
        let mut board = Board::without_edges(shape, rows as u8, columns as u8);
        let point = |row: u64, column: u64| (row % rows * columns + column % columns) as u8;
        for (row, column) in (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column))) {
            let here = point(row, column);
            match shape {
                Shape::Grid | Shape::Graph => {}
                Shape::Complete => (0..here).for_each(|other| board.join(here, other)),
                Shape::Star => board.join(here, 0),
                Shape::Cylinder | Shape::Torus | Shape::Cycle => {
                    board.join(here, point(row, column + 1));
                    if shape == Shape::Torus || row + 1 < rows {
                        board.join(here, point(row + 1, column));
                    }
                }
            }
        }
        Ok(board)
    }

    /// The board of any graph: for each point the set of those it is adjacent to. What is said of
    /// a pair in one direction holds in both; a point is not adjacent to itself.
    ///
    /// # Errors
    /// [`Error::Points`] unless there are 1 to 64 points.
    ///
    /// # Panics
    /// If a set has points that there are not.
    pub fn graph(neighbours: &[PointSet]) -> Result<Board, Error> {
        let points = neighbours.len();
        if !(1..=64).contains(&points) {
            return Err(Error::Points { board: "the graph".to_owned(), points: points as u64 });
        }
        let mut board = Board::without_edges(Shape::Graph, 1, points as u8);
        for (number, set) in neighbours.iter().enumerate() {
            assert!((*set - board.all).is_empty(), "point {number} is adjacent to points that there are not");
            set.iter().for_each(|other| board.join(number as u8, other.number()));
        }
        Ok(board)
    }

    fn without_edges(shape: Shape, rows: u8, columns: u8) -> Board {
        let all = (0..rows * columns).map(Point::new).collect();
        let column = |column: u8| (0..rows).map(move |row| Point::new(row * columns + column)).collect();
        Board {
            shape,
            rows,
            columns,
            all,
            not_first_column: all - column(0),
            not_last_column: all - column(columns - 1),
            neighbours: [PointSet::EMPTY; 64],
        }
    }

    /// Makes two points adjacent, unless they are one.
    fn join(&mut self, one: u8, other: u8) {
        if one != other {
            self.neighbours[usize::from(one)] |= Point::new(other).bit();
            self.neighbours[usize::from(other)] |= Point::new(one).bit();
        }
    }

    /// Its shape.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// The number of rows; 1 of a board without rows and columns.
    pub fn rows(&self) -> u8 {
        self.rows
    }

    /// The number of columns; that of points of a board without rows and columns.
    pub fn columns(&self) -> u8 {
        self.columns
    }

    /// The number of points, 1 to 64.
    pub fn points(&self) -> u8 {
        self.rows * self.columns
    }

    /// The set of all points.
    pub fn all(&self) -> PointSet {
        self.all
    }

    /// The pairs of adjacent points, each once: the lower number first, in ascending order.
    pub fn edges(&self) -> impl Iterator<Item = (Point, Point)> {
        self.all.iter().flat_map(move |point| {
            let higher = self.adjacent(point.bit()).iter().filter(move |other| *other > point);
            higher.map(move |other| (point, other))
        })
    }

    /// The points adjacent to at least one point of `set`. Points of `set` itself are in it
    /// where they are adjacent to others of `set`.
    #[inline]
    pub fn adjacent(&self, set: PointSet) -> PointSet {
        if self.shape != Shape::Grid {
            return set
                .iter()
                .fold(PointSet::EMPTY, |found, point| found | self.neighbours[usize::from(point.number())]);
        }
        let columns = u32::from(self.columns);
        // checked_shl: on 1x64 a row is the whole word, and there is no other row.
        let down = set.bits().checked_shl(columns).unwrap_or(0);
        let up = set.bits().checked_shr(columns).unwrap_or(0);
        let right = (set & self.not_last_column).bits() << 1;
        let left = (set & self.not_first_column).bits() >> 1;
        PointSet::from_bits(right | left | down | up) & self.all
    }

    /// The part of `within` that is connected, inside `within`, to the points of `seed`.
    #[inline]
    pub fn connected(&self, seed: PointSet, within: PointSet) -> PointSet {
        let mut reached = seed & within;
        let mut new = reached;
        while !new.is_empty() {
            new = (self.adjacent(new) & within) - reached;
            reached |= new;
        }
        reached
    }

    /// The connected parts of a set of points, each with its least point before those of the next.
    #[inline]
    pub fn parts(&self, mut points: PointSet) -> impl Iterator<Item = PointSet> {
        std::iter::from_fn(move || {
            let part = self.connected(points.first()?.bit(), points);
            points -= part;
            Some(part)
        })
    }

    /// The name of a point: a column letter from the left (`I` left out, as Go players do;
    /// after `Z` come `AA`, `AB`, …) and a row number from the bottom. On boards without rows
    /// and columns a number from 1.
    pub fn point_name(&self, point: Point) -> String {
        if !self.shape.has_rows() {
            return (point.number() + 1).to_string();
        }
        let row = point.number() / self.columns;
        let column = point.number() % self.columns;
        format!("{}{}", column_name(column), self.rows - row)
    }

    /// The point with this name, in either case.
    ///
    /// # Errors
    /// [`Error::Point`] if the board has no such point.
    pub fn parse_point(&self, text: &str) -> Result<Point, Error> {
        self.all.iter().find(|&point| self.point_name(point).eq_ignore_ascii_case(text)).ok_or_else(|| {
            Error::Point {
                text: text.to_owned(),
                board: self.to_string(),
                first: self.point_name(Point::new(self.points() - self.columns)),
                last: self.point_name(Point::new(self.columns - 1)),
            }
        })
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

/// The text of a board that its sides make.
fn text(shape: Shape, rows: u64, columns: u64) -> String {
    match (shape, shape.has_rows()) {
        (Shape::Grid, _) => format!("{rows}x{columns}"),
        (_, true) => format!("{}:{rows}x{columns}", shape.name()),
        (_, false) if rows == 1 => format!("{}:{columns}", shape.name()),
        (_, false) => format!("{} of {rows} rows", shape.name()),
    }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&match self.shape {
            Shape::Graph => {
                let neighbours = &self.neighbours[..usize::from(self.columns)];
                format!("{}:{}", self.shape.name(), graph6::write(neighbours))
            }
            shape => text(shape, self.rows.into(), self.columns.into()),
        })
    }
}

// Sixty-four sets of neighbours tell nobody more than the text does.
impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Board({self})")
    }
}

impl FromStr for Board {
    type Err = Error;

    fn from_str(text: &str) -> Result<Board, Error> {
        let fault = || Error::Board(text.to_owned());
        let number = |part: &str| {
            if part.is_empty() || !part.bytes().all(|byte| byte.is_ascii_digit()) {
                return Err(fault());
            }
            part.parse::<u64>().map_err(|_| fault())
        };
        let (shape, sides) = match text.split_once(':') {
            None => (Shape::Grid, text),
            Some((name, graph)) if name.eq_ignore_ascii_case(Shape::Graph.name()) => {
                return Board::graph(&graph6::read(graph)?);
            }
            Some((name, sides)) => {
                let named = Shape::NAMED.into_iter().find(|shape| name.eq_ignore_ascii_case(shape.name()));
                (named.ok_or_else(fault)?, sides)
            }
        };
        if shape.has_rows() {
            let (rows, columns) = sides.split_once(['x', 'X']).ok_or_else(fault)?;
            Board::of(shape, number(rows)?, number(columns)?)
        } else {
            Board::of(shape, 1, number(sides)?)
        }
    }
}

impl Serialize for Board {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Board {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Board, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_checked() {
        assert_eq!("3x4".parse::<Board>().unwrap().to_string(), "3x4");
        assert!(matches!("9x9".parse::<Board>(), Err(Error::Points { points: 81, .. })));
        for bad in ["0x4", "8x9", "99999999999x99999999999", "cycle:0", "star:65", "torus:5x13", "graph6:?"] {
            assert!(matches!(bad.parse::<Board>(), Err(Error::Points { .. })), "{bad}");
        }
        for bad in ["", "x", "3", "3x", "x3", "3x3x3", "-1x3", "+1x3", "3 x3", "axb"] {
            assert!(matches!(bad.parse::<Board>(), Err(Error::Board(_))), "{bad}");
        }
        for bad in
            [":", "cycle", "cycle:", "cycle:3x3", "torus:3", "ring:5", "grid:3x3", "star:-1", "star:+1"]
        {
            assert!(matches!(bad.parse::<Board>(), Err(Error::Board(_))), "{bad}");
        }
        assert!(matches!(Board::of(Shape::Graph, 1, 3), Err(Error::Sides(_))));
        assert!(matches!(Board::of(Shape::Cycle, 2, 3), Err(Error::Sides(_))));
    }

    #[test]
    fn adjacency_is_that_of_a_grid() {
        for (rows, columns) in [(1, 1), (1, 5), (5, 1), (3, 4), (8, 8), (1, 64), (64, 1), (2, 32)] {
            let board = Board::new(rows, columns).unwrap();
            for point in board.all() {
                let (r, c) = (u64::from(point.number()) / columns, u64::from(point.number()) % columns);
                let expected = board
                    .all()
                    .iter()
                    .filter(|other| {
                        let (s, d) =
                            (u64::from(other.number()) / columns, u64::from(other.number()) % columns);
                        r.abs_diff(s) + c.abs_diff(d) == 1
                    })
                    .collect();
                assert_eq!(board.adjacent(point.bit()), expected, "{board} {point:?}");
            }
        }
    }

    /// The edges of a board, by the numbers of the points.
    fn edges(text: &str) -> Vec<(u8, u8)> {
        let board: Board = text.parse().unwrap();
        board.edges().map(|(one, other)| (one.number(), other.number())).collect()
    }

    #[test]
    fn shapes_have_their_edges() {
        assert_eq!(edges("cycle:4"), [(0, 1), (0, 3), (1, 2), (2, 3)]);
        assert_eq!(edges("star:4"), [(0, 1), (0, 2), (0, 3)]);
        assert_eq!(edges("complete:4"), [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]);
        assert_eq!(edges("torus:2x3").len(), 9);
        assert_eq!(edges("torus:3x3").len(), 18);
        assert_eq!(edges("cylinder:2x3"), edges("torus:2x3"));
        assert_eq!(edges("cylinder:3x2"), edges("3x2"));
        assert_eq!(edges("torus:2x2"), edges("2x2"));
        assert_eq!(edges("torus:1x5"), edges("cycle:5"));
        assert_eq!(edges("cylinder:3x1"), edges("3x1"));
        for single in ["cycle:1", "complete:1", "star:1", "torus:1x1", "cylinder:1x1", "graph6:@"] {
            assert!(edges(single).is_empty(), "{single}");
        }
        for pair in ["cycle:2", "complete:2", "star:2", "torus:1x2", "cylinder:1x2", "graph6:A_"] {
            assert_eq!(edges(pair), [(0, 1)], "{pair}");
        }
    }

    #[test]
    fn every_point_has_a_name_of_its_own() {
        for board in ["1x64", "64x1", "8x8", "2x30", "torus:8x8", "cylinder:2x30", "cycle:64", "star:9"] {
            let board: Board = board.parse().unwrap();
            for point in board.all() {
                assert_eq!(board.parse_point(&board.point_name(point)), Ok(point));
            }
        }
        let board: Board = "3x4".parse().unwrap();
        assert_eq!(board.point_name(Point::new(0)), "A3");
        assert_eq!(board.parse_point("d1"), Ok(Point::new(11)));
        assert_eq!("1x9".parse::<Board>().unwrap().point_name(Point::new(8)), "J1");
        assert!(board.parse_point("E1").is_err());
        let ring: Board = "cycle:12".parse().unwrap();
        assert_eq!(ring.parse_point("12"), Ok(Point::new(11)));
        for bad in ["0", "13", "A1", "01", "+1"] {
            let error = ring.parse_point(bad).unwrap_err().to_string();
            assert_eq!(error, format!("'{bad}' is not a point of cycle:12: its points are 1 to 12"));
        }
    }
}
