//! The commands, a file for each family.

mod admin;
mod analyse;
mod gogui;
mod own;
mod play;
mod record;
mod rules;
mod score;
mod setup;
mod time;

use kosolver::{Colour, Move};

use crate::engine::{Answer, Engine};
use crate::fault::Fault;
use crate::protocol::Arguments;

/// What a command does.
pub enum Handler {
    /// It takes no arguments.
    Alone(fn(&mut Engine) -> Result<Answer, Fault>),
    /// It reads its arguments.
    With(fn(&mut Engine, &Arguments) -> Result<Answer, Fault>),
}

/// All commands, in the order in which they are listed.
const FAMILIES: [&[(&str, Handler)]; 10] = [
    &admin::COMMANDS,
    &setup::COMMANDS,
    &play::COMMANDS,
    &time::COMMANDS,
    &score::COMMANDS,
    &record::COMMANDS,
    &rules::COMMANDS,
    &analyse::COMMANDS,
    &gogui::COMMANDS,
    &own::COMMANDS,
];

fn all() -> impl Iterator<Item = &'static (&'static str, Handler)> {
    FAMILIES.into_iter().flatten()
}

/// Does what a command says.
pub fn run(engine: &mut Engine, name: &str, arguments: &Arguments) -> Result<Answer, Fault> {
    match all().find(|(known, _)| *known == name) {
        None => Err(Fault::new("unknown command")),
        Some((_, Handler::With(handler))) => handler(engine, arguments),
        Some((_, Handler::Alone(handler))) if arguments.text().is_empty() => handler(engine),
        Some((name, Handler::Alone(_))) => Err(Fault::usage(name)),
    }
}

fn done() -> Result<Answer, Fault> {
    Ok(Answer::Text(String::new()))
}

/// A player.
pub fn colour(word: &str) -> Result<Colour, Fault> {
    word.parse().map_err(|error| Fault::from(error).after("invalid color"))
}

/// A point, or a pass.
pub fn vertex(engine: &Engine, word: &str) -> Result<Move, Fault> {
    Move::parse(engine.table.board(), word).map_err(|error| Fault::from(error).after("invalid coordinate"))
}

fn name(engine: &Engine, made: Move) -> String {
    made.name(engine.table.board())
}

fn pairs(engine: &Engine, words: &[&str]) -> Result<Vec<(Colour, Move)>, Fault> {
    if words.len() % 2 == 1 {
        return Err(Fault::usage("a player and a point, as often as you like"));
    }
    words.chunks(2).map(|pair| Ok((colour(pair[0])?, vertex(engine, pair[1])?))).collect()
}
