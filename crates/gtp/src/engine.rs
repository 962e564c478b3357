//! The engine: a game, and all that is known about it.

use std::io::{self, Write};

use crate::clock::Clock;
use crate::input::Input;
use crate::table::Table;

/// Writes lines as the answer to the command with a number.
pub type Stream = Box<dyn FnOnce(&mut Engine, Option<u32>, &mut dyn Write) -> io::Result<()>>;

/// What a command leads to.
pub enum Answer {
    /// These words.
    Text(String),
    /// Lines until another line arrives.
    Stream(Stream),
    /// The end.
    Quit,
}

impl From<String> for Answer {
    fn from(text: String) -> Answer {
        Answer::Text(text)
    }
}

/// A game, and all that is known about it.
pub struct Engine {
    /// The game.
    pub table: Table,
    /// The clock.
    pub clock: Clock,
    /// What arrives.
    pub input: Input,
    /// The last move that was chosen, and how sure it is.
    pub chosen: Option<String>,
    /// Says something to whoever watches, besides the controller.
    pub say: Box<dyn Fn(&str)>,
}
