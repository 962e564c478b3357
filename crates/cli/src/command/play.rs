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
}

pub fn run(arguments: &PlayArguments) -> Result<()> {
    let request = request(&arguments.game)?;
    let board = &arguments.game.board;
    let read = |(index, text): (usize, &String)| {
        let wrong = || format!("move {} is neither a point of {board} nor pass", index + 1);
        Move::parse(board, text).with_context(wrong)
    };
    let moves: Vec<Move> = arguments.moves.iter().enumerate().map(read).collect::<Result<_>>()?;

    let mut referee = Referee::new(request.game().clone(), request.position(), request.to_move());
    let mut shown = vec![("start".to_owned(), request.position())];
    let mut refused = None;
    for (number, made) in moves.into_iter().enumerate() {
        let player = referee.node().to_move;
        if let Err(illegal) = referee.play(made) {
            refused = Some((number + 1, illegal));
            break;
        }
        shown.push((format!("{} {player} {}", number + 1, made.name(board)), referee.position()));
    }
    let mut text = diagrams(board, &shown, terminal_width());
    match referee.outcome() {
        Some(outcome) => text += &format!("the game is over: {outcome}\n"),
        None => text += &output::legal_moves(&referee, |made| made.name(board)),
    }
    output::print(&text)?;
    match refused {
        Some((number, illegal)) => bail!("move {number} is illegal: {illegal}"),
        None => Ok(()),
    }
}
