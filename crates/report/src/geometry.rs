//! Where the points of a board are drawn.

use std::f64::consts::TAU;

use kosolver_board::{Board, Shape};
use serde::Serialize;

/// A board as it is drawn: lines, star points, coordinates, and the place of each point. Points of a
/// grid are 40 units apart; x grows to the right, y downwards.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Geometry {
    /// The width of the drawing.
    pub width: u32,
    /// Its height.
    pub height: u32,
    /// The lines.
    pub lines: Vec<BoardLine>,
    /// The star points, which are marked on the board.
    pub stars: Vec<Place>,
    /// The points in the order of positions.
    pub points: Vec<NamedPlace>,
    /// The coordinates at the edge; on boards without rows the names of the points beside them.
    pub labels: Vec<NamedPlace>,
    /// Whether the points lie in rows and columns.
    pub rows: bool,
}

/// A line between points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct BoardLine {
    /// From here,
    pub x1: u32,
    /// and here,
    pub y1: u32,
    /// to here
    pub x2: u32,
    /// and here.
    pub y2: u32,
    /// Whether it goes on at the other side of the board.
    pub wraps: bool,
}

/// A place in a drawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Place {
    /// From the left.
    pub x: u32,
    /// From the top.
    pub y: u32,
}

/// A place with a text that belongs there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct NamedPlace {
    /// The name of a point, a column or a row.
    pub name: String,
    /// From the left.
    pub x: u32,
    /// From the top.
    pub y: u32,
}

/// From one point of a grid to the next.
const STEP: u32 = 40;
/// From the edge of the wood to the first line, where nothing is written.
const EDGE: u32 = 26;
/// The same where coordinates are written.
const LABELLED: u32 = 42;
/// Where coordinates are written, from the edge of the wood.
const LABEL: u32 = 14;
/// How far lines that wrap go on beyond the last point.
const STUB: u32 = 17;
/// Room around points whose names stand outside the circle.
const MARGIN: u32 = 42;

impl Geometry {
    /// How a board is drawn: with rows and columns where it has them, else with the points on a circle,
    /// the first at the top; of a star the centre in the middle.
    ///
    /// ```
    /// let geometry = kosolver_report::Geometry::of(&"3x4".parse()?);
    /// assert_eq!(geometry.points.len(), 12);
    /// let coordinates: Vec<&str> = geometry.labels.iter().map(|label| label.name.as_str()).collect();
    /// assert_eq!(coordinates, ["A", "B", "C", "D", "3", "2", "1"]);
    /// # Ok::<(), kosolver_board::Error>(())
    /// ```
    pub fn of(board: &Board) -> Geometry {
        if board.shape().has_rows() { in_rows(board) } else { on_circle(board) }
    }
}

fn in_rows(board: &Board) -> Geometry {
    let (rows, columns) = (u32::from(board.rows()), u32::from(board.columns()));
    let at = |row: u32, column: u32| Place { x: LABELLED + column * STEP, y: EDGE + row * STEP };
    let last = at(rows - 1, columns - 1);
    let (width, height) = (last.x + EDGE, last.y + LABELLED);
    let points = board.all().iter().map(|point| {
        let number = u32::from(point.number());
        let Place { x, y } = at(number / columns, number % columns);
        NamedPlace { name: board.point_name(point), x, y }
    });
    let points: Vec<NamedPlace> = points.collect();
    let letters = points[..columns as usize].iter().map(|point| {
        let name = point.name.trim_end_matches(|c: char| c.is_ascii_digit()).to_owned();
        NamedPlace { name, x: point.x, y: height - LABEL }
    });
    let numbers =
        (0..rows).map(|row| NamedPlace { name: (rows - row).to_string(), x: LABEL, y: at(row, 0).y });
    let labels = letters.chain(numbers).collect();
    Geometry { width, height, lines: grid(board, &at), stars: stars(board, &at), points, labels, rows: true }
}

/// The lines of a grid; those that are rings go on a little beyond the last point.
fn grid(board: &Board, at: &dyn Fn(u32, u32) -> Place) -> Vec<BoardLine> {
    let (rows, columns) = (u32::from(board.rows()), u32::from(board.columns()));
    let (first, last) = (at(0, 0), at(rows - 1, columns - 1));
    // A single point is a short line, so that it is seen.
    let ends = |from: u32, to: u32| if from < to { (from, to) } else { (from - 7, to + 7) };
    let mut lines = Vec::new();
    let (top, bottom) = ends(first.y, last.y);
    for x in (0..columns).map(|column| at(0, column).x) {
        lines.push(BoardLine { x1: x, y1: top, x2: x, y2: bottom, wraps: false });
        if board.shape() == Shape::Torus && rows > 2 {
            lines.push(BoardLine { x1: x, y1: top - STUB, x2: x, y2: top, wraps: true });
            lines.push(BoardLine { x1: x, y1: bottom, x2: x, y2: bottom + STUB, wraps: true });
        }
    }
    let (left, right) = ends(first.x, last.x);
    for y in (0..rows).map(|row| at(row, 0).y) {
        lines.push(BoardLine { x1: left, y1: y, x2: right, y2: y, wraps: false });
        if board.shape() != Shape::Grid && columns > 2 {
            lines.push(BoardLine { x1: left - STUB, y1: y, x2: left, y2: y, wraps: true });
            lines.push(BoardLine { x1: right, y1: y, x2: right + STUB, y2: y, wraps: true });
        }
    }
    lines
}

/// The star points: the middle where there is one, and from seven lines on those on the third lines.
fn stars(board: &Board, at: &dyn Fn(u32, u32) -> Place) -> Vec<Place> {
    let marked = |size: u32| -> Vec<u32> {
        let middle = (size % 2 == 1 && size >= 3).then_some(size / 2);
        let thirds = if size >= 7 { vec![2, size - 3] } else { Vec::new() };
        thirds.into_iter().chain(middle).collect()
    };
    let (rows, columns) = (u32::from(board.rows()), u32::from(board.columns()));
    let both = |row: u32| marked(columns).into_iter().map(move |column| (row, column));
    let crossings = marked(rows).into_iter().flat_map(both);
    // Where a middle line meets a third line of the other direction there is none.
    let stars = crossings.filter(|&(row, column)| {
        let middle = |at: u32, size: u32| size % 2 == 1 && at == size / 2;
        middle(row, rows) == middle(column, columns)
    });
    stars.map(|(row, column)| at(row, column)).collect()
}

/// Points on a circle, the first at the top; of a star its centre in the middle. Names are written
/// farther out; that of a centre between two of its lines.
fn on_circle(board: &Board) -> Geometry {
    let centre = u32::from(board.shape() == Shape::Star && board.points() > 2);
    let around = u32::from(board.points()) - centre;
    // Far enough apart for neighbours on the circle, and from the centre.
    let radius =
        if around == 1 { 0.0 } else { (f64::from(around) * 48.0 / TAU).max(f64::from(26 + 30 * centre)) };
    let middle = radius + f64::from(MARGIN);
    let at = |radius: f64, turns: f64| {
        let angle = TAU * turns / f64::from(around);
        let (x, y) = (middle + radius * angle.sin(), middle - radius * angle.cos());
        Place { x: x.round() as u32, y: y.round() as u32 }
    };
    let all = |inner: Place, radius: f64| -> Vec<NamedPlace> {
        let ring = (0..around).map(|number| at(radius, f64::from(number)));
        let places = std::iter::repeat_n(inner, centre as usize).chain(ring);
        let names = board.all().iter().map(|point| board.point_name(point));
        names.zip(places).map(|(name, Place { x, y })| NamedPlace { name, x, y }).collect()
    };
    let points = all(at(0.0, 0.0), radius);
    let labels = all(at(29.0, 0.5), radius + 29.0);
    let size = |value: &dyn Fn(&NamedPlace) -> u32| points.iter().map(value).max().unwrap_or(0) + MARGIN;
    let lines = board.edges().map(|(one, other)| {
        let [from, to] = [one, other].map(|point| &points[usize::from(point.number())]);
        BoardLine { x1: from.x, y1: from.y, x2: to.x, y2: to.y, wraps: false }
    });
    Geometry {
        width: size(&|place| place.x),
        height: size(&|place| place.y),
        lines: lines.collect(),
        stars: Vec::new(),
        labels,
        rows: false,
        points: points.clone(),
    }
}
