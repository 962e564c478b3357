//! Boards to step through: a start, and lines of moves from it.

use std::collections::HashMap;

use kosolver_board::{Board, Colour, Position};
use kosolver_report::{
    OpeningRecord, Record, RenderError, Step, board_part, explorer_query, point_of, steps,
};
use kosolver_rules::{Game, Move};
use kosolver_search::{Error, Meter, Resources, Session};
use serde::Serialize;

use crate::error::PublicationError;

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
    /// The step that is shown first.
    pub at: usize,
    /// Its address in the explorer, after the `?`.
    pub explore: String,
}

/// What the values of a position may take.
#[derive(Clone, Copy)]
pub(super) struct Limits {
    /// Nodes for the position that is shown first.
    pub first: u64,
    /// Nodes for each that follows.
    pub later: u64,
    /// Bytes for the tables of a game.
    pub memory: u64,
}

/// What values moves: games by what they are called, with what was found about them.
pub(super) struct Sessions {
    known: HashMap<String, Session>,
    limits: Limits,
    /// After how many moves the position is that is shown first.
    at: usize,
}

impl Sessions {
    /// Without any game yet.
    pub fn new(limits: Limits, at: usize) -> Sessions {
        Sessions { known: HashMap::new(), limits, at }
    }

    /// The session of a game.
    pub fn of(&mut self, game: &Game) -> Result<&mut Session, Error> {
        let resources = Resources::default().with_memory(self.limits.memory)?;
        let made = || Session::with(game.clone(), resources, &Meter::default());
        Ok(self.known.entry(game.to_string()).or_insert_with(made))
    }

    /// The values of all moves after a line of moves from a start; none if they take too many nodes.
    pub fn values(
        &mut self,
        game: &Game,
        start: Position,
        to_move: Colour,
        line: &[Move],
    ) -> Result<Vec<OpeningRecord>, RenderError> {
        let nodes = if line.len() == self.at { self.limits.first } else { self.limits.later };
        let session = self.of(game)?;
        let resources = session.resources().clone().with_nodes(Some(nodes));
        let request =
            session.request(start, to_move)?.after(line)?.with_openings(true).with_resources(resources);
        match session.solve(&request) {
            Ok(solution) => Ok(Record::of(&request, &solution).openings),
            Err(Error::Nodes { .. }) => Ok(Vec::new()),
            Err(error) => Err(error.into()),
        }
    }
}

impl BoardView {
    /// A start of a board, without lines.
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
    /// reason. It is shown from a step on; with sessions, from there on all moves are valued.
    pub fn line(
        &mut self,
        game: &Game,
        rules: &str,
        label: String,
        start: Position,
        moves: &[String],
        (at, sessions): (usize, Option<&mut Sessions>),
    ) -> Result<(), PublicationError> {
        let board = game.board();
        let made: Result<Vec<Move>, _> = moves.iter().map(|name| Move::parse(board, name)).collect();
        let (made, from) = (made?, (start, self.to_play));
        let (mut steps, illegal) = match sessions {
            Some(sessions) => {
                let mut values =
                    |game: &Game, start, first, line: &[Move]| sessions.values(game, start, first, line);
                steps(game, from, &made, at, Some(&mut values))?
            }
            None => steps(game, from, &made, at, None)?,
        };
        let mut legal = moves.len();
        if let Some((number, reason)) = illegal {
            if number < moves.len() {
                return Err(Error::Illegal { number, reason }.into());
            }
            legal -= 1;
            if let Some(last) = steps.last() {
                steps.push(last.then(format!("Not allowed: {reason}"), point_of(made[legal])));
            }
        }
        let explore = explorer_query(&self.board, &[rules], &self.position, self.to_play, &moves[..legal]);
        self.lines.push(LineView { label, steps, at, explore });
        Ok(())
    }
}
