//! Who answers, and what he knows.

use super::Handler::{self, Alone, With};
use super::all;
use crate::engine::{Answer, Engine};
use crate::fault::Fault;
use crate::protocol::Arguments;

pub const COMMANDS: [(&str, Handler); 6] = [
    ("protocol_version", Alone(|_| Ok("2".to_owned().into()))),
    ("name", Alone(|_| Ok("kosolver".to_owned().into()))),
    ("version", Alone(|_| Ok(env!("CARGO_PKG_VERSION").to_owned().into()))),
    ("known_command", With(known_command)),
    ("list_commands", Alone(list_commands)),
    ("quit", Alone(|_| Ok(Answer::Quit))),
];

fn known_command(_: &mut Engine, arguments: &Arguments) -> Result<Answer, Fault> {
    let [name] = arguments.exactly("known_command NAME")?;
    Ok(Answer::Text(all().any(|(known, _)| *known == name).to_string()))
}

fn list_commands(_: &mut Engine) -> Result<Answer, Fault> {
    let names: Vec<&str> = all().map(|(name, _)| *name).collect();
    Ok(names.join("\n").into())
}
