//! One position under two rules: `cargo run --release --example two_rules`.
//!
//! In X.X.X. on 1x6 with Black to move, positional superko and situational superko differ.

use kosolver::{Colour, Game, Position, Session};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let board = "1x6".parse()?;
    let position = Position::parse(&board, "X.X.X.")?;
    for rules in ["psk", "ssk"] {
        let mut game = Session::new(Game::new(board, rules.parse()?)?);
        game.restart(position, Colour::Black)?;
        println!("{rules}: {} by {}", game.value()?, game.best_line()?);
    }

    // Here the rules differ: the next move of the one line is prohibited by the other rule.
    let mut game = Session::new(Game::new(board, "psk".parse()?)?);
    game.restart(position, Colour::Black)?;
    for made in "B1 D1 B1 F1 C1 A1 C1 B1 E1 pass C1 B1".split(' ') {
        game.play(made)?;
    }
    for candidate in game.candidates() {
        if let Some(reason) = candidate.illegal {
            println!("{}: {reason}", candidate.made);
        }
    }
    Ok(())
}
