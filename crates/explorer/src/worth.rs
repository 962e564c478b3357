//! Values as the page shows them.

use kosolver::report::{ValueRecord, shade};
use kosolver::rules::Score;
use kosolver::{Colour, Outcome, Value};
use serde::Serialize;

use crate::people::minus;

/// A value: how the game ends under perfect play from here on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Worth {
    /// Black's score; left out where there is no result, and where only winning counts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<Score>,
    /// Who wins; left out of a draw, and where there is no result.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub winner: Option<Colour>,
    /// Where play can go on for ever: what Black gets if endless play is the worst for him.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lower: Option<Score>,
    /// Where play can go on for ever: what Black gets if endless play is the best for him.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub upper: Option<Score>,
    /// The value in a few characters, as it stands on a point: `+3`, `−2`, `0`, `NR`, `B` or `W`.
    pub label: String,
    /// The value in words.
    pub words: String,
    /// What both players can force where play can go on for ever, in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bounds: Option<String>,
    /// The class of its colour, from `white5` over `even` to `black5`.
    pub shade: String,
}

impl Worth {
    /// A value on a board with so many points.
    pub fn of(value: &Value, points: u8) -> Worth {
        let winner = match value.outcome {
            Outcome::Win(winner) => Some(winner),
            Outcome::Score(score) if score > Score::ZERO => Some(Colour::Black),
            Outcome::Score(score) if score < Score::ZERO => Some(Colour::White),
            Outcome::Score(_) | Outcome::NoResult => None,
        };
        let (label, words) = match value.outcome {
            Outcome::NoResult => ("NR".to_owned(), "no result".to_owned()),
            Outcome::Win(Colour::Black) => ("B".to_owned(), "Black wins".to_owned()),
            Outcome::Win(Colour::White) => ("W".to_owned(), "White wins".to_owned()),
            Outcome::Score(score) => (label(score), words(score)),
        };
        let score = match value.outcome {
            Outcome::Score(score) => Some(score),
            Outcome::NoResult | Outcome::Win(_) => None,
        };
        let (lower, upper) = value.bounds.unzip();
        Worth {
            score,
            winner,
            lower,
            upper,
            label,
            words,
            bounds: ValueRecord::of(value, Colour::Black).bounds_in_words().map(|words| minus(&words)),
            shade: shade(value.outcome, points),
        }
    }
}

/// What the player to move loses by a move: how much worse the game is for him after it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Loss {
    /// The points lost; left out where only winning counts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub points: Option<Score>,
    /// The loss in a few characters, as it stands on a point: `✓` if nothing is lost, `−2`, or `✗` if the
    /// game is.
    pub label: String,
    /// The loss in words.
    pub words: String,
    /// The class of its colour, from `loss0`, which is a best move, to `loss5`.
    pub shade: String,
}

impl Loss {
    /// What is lost by a move after which the game has a value, on a board with so many points.
    pub fn of(lost: Score, after: &Value, points: u8) -> Loss {
        // A step of the colours is a fifth of the points of the board, rounded up.
        let fifths = -(-lost.times(5)).floor().div_euclid(i64::from(points));
        let win_or_loss = matches!(after.outcome, Outcome::Win(_));
        let (label, words) = if lost <= Score::ZERO {
            ("✓".to_owned(), "loses nothing".to_owned())
        } else if win_or_loss {
            ("✗".to_owned(), "loses the game".to_owned())
        } else {
            let unit = if lost == Score::points(1) { "point" } else { "points" };
            (format!("−{lost}"), format!("loses {lost} {unit}"))
        };
        Loss {
            points: (!win_or_loss).then_some(lost),
            label,
            words,
            shade: format!("loss{}", fifths.clamp(0, 5)),
        }
    }
}

fn label(score: Score) -> String {
    let sign = match score.cmp(&Score::ZERO) {
        std::cmp::Ordering::Less => "−",
        std::cmp::Ordering::Equal => "",
        std::cmp::Ordering::Greater => "+",
    };
    format!("{sign}{}", score.abs())
}

/// Who wins, and by how much.
fn words(score: Score) -> String {
    if score == Score::ZERO {
        return "a draw".to_owned();
    }
    let winner = if score > Score::ZERO { "Black" } else { "White" };
    format!("{winner} wins by {}", score.abs())
}
