//! Solves a board, then plays on it: `cargo run --release --example solving -- 2x3 aga`.

use kosolver::{Game, Session};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let board = arguments.next().unwrap_or_else(|| "2x3".to_owned());
    let rules = arguments.next().unwrap_or_else(|| "aga".to_owned());
    let mut game = Session::new(Game::new(board.parse()?, rules.parse()?)?);
    let value = game.value()?;
    println!("{}: {value}", game.game());

    // Best play, move by move, with what every other move would be worth.
    for made in game.best_line()?.moves {
        let values = game.values()?;
        let values: Vec<String> = values.iter().map(|(made, value)| format!("{made} {value}")).collect();
        println!("{:5}   of {}", made.to_string(), values.join(", "));
        game.make(made.made())?;
    }
    if let Some(outcome) = game.referee().outcome() {
        println!("{outcome}");
    }
    Ok(())
}
