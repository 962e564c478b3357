//! Boards to step through: a start, and lines of moves from it.

use kosolver_board::{Board, Colour, Position};
use kosolver_report::{RenderError, board_part, explorer_link};
use kosolver_rules::{Game, Move, Referee};
use serde::Serialize;

use crate::findings::error::StudyError;

/// A board with the lines that can be stepped through on it.
#[derive(Serialize)]
pub(super) struct BoardView {
    pub board: String,
    /// Rows from the top; empty for the empty board.
    pub position: String,
    pub to_play: Colour,
    /// SVG.
    pub drawing: String,
    pub lines: Vec<LineView>,
}

/// A line of moves.
#[derive(Serialize)]
pub(super) struct LineView {
    pub label: String,
    pub steps: Vec<Step>,
    /// Its address in the explorer.
    pub explore: String,
}

/// A position on the way, and how it came about.
#[derive(Serialize)]
pub(super) struct Step {
    title: String,
    /// Rows from the top.
    position: String,
    /// The number of the point where a stone was played, or was not allowed.
    point: Option<u8>,
}

impl BoardView {
    /// A start of a board, without lines.
    ///
    /// # Errors
    /// [`RenderError::Template`] if the library refuses; a board gives it no reason to.
    pub fn of(board: &Board, start: Position, to_play: Colour) -> Result<BoardView, RenderError> {
        Ok(BoardView {
            board: board.to_string(),
            position: if start == Position::EMPTY { String::new() } else { start.text(board) },
            to_play,
            drawing: board_part(board, start, &[])?,
            lines: Vec::new(),
        })
    }

    /// Adds a line under some rules, which may end with a move that they prohibit: it is shown with the
    /// reason.
    ///
    /// # Errors
    /// [`StudyError::Board`] if the board has no such point, [`StudyError::Search`] if another move is
    /// illegal.
    pub fn line(
        &mut self,
        game: &Game,
        rules: &str,
        label: String,
        start: Position,
        moves: &[String],
    ) -> Result<(), StudyError> {
        let board = game.board();
        let mut referee = Referee::new(game.clone(), start, self.to_play);
        let title = format!("{} to play", capital(self.to_play));
        let mut steps = vec![Step { title, position: start.text(board), point: None }];
        let mut legal = moves.len();
        for (number, name) in (1..).zip(moves) {
            let made = Move::parse(board, name)?;
            let point = match made {
                Move::Play(point) => Some(point.number()),
                Move::Pass => None,
            };
            let player = referee.node().to_move;
            let title = match referee.play(made) {
                Ok(()) => format!("{number}. {player} {name}"),
                Err(reason) if number == moves.len() => {
                    legal -= 1;
                    format!("Not allowed: {reason}")
                }
                Err(reason) => return Err(kosolver_search::Error::Illegal { number, reason }.into()),
            };
            steps.push(Step { title, position: referee.position().text(board), point });
        }
        let explore = explorer_link(&self.board, &[rules], &self.position, self.to_play, &moves[..legal]);
        self.lines.push(LineView { label, steps, explore });
        Ok(())
    }
}

/// A player at the beginning of a sentence.
fn capital(player: Colour) -> &'static str {
    match player {
        Colour::Black => "Black",
        Colour::White => "White",
    }
}
