//! Lines of moves, to step through on a page.

use kosolver_board::{Colour, Position};
use kosolver_rules::{Game, Move, Referee};
use serde::Serialize;

/// A position on the way, and how it came about.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Step {
    title: String,
    /// Rows from the top.
    position: String,
    /// The number of the point where a stone was played, or was not allowed.
    point: Option<u8>,
}

impl Step {
    /// The same position once more, to say something else of it and of a point.
    pub fn then(&self, title: String, point: Option<u8>) -> Step {
        Step { title, position: self.position.clone(), point }
    }
}

/// The positions of a line, the start first. The line ends before a move that is illegal.
pub(crate) fn steps(game: Game, (start, to_move): (Position, Colour), line: &[Move]) -> Vec<Step> {
    let board = *game.board();
    let mut referee = Referee::new(game, start, to_move);
    let first = match to_move {
        Colour::Black => "Black to play",
        Colour::White => "White to play",
    };
    let mut steps = vec![Step { title: first.to_owned(), position: start.text(&board), point: None }];
    for (number, &made) in (1..).zip(line) {
        let title = format!("{number}. {} {}", referee.node().to_move, made.name(&board));
        if referee.play(made).is_err() {
            break;
        }
        let point = made.point().map(|point| point.number());
        steps.push(Step { title, position: referee.position().text(&board), point });
    }
    steps
}
