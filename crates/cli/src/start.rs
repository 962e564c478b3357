//! The start of a game.

use anyhow::{Result, bail};
use clap::Args;
use kosolver_board::{Board, Colour, Position};
use kosolver_rules::Game;
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

    /// Where the handicap stones stand, such as A1,B2. The game starts with them, White first
    #[arg(long, value_name = "POINTS", conflicts_with_all = ["position", "to_play"], hide_short_help = true)]
    pub handicap_at: Option<String>,
}

/// The start of a game as the user wrote it.
pub fn request(arguments: &GameArguments) -> Result<Request> {
    let board = &arguments.board;
    let placed = arguments.handicap_at.as_deref().map(|text| handicap_stones(board, text)).transpose()?;
    let to_play = arguments.to_play.unwrap_or(Colour::Black);
    let rules = arguments.rules.ruleset(placed.map(|stones| stones.black.len() as u8))?;
    let started = arguments.position.is_some() || arguments.to_play.is_some();
    if started && placed.is_none() && rules.handicap() > 0 {
        bail!(
            "handicap stones of a ruleset cannot be used with --position or --to-play: Black places them on the empty board, and then White moves; use --handicap-at for stones that stand already"
        );
    }
    let game = Game::new(arguments.board, rules)?;
    let (position, to_move) = match (placed, &arguments.position) {
        // Read again: on a board in several parts, stones may fill one of them.
        (Some(stones), _) => (Position::parse(board, &stones.text(board))?, Colour::White),
        (None, Some(text)) => (Position::parse(board, text)?, to_play),
        (None, None) => (Position::EMPTY, to_play),
    };
    Ok(Request::new(game, position, to_move)?.with_openings(true).with_line(true))
}

fn handicap_stones(board: &Board, text: &str) -> Result<Position> {
    let mut stones = Position::EMPTY;
    for name in text.split(',') {
        let point = board.parse_point(name.trim())?;
        if stones.black.contains(point) {
            bail!("--handicap-at names {} twice", name.trim());
        }
        stones.black |= point.bit();
    }
    Ok(stones)
}
