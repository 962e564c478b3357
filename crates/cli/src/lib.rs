//! The command line: `kosolver table`, `kosolver solve`, …. Thin: it reads arguments, calls
//! the libraries and prints. A fault of the user's is one sentence and exit code 2;
//! a certificate or a published result that does not hold is exit code 1.

mod arguments;
mod command;
mod guide;
mod help;
mod input;
mod interrupt;
mod invocation;
mod limits;
mod meant;
mod output;
mod plain;
mod progress;
mod rejected;
mod ruleset;
mod start;
mod tablebase;

use std::ffi::OsString;
use std::io::Write;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use anyhow::anyhow;
use clap::FromArgMatches;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use kosolver_board::{is_out_of_stack, shortened};

use command::{Cli, Command};

/// Whether the system lets this program have so many bytes of memory.
///
/// # Errors
/// What it lets the program have.
pub fn check_memory(bytes: u64) -> Result<(), String> {
    limits::allowed(kosolver_tablebase::Size(bytes)).map(|_| ())
}

/// Runs a command, once a process, and returns its exit code. `program` are the words that run this
/// program again; `arguments` are those that the user wrote after its name.
pub fn run(program: Vec<OsString>, arguments: Vec<OsString>) -> u8 {
    let words: Vec<OsString> = std::iter::once("kosolver".into()).chain(arguments.iter().cloned()).collect();
    invocation::keep(program, arguments);
    let matches = help::parser().try_get_matches_from(&words);
    let parsed = matches.and_then(|matches| Cli::from_arg_matches(&matches));
    let code = match parsed.map_err(|error| with_help(error, words)) {
        Ok(cli) => execute(&cli.command),
        Err(error) => refuse(error),
    };
    // Where Python runs it, nothing else does. A reader that has gone away is no fault.
    let _ = std::io::stdout().flush();
    code
}

fn execute(command: &Command) -> u8 {
    // Results are written whole at the end or not at all, so an interrupt may end at once.
    if let Err(error) = interrupt::catch() {
        output::complain(&format!("interrupts cannot be caught: {error}"));
    }
    let done =
        catch_unwind(AssertUnwindSafe(|| command.run())).unwrap_or_else(|thrown| {
            match is_out_of_stack(&*thrown) {
                true => Err(anyhow!("there is no memory for the stack")),
                false => resume_unwind(thrown),
            }
        });
    match done {
        Ok(()) => 0,
        Err(error) => {
            output::complain(&format!("{error:#}"));
            let given_up = error.downcast_ref().map(|interrupt::GivenUp { error, .. }| error);
            match given_up.or_else(|| error.downcast_ref()) {
                Some(kosolver_search::Error::Interrupted { .. } | kosolver_search::Error::Time { .. }) => 130,
                _ if error.is::<interrupt::Saved>() || error.is::<interrupt::Interrupted>() => 130,
                _ if error.is::<rejected::Rejected>() => 1,
                _ => 2,
            }
        }
    }
}

/// The same error, with all of the help if it shows one. That is made only when somebody asks for it.
fn with_help(error: clap::Error, words: Vec<OsString>) -> clap::Error {
    match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            help::asked(&words).try_get_matches_from(words).err().unwrap_or(error)
        }
        _ => error,
    }
}

/// Help and version are printed in full; a fault is one sentence.
fn refuse(mut error: clap::Error) -> u8 {
    match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => {
            // Nothing can be said if standard output is gone.
            let _ = error.print();
            0
        }
        ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            let _ = error.print();
            2
        }
        _ => {
            if let Some(fault) = meant::meant(&error) {
                output::complain(&fault);
                return 2;
            }
            shorten(&mut error);
            // Its tip is how to pass an option that there is not.
            error.remove(ContextKind::Suggested);
            let text = error.render().to_string();
            let marked = output::is_marked(&text);
            let fault: Vec<&str> = text
                .lines()
                .map(if marked { str::trim_end } else { str::trim })
                .take_while(|line| !line.starts_with("Usage:") && !line.starts_with("For more information"))
                .filter(|line| !line.is_empty())
                .collect();
            let fault = fault.join(if marked { "\n" } else { " " });
            let accepted = meant::accepted(&error).unwrap_or_default();
            output::complain(&format!("{}{accepted}", fault.strip_prefix("error: ").unwrap_or(&fault)));
            2
        }
    }
}

/// The most characters of an argument in a message.
pub(crate) const MOST: usize = 64;

/// Shortens the arguments that an error shows, and writes out what a terminal would obey.
fn shorten(error: &mut clap::Error) {
    for kind in [ContextKind::InvalidSubcommand, ContextKind::InvalidArg, ContextKind::InvalidValue] {
        let Some(ContextValue::String(text)) = error.get(kind) else { continue };
        let shown = shortened(text, MOST).to_string();
        if shown != *text {
            error.insert(kind, ContextValue::String(shown));
        }
    }
}
