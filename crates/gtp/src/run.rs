//! Commands in, answers out.

use std::io::{self, BufRead, Write};
use std::time::Duration;

use kosolver::{Board, Interrupt, Resources, Ruleset};

use crate::clock::Clock;
use crate::commands;
use crate::engine::{Answer, Engine};
use crate::fault::Fault;
use crate::input::{BYTES, Input};
use crate::protocol::{Command, answer};
use crate::table::Table;

/// How an engine begins.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The board, empty.
    pub board: Board,
    /// The rules.
    pub rules: Ruleset,
    /// What each game may use. Their time, if they have one, limits each call of a search.
    pub resources: Resources,
    /// The most time for each move and each question.
    pub time: Option<Duration>,
}

impl Settings {
    /// The empty board under these rules, as much memory as there is, no limit of time.
    pub fn new(board: Board, rules: Ruleset) -> Settings {
        Settings { board, rules, resources: Resources::default(), time: None }
    }
}

/// Why an engine has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// The controller has said `quit`.
    Quit,
    /// There is no more input.
    Input,
    /// It was told to stop.
    Stopped,
}

/// Answers commands until the controller says `quit`, there are no more, or it is told to stop. What no
/// controller asks for, such as that a move is a guess, is said to `say`.
///
/// # Errors
/// If an answer cannot be written, or the settings contradict each other.
pub fn run(
    input: impl BufRead + Send + 'static,
    out: &mut dyn Write,
    settings: Settings,
    stop: &Interrupt,
    say: impl Fn(&str) + 'static,
) -> io::Result<Ended> {
    let table = Table::new(settings.board, settings.rules, &settings.resources)
        .map_err(|fault| io::Error::new(io::ErrorKind::InvalidInput, fault.to_string()))?;
    let mut engine = Engine {
        table,
        clock: Clock::new(settings.time),
        input: Input::new(input, stop),
        chosen: None,
        say: Box::new(say),
    };
    while let Some(line) = engine.input.line() {
        let command = Command::parse(&line.text);
        // A comment may be as long as it likes.
        if !line.whole && !line.text.trim_start().starts_with('#') {
            let fault = Fault::new(format!("the line is too long: at most {BYTES} bytes are read"));
            answer(out, command.and_then(|command| command.id), &Err(fault))?;
            continue;
        }
        let Some(command) = command else { continue };
        match commands::run(&mut engine, &command.name, &command.arguments) {
            Ok(Answer::Text(text)) => answer(out, command.id, &Ok(text))?,
            Ok(Answer::Stream(stream)) => stream(&mut engine, command.id, out)?,
            Ok(Answer::Quit) => {
                answer(out, command.id, &Ok(String::new()))?;
                return Ok(Ended::Quit);
            }
            Err(fault) => answer(out, command.id, &Err(fault))?,
        }
    }
    Ok(if engine.input.is_stopped() { Ended::Stopped } else { Ended::Input })
}
