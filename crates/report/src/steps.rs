//! Lines of moves, to step through on a page.

use kosolver_board::{Colour, Position};
use kosolver_rules::{Game, Illegal, Move, Never, Referee};
use serde::Serialize;

use crate::drawing::{outcome, shade, short};
use crate::format::RenderError;
use crate::record::OpeningRecord;

/// What finds the values of all moves after a line of moves from a start.
pub type Valuer<'a> =
    dyn FnMut(&Game, Position, Colour, &[Move]) -> Result<Vec<OpeningRecord>, RenderError> + 'a;

/// A position on the way, and how it came about.
#[derive(Clone, Debug, Serialize)]
pub struct Step {
    title: String,
    /// Rows from the top.
    position: String,
    /// The number of the point where a stone was played, or was not allowed.
    point: Option<u8>,
    /// What a move to each point is worth: the text, the class of its colour, and `best` if it is; empty
    /// where nobody can play. Left out where it was not asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    values: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pass: Option<String>,
    /// Whether the values were asked for, and take too much to find.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    unknown: bool,
    /// Why the past forbids a move, for each that it does.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    forbidden: Vec<String>,
}

impl Step {
    /// A position, and how it came about.
    fn new(title: String, position: String, point: Option<u8>) -> Step {
        Step { title, position, point, values: Vec::new(), pass: None, unknown: false, forbidden: Vec::new() }
    }

    /// The same position once more, to say something else of it and of a point.
    pub fn then(&self, title: String, point: Option<u8>) -> Step {
        Step::new(title, self.position.clone(), point)
    }

    /// With what each move is worth as the game stands.
    fn valued(mut self, referee: &Referee, moves: &[OpeningRecord]) -> Step {
        let board = referee.game().board();
        let text = |name: String| {
            let found = moves.iter().find(|opening| opening.made == name)?;
            let best = if found.best { " best" } else { "" };
            let colour = shade(outcome(found.value), board.points());
            Some(format!("{} {colour}{best}", short(found.value)))
        };
        self.unknown = moves.is_empty();
        let points = board.all().iter().filter(|_| !moves.is_empty());
        self.values = points.map(|point| text(board.point_name(point)).unwrap_or_default()).collect();
        self.pass = text(Move::Pass.name(board));
        let plays = referee.position().empty(board).iter().map(Move::Play);
        self.forbidden = plays.filter_map(|made| by_past(referee, made)).collect();
        self
    }
}

/// Why the past forbids a move.
fn by_past(referee: &Referee, made: Move) -> Option<String> {
    match referee.why_illegal(made)? {
        reason @ (Illegal::History { .. }
        | Illegal::Never { reason: Never::BasicKo | Never::MustPass, .. }) => Some(reason.to_string()),
        _ => None,
    }
}

/// The number of a move, from 1, and why it is illegal.
pub type IllegalMove = (usize, Illegal);

/// The positions of a line, the start first. The line ends before a move that is illegal, which is
/// returned with them.
///
/// The moves after `known` of them are valued, if somebody values moves.
///
/// # Errors
/// Those of the one who values moves.
pub fn steps(
    game: &Game,
    (start, to_move): (Position, Colour),
    line: &[Move],
    known: usize,
    mut valuer: Option<&mut Valuer>,
) -> Result<(Vec<Step>, Option<IllegalMove>), RenderError> {
    let board = *game.board();
    let mut referee = Referee::new(game.clone(), start, to_move);
    let mut steps = Vec::new();
    let mut title = format!("{} to play", capital(to_move));
    let mut point = None;
    for number in 0..=line.len() {
        let mut step = Step::new(title, referee.position().text(&board), point);
        if let Some(valuer) = valuer.as_mut().filter(|_| number >= known && referee.outcome().is_none()) {
            step = step.valued(&referee, &valuer(game, start, to_move, &line[..number])?);
        }
        steps.push(step);
        let Some(&made) = line.get(number) else { break };
        title = format!("{}. {} {}", number + 1, referee.node().to_move, made.name(&board));
        point = point_of(made);
        if let Err(reason) = referee.play(made) {
            return Ok((steps, Some((number + 1, reason))));
        }
    }
    Ok((steps, None))
}

/// The number of the point of a play.
pub fn point_of(made: Move) -> Option<u8> {
    match made {
        Move::Play(point) => Some(point.number()),
        Move::Pass => None,
    }
}

/// A player at the beginning of a sentence.
fn capital(player: Colour) -> &'static str {
    match player {
        Colour::Black => "Black",
        Colour::White => "White",
    }
}
