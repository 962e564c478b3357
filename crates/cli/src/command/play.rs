use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use clap::Args;
use kosolver_report::{diagrams, terminal_width};
use kosolver_rules::{Move, Referee};

use crate::output;
use crate::start::{GameArguments, request};

#[derive(Debug, Args)]
pub struct PlayArguments {
    #[command(flatten)]
    pub game: GameArguments,

    /// The moves in order, by the players in turn: points such as B2, or pass
    #[arg(value_name = "MOVE")]
    pub moves: Vec<String>,

    /// The moves as a sequence with letters, as in "B[cbacbact]#": a letter is a play at its points
    /// (the first that is a ko stone move, else the first that is empty), t a play elsewhere, p a
    /// pass, * three times
    // The text is for a terminal: it is no link.
    #[allow(rustdoc::broken_intra_doc_links)]
    #[arg(long = "moves", value_name = "SEQUENCE", conflicts_with_all = ["moves", "handicap_at"])]
    pub sequence: Option<String>,

    /// A file that declares the letters, one on a line as in "a = D1/C1", and perhaps the start, as in
    /// "position X.XXO/OX.O./..XOO/.XO.O"; # begins a remark
    #[arg(long, value_name = "FILE", requires = "sequence")]
    pub diagram: Option<PathBuf>,
}

pub fn run(arguments: &PlayArguments) -> Result<()> {
    let request = request(&arguments.game)?;
    let board = &arguments.game.board;
    let moves: Result<Vec<Move>, kosolver_board::Error> =
        arguments.moves.iter().map(|text| Move::parse(board, text)).collect();
    let moves = moves.context("no move was made")?;

    let mut referee = Referee::new(request.game().clone(), request.position(), request.to_move());
    let mut shown = vec![("start".to_owned(), request.position())];
    let mut refused = None;
    for (number, made) in moves.into_iter().enumerate() {
        let player = referee.node().to_move;
        if let Err(illegal) = referee.play(made) {
            refused = Some((number + 1, illegal.to_string()));
            break;
        }
        shown.push((format!("{} {player} {}", number + 1, made.name(board)), referee.position()));
    }
    let mut text = diagrams(board, &shown, terminal_width());
    match referee.outcome() {
        Some(outcome) => text += &format!("the game is over: {outcome}\n"),
        None => text += &output::legal_moves(&referee, |made| made.name(board)),
    }
    told(&text, refused)
}

/// Prints a game; a move of it that was refused is a fault.
pub fn told(text: &str, refused: Option<(usize, String)>) -> Result<()> {
    output::print(text)?;
    match refused {
        Some((number, illegal)) => bail!("move {number} is illegal: {illegal}"),
        None => Ok(()),
    }
}
