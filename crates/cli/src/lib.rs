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
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{CommandFactory, FromArgMatches};
use kosolver_board::{is_out_of_stack, shortened};
use kosolver_rules::Ruleset;

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
            match error.downcast_ref() {
                Some(kosolver_search::Error::Interrupted { .. }) => 130,
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
            if let Some(fault) = meant(&error) {
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
            output::complain(fault.strip_prefix("error: ").unwrap_or(&fault));
            2
        }
    }
}

/// What was probably meant, where that can be told.
fn meant(error: &clap::Error) -> Option<String> {
    let argument = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => vec![text.clone()],
        Some(ContextValue::Strings(texts)) => texts.clone(),
        _ => Vec::new(),
    };
    match error.kind() {
        ErrorKind::InvalidSubcommand => {
            let [name] = &argument(ContextKind::InvalidSubcommand)[..] else { return None };
            if let Some(gone) = gone(name) {
                return Some(gone);
            }
            let shown = shortened(name, MOST).to_string();
            Ruleset::named(name).ok().map(|_| {
                format!("'{shown}' is a ruleset and no command: `kosolver rules show {shown}` shows it")
            })
        }
        ErrorKind::ValueValidation => gone(argument(ContextKind::InvalidValue).first()?),
        ErrorKind::UnknownArgument => {
            let [given] = &argument(ContextKind::InvalidArg)[..] else { return None };
            if let Some(gone) = gone(given) {
                return Some(gone);
            }
            // Of `-ko` the parser names `-k`.
            let word = invocation::arguments().iter().map(|word| word.to_string_lossy().into_owned()).find(
                |word| {
                    let long = word.strip_prefix('-').unwrap_or_default();
                    let long = long.split('=').next().unwrap_or_default();
                    long.len() > 1 && known_options().iter().any(|known| known == long)
                },
            )?;
            Some(format!("'{word}' is not an option: write -{word}"))
        }
        _ => None,
    }
}

/// The long names of all options.
fn known_options() -> Vec<String> {
    let mut names = Vec::new();
    let mut commands = vec![Cli::command()];
    while let Some(command) = commands.pop() {
        names.extend(command.get_arguments().filter_map(|option| option.get_long()).map(str::to_owned));
        commands.extend(command.get_subcommands().cloned());
    }
    names
}

/// What to do instead of an option or a command of earlier versions.
fn gone(given: &str) -> Option<String> {
    let arguments = invocation::arguments();
    let is_it = |(words, _): &&(&str, &str)| {
        let (command, last) = words.rsplit_once(' ').unwrap_or(("", words));
        last == given && command.split_whitespace().zip(arguments).all(|(word, argument)| argument == word)
    };
    let (words, instead) = GONE.iter().find(is_it)?;
    Some(format!("{words} is gone: {instead}"))
}

/// Options and commands of earlier versions, and what to do instead.
const GONE: &[(&str, &str)] = &[
    ("--scratch", "what a certificate rests on is found again in memory; --scout lets a search need less"),
    ("--decided", "a search always knows decided positions where the rules have them"),
    (
        "--no-guide",
        "leave it out: a search makes a guide by itself where that pays, and no answer depends on it",
    ),
    ("--begin-again", "a search begins its questions again by itself, as docs/search.md says"),
    ("--resume", "--checkpoint goes on with its file if that is there"),
    (
        "--checkpoint-every",
        "--checkpoint saves after a second, then ever more seldom, at last every two minutes",
    ),
    ("--scoring", "write it into the ruleset, as in --rules \"psk scoring=stones\""),
    ("--end", "write it into the ruleset, as in --rules \"psk end=agreement\""),
    ("--ikeda", "write it into the ruleset, as in --rules \"psk ikeda=yes\""),
    ("--no-result", "write it into the ruleset, as in --rules \"basic no-result=1\""),
    ("--handicap", "write it into the ruleset, as in --rules \"psk handicap=2\""),
    ("--compensation", "write it into the ruleset, as in --rules \"psk handicap=2 compensation=K\""),
    ("--longest", "`kosolver ko` takes sides of at most 3 points, as docs/new-ko-rules.md says"),
    ("check", "`kosolver publish --check --out DIR` compares published results with recomputed ones"),
    ("costs", "`kosolver publish --only costs/3x3/psk --out DIR` counts what solving takes"),
    ("frontier", "`kosolver publish --only frontier/2x5/psk --out DIR` adds a large board to the results"),
    ("graphs", "`kosolver publish --only graphs/*/psk --out DIR` solves all small graphs"),
    (
        "merge",
        "put the lines of manifests into one file, and `kosolver publish --render --out DIR` makes the rest",
    ),
    (
        "tablebase survey",
        "`kosolver publish --only tablebases/2x3 --out DIR` adds a tablebase to the results",
    ),
    ("--certificates", "`kosolver publish --only kee/2x2/psk --out DIR` makes tables with certificates"),
    (
        "table --out",
        "this command prints, with --format; `kosolver publish --out DIR` makes published results",
    ),
    (
        "compare --out",
        "this command prints, with --format; `kosolver publish --out DIR` makes published results",
    ),
    (
        "players --out",
        "this command prints, with --format; `kosolver publish --out DIR` makes published results",
    ),
    ("--part", "a part is some cells, and `kosolver publish --only` makes those"),
    ("site", "`python notebooks/site/make.py --out DIR` of the repository makes the site"),
    ("--limit", "`kosolver count` counts legal positions, and no games"),
    ("--moves", "`kosolver play` takes points, as in play 1x2 A1 B1"),
    ("conformance make", "the cases are those of results/conformance, and none are made for other rules"),
    ("conformance wrong", "any program that speaks GTP can be asked, and `kosolver gtp` is one"),
    ("play --sequence", "`kosolver play` takes points, as in play 1x2 A1 B1"),
    ("play --diagram", "`kosolver play` takes points, as in play 1x2 A1 B1"),
    ("latex", "a Markdown or CSV table goes into a paper by pandoc"),
    (
        "study",
        "`python notebooks/study.py` of the repository answers these questions, and docs/findings.md tells the answers",
    ),
    ("--openapi", "docs/explorer.md describes the interface of the explorer"),
];

/// The most characters of an argument in a message.
const MOST: usize = 64;

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
