//! Boards to draw, with what stands and what is written on them.

use kosolver_board::{Board, Colour, Position};
use kosolver_rules::{Outcome, Score};
use minijinja::context;
use minijinja::value::Serde;
use serde::Serialize;

use crate::format::RenderError;
use crate::geometry::Geometry;
use crate::page::page;
use crate::record::OpeningRecord;
use crate::text::WIDTH;
use crate::value::{ValueRecord, Verdict};

/// The look of a board: wood, lines, stones, and the colours of values, as a style sheet. The pages of
/// reports have it, and other pages that draw a [`Geometry`] with the same classes can.
pub const BOARD_STYLE: &str = include_str!("../templates/board.css");

/// What the style sheet refers to: the wood and the stones, as an SVG that draws nothing itself. A page
/// has it once.
pub const BOARD_DEFINITIONS: &str = include_str!("../templates/definitions.svg");

#[derive(Serialize)]
pub(crate) struct Drawing {
    #[serde(flatten)]
    geometry: Geometry,
    dots: Vec<Dot>,
}

/// A point of a board to draw.
#[derive(Serialize)]
struct Dot {
    x: u32,
    y: u32,
    /// `black`, `white` or `empty`.
    stone: &'static str,
    label: String,
    /// The class of its colour; none where nothing is known.
    shade: Option<String>,
    /// Whether it is a best move.
    best: bool,
}

/// The class of a colour that says how good a score is for Black: from `white5` over `even` to
/// `black5`. A fifth of the points of the board is a step.
///
/// ```
/// use kosolver_report::shade;
/// use kosolver_rules::{Outcome, Score};
///
/// assert_eq!(shade(Outcome::Score(Score::points(9)), 9), "black5");
/// assert_eq!(shade(Outcome::Score(Score::points(-1)), 9), "white1");
/// assert_eq!(shade(Outcome::NoResult, 9), "even");
/// ```
pub fn shade(outcome: Outcome, points: u8) -> String {
    // Rounded away from 0: however little somebody wins by, it is shown.
    let fifths = |score: Score| -(-score.abs().times(5)).floor().div_euclid(i64::from(points));
    match outcome {
        Outcome::NoResult => "even".to_owned(),
        Outcome::Win(winner) => format!("{winner}5"),
        Outcome::Score(score) if score == Score::ZERO => "even".to_owned(),
        Outcome::Score(score) => {
            let winner = if score > Score::ZERO { Colour::Black } else { Colour::White };
            format!("{winner}{}", fifths(score).clamp(1, 5))
        }
    }
}

impl Drawing {
    /// Width and height.
    pub fn size(&self) -> (u32, u32) {
        (self.geometry.width, self.geometry.height)
    }

    /// Where each point is, and what stands there: `black`, `white` or `empty`.
    pub fn places(&self) -> Vec<(u32, u32, &'static str)> {
        self.dots.iter().map(|dot| (dot.x, dot.y, dot.stone)).collect()
    }

    pub fn of(board: &Board, position: Position, openings: &[OpeningRecord]) -> Drawing {
        let geometry = Geometry::of(board);
        let dots = board.all().iter().zip(&geometry.points).map(|(point, place)| {
            let opening = openings.iter().find(|opening| opening.made == place.name);
            let value = opening.map(|opening| opening.value);
            Dot {
                x: place.x,
                y: place.y,
                stone: match position.symbol(point) {
                    'X' => "black",
                    'O' => "white",
                    _ => "empty",
                },
                label: value.map(short).unwrap_or_default(),
                shade: value.map(|value| shade(value.outcome(), board.points())),
                best: opening.is_some_and(|opening| opening.best),
            }
        });
        let dots = dots.collect();
        Drawing { geometry, dots }
    }
}

/// A board as an SVG of its own: its stones, and on the points of first moves what they are worth.
///
/// ```
/// use kosolver_board::{Board, Position};
/// use kosolver_report::board_svg;
///
/// let board: Board = "3x3".parse()?;
/// let svg = board_svg(&board, Position::parse(&board, "X../.O./...")?, &[])?;
/// assert!(svg.starts_with("<svg xmlns=") && svg.ends_with("</svg>\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`RenderError::Template`] if the library refuses; a board gives it no reason to.
pub fn board_svg(
    board: &Board,
    position: Position,
    openings: &[OpeningRecord],
) -> Result<String, RenderError> {
    drawn(board, position, openings, BOARD_STYLE, BOARD_DEFINITIONS)
}

/// A board as a part of a page that has [`BOARD_STYLE`] and [`BOARD_DEFINITIONS`]: what [`board_svg`]
/// draws, without them.
///
/// # Errors
/// As [`board_svg`].
pub fn board_part(
    board: &Board,
    position: Position,
    openings: &[OpeningRecord],
) -> Result<String, RenderError> {
    drawn(board, position, openings, "", "")
}

fn drawn(
    board: &Board,
    position: Position,
    openings: &[OpeningRecord],
    style: &'static str,
    definitions: &'static str,
) -> Result<String, RenderError> {
    let label = format!("{board}: {}", position.text(board));
    let drawn = Serde(Drawing::of(board, position, openings));
    let alone = context! { drawn, label, style, definitions };
    let text = page("alone.html", alone, WIDTH)?;
    Ok(text.trim().to_owned() + "\n")
}

/// A value in a character or two.
pub(crate) fn short(value: ValueRecord) -> String {
    match value.result {
        Verdict::FirstPlayerWins => "+".to_owned(),
        Verdict::FirstPlayerLoses => "−".to_owned(),
        _ => value.headline().replace('-', "−"),
    }
}
