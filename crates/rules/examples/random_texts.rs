//! Writes random texts of ko rules and games by them, for readers of texts in other languages:
//! `cargo run -p kosolver-rules --example random_texts -- SEED COUNT DIRECTORY [counting]`.
//!
//! `NNN.ko` is a text in its normal form. `NNN.games` has games that are played by its steps, one a line:
//! a ruleset of a certificate with commas for spaces, the board, the position at the start, who begins, the
//! moves; then a tab; then the legal moves before each move and after the last, by name, or `over` and the
//! score, with semicolons between them.

use std::error::Error;
use std::path::Path;
use std::{env, fs, process};

use fastrand::Rng;
use kosolver_board::{Board, Colour, Position, legal_positions};
use kosolver_rules::{Game, Ko, Move, Referee, Ruleset, Suicide};

#[path = "../tests/suite/texts.rs"]
mod texts;

const BOARDS: [&str; 9] = ["1x1", "1x2", "1x3", "1x4", "2x2", "2x3", "cycle:4", "star:4", "complete:3"];
const GAMES: usize = 8;
const LONGEST: usize = 30;

fn said(board: &Board, referee: &Referee) -> String {
    if let Some(score) = referee.score() {
        return format!("over {score}");
    }
    let mut moves: Vec<String> = referee.legal_steps().iter().map(|step| step.made.name(board)).collect();
    moves.sort_unstable();
    moves.join(" ")
}

/// A game as a line.
fn played(ko: Ko, chance: &mut Rng) -> Result<String, Box<dyn Error>> {
    let name = BOARDS[chance.usize(..BOARDS.len())];
    let board: Board = name.parse()?;
    let rules = Ruleset::with_suicide(ko, Suicide::ALL[chance.usize(..3)]);
    let starts: Vec<Position> = legal_positions(&board).collect();
    let start = if chance.bool() { Position::EMPTY } else { starts[chance.usize(..starts.len())] };
    let first = Colour::BOTH[chance.usize(..2)];
    let mut referee = Referee::new(Game::new(board, rules)?, start, first);
    let (mut moves, mut answers) = (Vec::new(), vec![said(&board, &referee)]);
    for _ in 0..LONGEST {
        let legal: Vec<Move> = referee.legal_steps().iter().map(|step| step.made).collect();
        let plays: Vec<Move> = legal.iter().copied().filter(|made| *made != Move::Pass).collect();
        let of = if plays.is_empty() || chance.u8(..4) == 0 { &legal } else { &plays };
        if of.is_empty() || referee.score().is_some() {
            break;
        }
        let made = of[chance.usize(..of.len())];
        referee.play(made)?;
        moves.push(made.name(&board));
        answers.push(said(&board, &referee));
    }
    let who = if first == Colour::Black { "black" } else { "white" };
    let rules = rules.to_string().replace(' ', ",");
    let words = [vec![rules, name.to_owned(), start.text(&board), who.to_owned()], moves].concat();
    Ok(format!("{}\t{}", words.join(" "), answers.join(";")))
}

/// Many a text that says what ends the game counts positions too.
fn counted(text: String, chance: &mut Rng) -> Result<Ko, Box<dyn Error>> {
    let mut one = |of: &[&'static str]| of[chance.usize(..of.len())];
    let position = one(&["before", "after"]);
    let events = one(&["play", "pass", "pass", "play, pass"]);
    let condition = one(&["", " if passes = 1", " if passes >= 1", " if not after = before"]);
    let score = one(&["mean", "sum"]);
    let more = format!("{text}\ncount {position} on {events}{condition}\nscore {score}\n");
    Ok(if text.contains("end pass") && one(&["", "count"]) == "count" {
        Ko::parse(&more).or_else(|_| Ko::parse(&text))?
    } else {
        Ko::parse(&text)?
    })
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [seed, count, directory, more @ ..] = &arguments[..] else {
        eprintln!("usage: random_texts SEED COUNT DIRECTORY [counting]");
        process::exit(2);
    };
    let (seed, count): (u64, u64) = (seed.parse()?, count.parse()?);
    fs::create_dir_all(directory)?;
    for number in 0..count {
        let seed = (seed << 32) + number;
        let chance = &mut Rng::with_seed(seed);
        let text = texts::text(seed);
        let ko = if more.is_empty() { Ko::parse(&text)? } else { counted(text, chance)? };
        let readings: Vec<Ko> = ko.readings().collect();
        let ko = readings[chance.usize(..readings.len())];
        let file = |end: &str| Path::new(directory).join(format!("{number:03}.{end}"));
        fs::write(file("ko"), ko.text().ok_or("a text")?)?;
        let games = (0..GAMES).map(|_| played(ko, chance)).collect::<Result<Vec<String>, _>>()?;
        fs::write(file("games"), games.join("\n") + "\n")?;
    }
    Ok(())
}
