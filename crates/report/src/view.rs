//! Records as templates see them: words, diagrams, steps.

use std::f64::consts::TAU;

use kosolver_board::{Board, Colour, Position, Shape, points_of};
use kosolver_rules::{Game, Move, Referee, Ruleset, Score};
use serde::Serialize;

use crate::comparison::{BoardComparison, Comparison, Pair, Separator, Solved};
use crate::findings::grid;
use crate::parting::{Event, Parting};
use crate::table::Description;
use crate::{OpeningRecord, Record, Rules, Table, ValueRecord, Verdict, diagram};

/// A comparison in words.
#[derive(Serialize)]
pub(crate) struct ComparisonView<'a> {
    title: &'a str,
    suicide: &'a str,
    rules: &'a [Rules],
    /// Whether optimal play may have no result.
    endless: bool,
    boards: Vec<BoardView<'a>>,
}

#[derive(Serialize)]
pub(crate) struct BoardView<'a> {
    board: &'a str,
    rules: &'a [&'static str],
    /// Rules of the comparison that this board was not solved under.
    left_out: Vec<&'static str>,
    positions: u64,
    starts: usize,
    agreed: usize,
    /// By two rules: how often they differ, and by how much at most.
    matrix: Vec<Vec<Entry>>,
    /// The matrix, drawn for a terminal.
    grid: String,
    separators: Vec<SeparatorView<'a>>,
}

/// One entry of the matrix; nothing on the diagonal.
#[derive(Clone, Serialize)]
pub(crate) struct Entry {
    pub differ: Option<usize>,
    pub sum: String,
    pub largest: String,
    /// What part of the starts, in hundredths.
    pub share: usize,
}

#[derive(Serialize)]
struct SeparatorView<'a> {
    position: &'a str,
    stones: u32,
    diagram: Vec<String>,
    drawing: Drawing,
    values: Vec<ValueView<'a>>,
    pairs: Vec<PairView<'a>>,
}

#[derive(Serialize)]
struct ValueView<'a> {
    ko: &'a str,
    headline: String,
    variation: String,
    /// The board after each move of the variation, the start first.
    steps: Vec<Step>,
}

/// A position on the way, and how it came about.
#[derive(Serialize)]
pub(crate) struct Step {
    pub title: String,
    /// Rows from the top.
    pub position: String,
    /// Where a stone was played.
    pub point: Option<u8>,
}

#[derive(Serialize)]
struct PairView<'a> {
    one: &'a str,
    other: &'a str,
    /// The two values.
    values: [String; 2],
    /// `smallest`, `largest swing`, or both.
    role: &'static str,
    /// Where the rules part, and what each prohibits of the other's variation.
    says: Vec<String>,
}

/// The boards after each move of a line; the referee's, so an illegal move ends it.
pub(crate) fn steps(game: Game, start: Position, to_move: Colour, line: &[Move]) -> Vec<Step> {
    let board = *game.board();
    let mut referee = Referee::new(game, start, to_move);
    let mut steps =
        vec![Step { title: format!("{to_move} to play"), position: start.text(&board), point: None }];
    for (index, &made) in line.iter().enumerate() {
        let player = referee.node().to_move;
        if referee.play(made).is_err() {
            break;
        }
        let point = match made {
            Move::Play(point) => Some(point.number()),
            Move::Pass => None,
        };
        let title = format!("{}. {player} {}", index + 1, made.name(&board));
        steps.push(Step { title, position: referee.position().text(&board), point });
    }
    steps
}

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
    fn of(board: &Board, position: Position, openings: &[OpeningRecord]) -> Drawing {
        let reach = i64::from(board.points());
        let (places, names) =
            if board.shape().has_rows() { (in_rows(board), Vec::new()) } else { on_circle(board) };
        let margin = if names.is_empty() { 20 } else { MARGIN };
        let side =
            |values: &dyn Fn(&(u32, u32)) -> u32| places.iter().map(values).max().unwrap_or(0) + margin;
        let (width, height) = (side(&|place| place.0), side(&|place| place.1));
        let dots = points_of(board.all()).zip(&places).map(|(point, (x, y))| {
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
fn short(value: ValueRecord) -> String {
    match value.result {
        Verdict::FirstPlayerWins => "+".to_owned(),
        Verdict::FirstPlayerLoses => "−".to_owned(),
        _ => value.headline().replace('-', "−"),
    }
}

/// A table in words and drawings.
#[derive(Serialize)]
pub(crate) struct TableView<'a> {
    title: String,
    legend: Vec<String>,
    columns: Vec<&'a str>,
    rows: Vec<RowView<'a>>,
    rules: Vec<Description<'a>>,
}

#[derive(Serialize)]
struct RowView<'a> {
    board: &'a str,
    cells: Vec<CellView<'a>>,
}

#[derive(Serialize)]
struct CellView<'a> {
    name: &'a str,
    headline: String,
    best: String,
    /// What the pass is worth, if it is a legal first move.
    pass: Option<String>,
    bounds: Option<String>,
    drawing: Drawing,
}

impl Table {
    pub(crate) fn view(&self) -> TableView<'_> {
        let cell = |record: &'_ Record| {
            let board: Board = record.board.parse().expect("the name of a board");
            let pass = record.openings.iter().find(|opening| opening.made == "pass");
            CellView {
                name: record.name(),
                headline: record.headline(),
                best: record.best_moves().join(" "),
                pass: pass.map(|opening| short(opening.value) + if opening.best { "*" } else { "" }),
                bounds: record
                    .value
                    .lower
                    .zip(record.value.upper)
                    .map(|(lower, upper)| format!("[{lower}, {upper}]")),
                drawing: Drawing::of(&board, Position::EMPTY, &record.openings),
            }
        };
        let rows =
            self.rows().map(|row| RowView { board: &row[0].board, cells: row.iter().map(cell).collect() });
        TableView {
            title: self.title(),
            legend: self.legend(),
            columns: self.columns(),
            rows: rows.collect(),
            rules: self.descriptions(),
        }
    }
}

/// Moves with their players, Black first.
fn line(moves: &[String]) -> String {
    let players = ["black", "white"].iter().cycle();
    moves.iter().zip(players).map(|(made, player)| format!("{player} {made}")).collect::<Vec<_>>().join(", ")
}

impl Parting {
    /// Where two rules part, in a sentence.
    pub fn sentence(&self, names: [&str; 2]) -> String {
        let start =
            if self.line.is_empty() { "At once".to_owned() } else { format!("After {}", line(&self.line)) };
        match &self.event {
            Event::Prohibited { reason, by, .. } => {
                let allows = names.into_iter().find(|name| name != by).unwrap_or_default();
                format!("{start}: {reason}. {allows} allows it.")
            }
            Event::Over { under, score } => {
                let goes_on = names.into_iter().find(|name| name != under).unwrap_or_default();
                format!("{start}: the game is over under {under}, with {score}. It goes on under {goes_on}.")
            }
            Event::Scores { scores: [one, other] } => {
                format!(
                    "{start}: the game is over, with {one} under {} and {other} under {}.",
                    names[0], names[1]
                )
            }
            Event::Endless => format!("{start}: neither rule ends the game."),
        }
    }
}

impl Separator {
    /// Where the rules part, and which moves of the variations the other rule prohibits.
    fn says(&self, names: [&str; 2]) -> Vec<String> {
        let mut says = vec![self.parting.sentence(names)];
        for (index, found) in self.prohibited.iter().enumerate() {
            if let Some(found) = found {
                says.push(format!(
                    "Move {} of {}'s variation: {}.",
                    found.number, names[index], found.reason
                ));
            }
        }
        if self.prohibited == [None, None] {
            says.push("Neither variation has a move that the other rule prohibits.".to_owned());
        }
        says
    }
}

impl Comparison {
    pub(crate) fn view(&self) -> ComparisonView<'_> {
        ComparisonView {
            title: self.title,
            suicide: &self.suicide,
            rules: &self.rules,
            endless: self.rules.iter().any(|rules| rules.no_result.is_some()),
            boards: self.boards.iter().map(|board| self.board_view(board)).collect(),
        }
    }

    fn board_view<'a>(&'a self, compared: &'a BoardComparison) -> BoardView<'a> {
        let board: Board = compared.board.parse().expect("the name of a board");
        let separators = compared.separators.iter().map(|start| {
            let position = Position::parse(&board, &start.position).expect("a position of the board");
            SeparatorView {
                position: &start.position,
                stones: start.stones,
                diagram: diagram(&board, position),
                drawing: Drawing::of(&board, position, &[]),
                values: start.values.iter().map(|solved| self.value_view(board, position, solved)).collect(),
                pairs: compared.pairs.iter().flat_map(|pair| pair_view(pair, start)).collect(),
            }
        });
        let matrix = self.matrix(compared);
        BoardView {
            board: &compared.board,
            rules: &compared.rules,
            left_out: self
                .rules
                .iter()
                .map(|rules| rules.ko)
                .filter(|ko| !compared.rules.contains(ko))
                .collect(),
            positions: compared.positions,
            starts: compared.starts,
            agreed: compared.agreed,
            grid: grid(&compared.rules, &matrix),
            matrix,
            separators: separators.collect(),
        }
    }

    fn matrix(&self, compared: &BoardComparison) -> Vec<Vec<Entry>> {
        let entry = |one: &str, other: &str| {
            let named = |pair: &&Pair| pair.rules == [one, other] || pair.rules == [other, one];
            match compared.pairs.iter().find(named) {
                Some(pair) => Entry {
                    differ: Some(pair.differ),
                    sum: pair.sum.to_string(),
                    largest: pair.largest.to_string(),
                    share: (100 * pair.differ).div_ceil(compared.starts),
                },
                None => Entry { differ: None, sum: String::new(), largest: String::new(), share: 0 },
            }
        };
        let row = |one: &&str| compared.rules.iter().map(|other| entry(one, other)).collect();
        compared.rules.iter().map(row).collect()
    }

    fn value_view<'a>(&self, board: Board, start: Position, solved: &'a Solved) -> ValueView<'a> {
        let moves: Vec<Move> = solved
            .variation
            .iter()
            .map(|made| Move::parse(&board, made).expect("a move of the board"))
            .collect();
        let suicide = self.suicide.parse().expect("the name of a suicide rule");
        let ko = solved.ko.parse().expect("the name of a ko rule");
        let game = Game::new(board, Ruleset::with_suicide(ko, suicide)).expect("no stones are placed");
        let again = solved.repeats_after.map(|after| format!(" … and again from move {}", after + 1));
        ValueView {
            ko: solved.ko,
            headline: solved.headline(),
            variation: solved.variation.join(" ") + &again.unwrap_or_default(),
            steps: steps(game, start, Colour::Black, &moves),
        }
    }
}

fn pair_view<'a>(pair: &'a Pair, start: &'a crate::Start) -> Option<PairView<'a>> {
    let here = |separator: &Option<Separator>| {
        separator.as_ref().is_some_and(|separator| separator.position == start.position)
    };
    let role = match (here(&pair.smallest), here(&pair.swing)) {
        (true, true) => "smallest and largest swing",
        (true, false) => "smallest",
        (false, true) => "largest swing",
        (false, false) => return None,
    };
    let separator = if here(&pair.smallest) { &pair.smallest } else { &pair.swing };
    let value = |name: &str| {
        let solved = start.values.iter().find(|solved| solved.ko == name);
        solved.map(Solved::headline).unwrap_or_default()
    };
    let says = separator.as_ref().map(|separator| separator.says(pair.rules)).unwrap_or_default();
    Some(PairView { one: pair.rules[0], other: pair.rules[1], values: pair.rules.map(value), role, says })
}
