//! Writes a certificate, as the test data of the checker were made:
//! `cargo run -p search --example certificate -- 1x4 "psk scoring=territory" .... black > FILE`.

use std::error::Error;

use kosolver_board::Position;
use kosolver_rules::Game;
use kosolver_search::{Meter, Request, solve};

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [board, rules, position, to_move] = &words[..] else {
        return Err("give a board, rules, a position and black or white".into());
    };
    let game = Game::new(board.parse()?, rules.parse()?).unwrap();
    let position = Position::parse(game.board(), position)?;
    let request = Request::new(game, position, to_move.parse()?)?.with_certificate(true);
    let solution = solve(&request, &Meter::default())?;
    solution.certificate.ok_or("no certificate was written")?.write(std::io::stdout().lock())?;
    Ok(())
}
