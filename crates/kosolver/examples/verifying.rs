//! Verifies certificates: `cargo run --release --example verifying -- results/certificates/*.kcert`.
//! Without an argument it makes one and verifies it.

use std::fs::File;
use std::io::BufReader;

use kosolver::{Game, Session, verify};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let paths: Vec<String> = std::env::args().skip(1).collect();
    for path in &paths {
        println!("{}", verify(BufReader::new(File::open(path)?))?);
    }
    if paths.is_empty() {
        // Of a game that is under way: its history is part of what is proved.
        let mut game = Session::new(Game::new("1x4".parse()?, "psk".parse()?)?);
        game.play("B1")?;
        game.play("C1")?;
        let mut file = Vec::new();
        game.certificate()?.write(&mut file)?;
        println!("{}", verify(&file[..])?);
    }
    Ok(())
}
