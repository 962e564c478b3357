//! Boards to draw.

use std::f64::consts::TAU;

use kosolver_board::{Board, Position, Shape};
use kosolver_rules::Score;
use serde::Serialize;

use crate::record::OpeningRecord;
use crate::value::{ValueRecord, Verdict};

/// A board to draw, 40 units to a point.
#[derive(Serialize)]
pub(crate) struct Drawing {
    width: u32,
    height: u32,
    lines: Vec<Line>,
    dots: Vec<Dot>,
}

/// A line between points.
#[derive(Serialize)]
struct Line {
    x1: u32,
    y1: u32,
    x2: u32,
    y2: u32,
    /// Whether it goes on at the other side of the board.
    wraps: bool,
}

/// A point of a board to draw.
#[derive(Serialize)]
struct Dot {
    x: u32,
    y: u32,
    /// Its name, unless rows and columns say it.
    name: Option<Name>,
    /// `black`, `white` or `empty`.
    stone: &'static str,
    /// What is written there.
    label: String,
    /// How good it is for Black, from -5 to 5; none where nothing is known.
    shade: Option<i64>,
    /// Whether it is a best move.
    best: bool,
}

/// The name of a point, and where it is written.
#[derive(Serialize)]
struct Name {
    text: String,
    x: u32,
    y: u32,
}

impl Drawing {
    pub fn of(board: &Board, position: Position, openings: &[OpeningRecord]) -> Drawing {
        let reach = i64::from(board.points());
        let (places, names) =
            if board.shape().has_rows() { (in_rows(board), Vec::new()) } else { on_circle(board) };
        let margin = if names.is_empty() { 20 } else { MARGIN };
        let side =
            |values: &dyn Fn(&(u32, u32)) -> u32| places.iter().map(values).max().unwrap_or(0) + margin;
        let (width, height) = (side(&|place| place.0), side(&|place| place.1));
        let dots = board.all().iter().zip(&places).map(|(point, (x, y))| {
            let name = board.point_name(point);
            let named = names.get(usize::from(point.number()));
            let opening = openings.iter().find(|opening| opening.made == name);
            let value = opening.map(|opening| opening.value);
            let of_five = |score: Score| (score.times(5).floor() + reach - 1).div_euclid(reach).clamp(-5, 5);
            let shade = value.map(|value| match (value.result, value.score) {
                (Verdict::FirstPlayerWins | Verdict::FirstPlayerLoses, Some(score)) => 5 * score.floor(),
                (_, score) => score.map_or(0, of_five),
            });
            Dot {
                x: *x,
                y: *y,
                stone: match position.symbol(point) {
                    'X' => "black",
                    'O' => "white",
                    _ => "empty",
                },
                label: value.map(short).unwrap_or_default(),
                shade,
                best: opening.is_some_and(|opening| opening.best),
                name: named.map(|&(x, y)| Name { text: name, x, y }),
            }
        });
        let lines =
            if board.shape().has_rows() { rows_and_columns(board, width, height) } else { Vec::new() };
        let edges = board.edges().filter(|_| !board.shape().has_rows()).map(|(one, other)| {
            let [(x1, y1), (x2, y2)] = [one, other].map(|point| places[usize::from(point.number())]);
            Line { x1, y1, x2, y2, wraps: false }
        });
        Drawing { width, height, lines: lines.into_iter().chain(edges).collect(), dots: dots.collect() }
    }
}

fn in_rows(board: &Board) -> Vec<(u32, u32)> {
    let columns = board.columns();
    let place = |number: u8| (u32::from(number % columns) * 40 + 20, u32::from(number / columns) * 40 + 20);
    (0..board.points()).map(place).collect()
}

/// Where things are drawn, point by point.
type Places = Vec<(u32, u32)>;

/// Room around points whose names stand outside the circle.
const MARGIN: u32 = 38;

/// Points on a circle, the first at the top; of a star its centre in the middle. Then where their
/// names are written: farther out; that of a centre between two of its lines.
fn on_circle(board: &Board) -> (Places, Places) {
    let centre = u32::from(board.shape() == Shape::Star && board.points() > 2);
    let around = u32::from(board.points()) - centre;
    // Far enough apart for neighbours on the circle, and from the centre.
    let radius =
        if around == 1 { 0.0 } else { (f64::from(around) * 44.0 / TAU).max(f64::from(22 + 26 * centre)) };
    let middle = radius + f64::from(MARGIN);
    let at = |radius: f64, turns: f64| {
        let angle = TAU * turns / f64::from(around);
        let (x, y) = (middle + radius * angle.sin(), middle - radius * angle.cos());
        (x.round() as u32, y.round() as u32)
    };
    let all = |inner: (u32, u32), radius: f64| {
        let ring = (0..around).map(move |number| at(radius, f64::from(number)));
        std::iter::repeat_n(inner, centre as usize).chain(ring).collect()
    };
    (all(at(0.0, 0.0), radius), all(at(26.0, 0.5), radius + 26.0))
}

/// The lines of a grid; those that are rings go on to the edge of the drawing.
fn rows_and_columns(board: &Board, width: u32, height: u32) -> Vec<Line> {
    let (rows, columns) = (u32::from(board.rows()), u32::from(board.columns()));
    // A single point is a short line, so that it is seen.
    let ends = |count: u32, size: u32| if count > 1 { (20, size - 20) } else { (14, 26) };
    let mut lines = Vec::new();
    let (top, bottom) = ends(rows, height);
    for x in (0..columns).map(|column| column * 40 + 20) {
        lines.push(Line { x1: x, y1: top, x2: x, y2: bottom, wraps: false });
        if board.shape() == Shape::Torus && rows > 2 {
            lines.push(Line { x1: x, y1: 0, x2: x, y2: top, wraps: true });
            lines.push(Line { x1: x, y1: bottom, x2: x, y2: height, wraps: true });
        }
    }
    let (left, right) = ends(columns, width);
    for y in (0..rows).map(|row| row * 40 + 20) {
        lines.push(Line { x1: left, y1: y, x2: right, y2: y, wraps: false });
        if board.shape() != Shape::Grid && columns > 2 {
            lines.push(Line { x1: 0, y1: y, x2: left, y2: y, wraps: true });
            lines.push(Line { x1: right, y1: y, x2: width, y2: y, wraps: true });
        }
    }
    lines
}

/// A value in a character or two.
pub(crate) fn short(value: ValueRecord) -> String {
    match value.result {
        Verdict::FirstPlayerWins => "+".to_owned(),
        Verdict::FirstPlayerLoses => "−".to_owned(),
        _ => value.headline().replace('-', "−"),
    }
}
