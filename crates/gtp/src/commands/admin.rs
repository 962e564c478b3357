//! Who answers, and what he knows.

use super::{Handler, all, find, none};
use crate::engine::{Answer, Engine};
use crate::fault::Fault;
use crate::protocol::Arguments;

pub const COMMANDS: [(&str, Handler); 6] = [
    ("protocol_version", |_, arguments| said(arguments, "protocol_version", "2")),
    ("name", |_, arguments| said(arguments, "name", "kosolver")),
    ("version", |_, arguments| said(arguments, "version", env!("CARGO_PKG_VERSION"))),
    ("known_command", known_command),
    ("list_commands", list_commands),
    ("quit", |_, arguments| none(arguments, "quit").map(|()| Answer::Quit)),
];

fn said(arguments: &Arguments, name: &str, text: &str) -> Result<Answer, Fault> {
    none(arguments, name)?;
    Ok(Answer::Text(text.to_owned()))
}

fn known_command(_: &mut Engine, arguments: &Arguments) -> Result<Answer, Fault> {
    let [name] = arguments.words()[..] else { return Err(Fault::usage("known_command NAME")) };
    Ok(Answer::Text(find(name).is_some().to_string()))
}

fn list_commands(_: &mut Engine, arguments: &Arguments) -> Result<Answer, Fault> {
    let names: Vec<&str> = all().map(|(name, _)| *name).collect();
    said(arguments, "list_commands", &names.join("\n"))
}
