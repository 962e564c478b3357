//! What is asked about, as Python gives it.

use std::time::Duration;

use kosolver::{Board, Colour, Game, Move, Position, Request, Resources, Ruleset};
use pyo3::prelude::*;

use crate::fault::Fault;
use crate::work::Listener;

/// Who moves, by name.
pub(crate) fn player(name: &str) -> Result<Colour, Fault> {
    match name {
        "black" => Ok(Colour::Black),
        "white" => Ok(Colour::White),
        other => Err(Fault::Other(format!("'{other}' is not a player: write black or white"))),
    }
}

/// A game from a start: board, rules, position (the empty board if none), player to move, moves.
#[derive(FromPyObject)]
pub(crate) struct Start(String, String, Option<String>, String, Vec<String>);

impl Start {
    /// The game and the start position.
    pub fn game(&self) -> Result<(Game, Position, Colour), Fault> {
        let board: Board = self.0.parse()?;
        let rules: Ruleset = self.1.parse()?;
        let game = Game::new(board, rules)?;
        let position = match &self.2 {
            Some(text) => Position::parse(&board, text)?,
            None => Position::EMPTY,
        };
        let to_move = player(&self.3)?;
        game.check_start(position, to_move)?;
        Ok((game, position, to_move))
    }

    /// The moves.
    pub fn moves(&self, board: &Board) -> Result<Vec<Move>, Fault> {
        Ok(self.4.iter().map(|name| Move::parse(board, name)).collect::<Result<_, _>>()?)
    }

    /// The question for its value.
    pub fn request(&self) -> Result<Request, Fault> {
        let (game, position, to_move) = self.game()?;
        let moves = self.moves(game.board())?;
        Ok(Request::new(game, position, to_move)?.after(&moves)?)
    }
}

/// What a call may use: seconds, bytes, nodes, threads; and who is told how far it is.
#[derive(FromPyObject)]
pub(crate) struct Limits(Option<f64>, Option<u64>, Option<u64>, usize, Option<Py<PyAny>>);

impl Limits {
    /// The time, if it is limited.
    pub fn time(&self) -> Result<Option<Duration>, Fault> {
        let duration = |seconds: f64| {
            Duration::try_from_secs_f64(seconds)
                .map_err(|_| Fault::Other(format!("time is {seconds}: write a number of seconds, 0 or more")))
        };
        self.0.map(duration).transpose()
    }

    /// Who is told how far the work is.
    pub fn listener(self) -> Listener {
        Listener(self.4)
    }

    /// How many threads.
    pub fn threads(&self) -> Result<usize, Fault> {
        Resources::default().with_threads(self.3)?;
        Ok(self.3)
    }

    /// The same for a search.
    pub fn resources(&self) -> Result<Resources, Fault> {
        let mut resources = Resources::default().with_threads(self.3)?;
        if let Some(bytes) = self.1 {
            resources = resources.with_memory(bytes)?;
            kosolver_cli::check_memory(bytes).map_err(|fault| Fault::Other(format!("memory: {fault}")))?;
        }
        Ok(resources.with_nodes(self.2).with_time(self.time()?))
    }
}
