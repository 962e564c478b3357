use anyhow::{Result, bail};
use clap::Args;
use kosolver_board::Colour;
use kosolver_report::{Format, diagrams, json, terminal_width};
use kosolver_rules::Referee;
use serde::Serialize;

use crate::arguments::text_or_json;
use crate::output;
use crate::start::{GameArguments, moves, request};

#[derive(Debug, Args)]
pub struct PlayArguments {
    #[command(flatten)]
    pub game: GameArguments,

    /// The moves in order, by the players in turn: points such as B2, or pass
    #[arg(value_name = "MOVE")]
    pub moves: Vec<String>,

    /// What to print: text or json
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = text_or_json)]
    pub format: Format,
}

/// A game that was played.
#[derive(Serialize)]
struct Played {
    board: String,
    rules: String,
    /// The start, and the position after each move.
    positions: Vec<String>,
    moves: Vec<String>,
    to_play: Colour,
    /// The moves that are legal now; none once the game is over.
    legal: Vec<String>,
    /// How the game has ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    outcome: Option<String>,
    /// The first move that was refused, and why.
    #[serde(skip_serializing_if = "Option::is_none")]
    illegal: Option<Refused>,
}

#[derive(Serialize)]
struct Refused {
    number: usize,
    #[serde(rename = "move")]
    made: String,
    reason: String,
}

pub fn run(arguments: &PlayArguments) -> Result<()> {
    let request = request(&arguments.game)?;
    let board = &arguments.game.board;
    let moves = moves(board, arguments.moves.iter().map(String::as_str))?;

    let mut referee = Referee::new(request.game().clone(), request.position(), request.to_move());
    let mut shown = vec![("start".to_owned(), request.position())];
    let mut refused = None;
    for (number, &made) in moves.iter().enumerate() {
        let player = referee.node().to_move;
        if let Err(illegal) = referee.play(made) {
            refused =
                Some(Refused { number: number + 1, made: made.name(board), reason: illegal.to_string() });
            break;
        }
        shown.push((format!("{} {player} {}", number + 1, made.name(board)), referee.position()));
    }
    let outcome = referee.outcome();
    let refused = match arguments.format {
        Format::Json => {
            let legal = if outcome.is_some() { Vec::new() } else { referee.legal_moves() };
            let played = Played {
                board: board.to_string(),
                rules: request.game().rules().in_full(),
                positions: shown.iter().map(|(_, position)| position.text(board)).collect(),
                moves: moves[..shown.len() - 1].iter().map(|made| made.name(board)).collect(),
                to_play: referee.node().to_move,
                legal: legal.into_iter().map(|made| made.name(board)).collect(),
                outcome: outcome.map(|outcome| outcome.to_string()),
                illegal: refused,
            };
            output::print(&json(&played)?)?;
            played.illegal
        }
        _ => {
            let mut text = diagrams(board, &shown, terminal_width());
            match outcome {
                Some(outcome) => text += &format!("the game is over: {outcome}\n"),
                None => text += &output::legal_moves(&referee, |made| made.name(board)),
            }
            output::print(&text)?;
            refused
        }
    };
    match refused {
        Some(Refused { number, reason, .. }) => bail!("move {number} is illegal: {reason}"),
        None => Ok(()),
    }
}
