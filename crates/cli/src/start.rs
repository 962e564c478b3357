//! The start of a game.

use anyhow::{Context, Result};
use clap::Args;
use kosolver_board::{Board, Colour, Position};
use kosolver_rules::{Game, Move};
use kosolver_search::Request;

use crate::arguments::board;
use crate::ruleset::RulesArguments;

/// A board, a ruleset and a start position.
#[derive(Clone, Debug, Args)]
pub struct GameArguments {
    /// The board, up to 64 points: ROWSxCOLUMNS such as 3x3, cycle:N, complete:N, star:N, torus:RxC,
    /// cylinder:RxC, graph6:TEXT, or a file with a graph
    #[arg(value_name = "BOARD", value_parser = board)]
    pub board: Board,

    #[command(flatten)]
    pub rules: RulesArguments,

    /// Start position: rows from the top with / between them, X black, O white, . empty
    #[arg(long, value_name = "ROWS", allow_hyphen_values = true)]
    pub position: Option<String>,

    /// Who moves first: black or white [default: black]
    #[arg(long, value_name = "COLOUR")]
    pub to_play: Option<Colour>,
}

/// The start of a game as the user wrote it.
pub fn request(arguments: &GameArguments) -> Result<Request> {
    let game = Game::new(arguments.board, arguments.rules.ruleset()?)?;
    let position = position(&arguments.board, &arguments.position)?;
    let to_play = arguments.to_play.unwrap_or(Colour::Black);
    Ok(Request::new(game, position, to_play)?.with_openings(true).with_line(true))
}

/// The position with these rows; the empty board if none are named.
pub fn position(board: &Board, rows: &Option<String>) -> Result<Position> {
    Ok(rows.as_deref().map_or(Ok(Position::EMPTY), |rows| Position::parse(board, rows))?)
}

/// Moves of a game, by the players in turn.
///
/// # Errors
/// The number of the first that is none.
pub fn moves<'a>(board: &Board, names: impl IntoIterator<Item = &'a str>) -> Result<Vec<Move>> {
    let read = |(index, text): (usize, &str)| {
        let wrong = || format!("move {} is neither a point of {board} nor pass", index + 1);
        Move::parse(board, text).with_context(wrong)
    };
    names.into_iter().enumerate().map(read).collect()
}
