//! What a user has probably meant by words that are none of this program's.

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Command, CommandFactory};
use kosolver_board::shortened;
use kosolver_rules::{Ko, Preset, Ruleset};

use crate::command::Cli;
use crate::{MOST, invocation};

/// What was probably meant, where that can be told.
pub fn meant(error: &clap::Error) -> Option<String> {
    let argument = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => vec![text.clone()],
        Some(ContextValue::Strings(texts)) => texts.clone(),
        _ => Vec::new(),
    };
    match error.kind() {
        ErrorKind::InvalidSubcommand => {
            let [name] = &argument(ContextKind::InvalidSubcommand)[..] else { return None };
            if let Some(said) = gone(name).or_else(|| instead(name)) {
                return Some(said);
            }
            let shown = shortened(name, MOST).to_string();
            Ruleset::named(name)
                .ok()
                .map(|_| format!("'{shown}' is a ruleset and no command: `kosolver rules {shown}` shows it"))
        }
        ErrorKind::UnknownArgument => {
            let [given] = &argument(ContextKind::InvalidArg)[..] else { return None };
            if let Some(said) = gone(given).or_else(|| instead(given)) {
                return Some(said);
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

/// The command that the arguments name, and its name in full.
fn named_command() -> (String, Command) {
    let (mut name, mut command) = ("kosolver".to_owned(), Cli::command());
    for word in invocation::arguments() {
        let Some(inner) = word.to_str().and_then(|word| command.find_subcommand(word)).cloned() else {
            break;
        };
        name = format!("{name} {}", inner.get_name());
        command = inner;
    }
    (name, command)
}

/// What a command takes, where an argument was none of it.
pub fn accepted(error: &clap::Error) -> Option<String> {
    if error.kind() != ErrorKind::UnknownArgument {
        return None;
    }
    let (name, command) = named_command();
    let values = command.get_positionals().filter_map(|value| value.get_value_names()?.first());
    let options = command.get_opts().filter(|option| !option.is_hide_short_help_set());
    let options = options.filter_map(|option| Some(format!("--{}", option.get_long()?)));
    let taken: Vec<String> = values.map(ToString::to_string).chain(options).collect();
    Some(match &taken[..] {
        [] => format!("; `{name}` takes no arguments"),
        taken => format!("; `{name}` takes {}, and `{name} --help` explains them", taken.join(" ")),
    })
}

/// What is written in place of words that people try: of a rule the option that names it, else what
/// [`INSTEAD`] says, if the command has what it names.
fn instead(given: &str) -> Option<String> {
    let (_, command) = named_command();
    let has = |option: &str| command.get_arguments().any(|known| known.get_long() == Some(option));
    let bare = given.trim_start_matches('-').to_ascii_lowercase();
    let shown = shortened(given, MOST).to_string();
    let is_not = if given.starts_with('-') { "is not an option" } else { "is not expected here" };
    if has("ko") && bare.parse::<Ko>().is_ok() {
        return Some(format!("'{shown}' {is_not}: write --ko {bare}"));
    }
    if has("rules") && Preset::named(&bare).is_some() {
        return Some(format!("'{shown}' {is_not}: write --rules {bare}"));
    }
    let found = INSTEAD.iter().filter(|(words, ..)| words.split(' ').any(|word| word == given));
    let (.., written) = found.clone().find(|(_, option, _)| option.is_empty() || has(option))?;
    Some(format!(
        "'{shown}' {}: {written}",
        if bare == given { "is not a command" } else { "is not an option" }
    ))
}

/// Words that people try; the option that is meant, if one is; and what is to be written.
const INSTEAD: &[(&str, &str, &str)] = &[
    ("version", "", "`kosolver --version` prints the version"),
    ("list", "", "`kosolver rules list` lists the rules"),
    ("psk ssk superko", "", "`kosolver rules psk` shows a ko rule"),
    ("--json", "format", "write --format json"),
    ("--csv", "format", "write --format csv"),
    ("--md --markdown", "format", "write --format markdown"),
    ("--html", "format", "write --format html"),
    ("--rule --ko-rule --superko", "ko", "--ko names a ko rule, --rules a whole ruleset"),
    ("--ruleset --preset", "rules", "write --rules"),
    ("--board --size --boardsize --boards", "", "the board stands alone, as in `kosolver solve 3x3`"),
    (
        "--start --setup --pos --stones --sgf-position",
        "position",
        "write --position, as in --position X.O/...",
    ),
    ("--player --turn --color --colour --first --to-move --side", "to-play", "write --to-play"),
    ("--sequence --line --variation --after", "moves", "write --moves, as in --moves \"A1 B1\""),
    ("--timeout --time-limit --seconds --max-time --limit", "time", "write --time, as in --time 30s"),
    ("--cores --cpus --jobs --parallel -j", "threads", "write --threads"),
    ("--mem --ram --max-memory --hash", "memory", "write --memory, as in --memory 2GiB"),
    ("--proof --cert --prove", "certificate", "write --certificate FILE"),
    ("--resume --save", "checkpoint", "write --checkpoint with a place: it goes on with what is saved there"),
    (
        "--output --out -o --file",
        "certificate",
        "what is printed goes to a file with >, a proof with --certificate FILE",
    ),
    ("--output --out -o --file", "format", "what is printed goes to a file with >"),
    ("--silent --no-progress -q", "quiet", "write --quiet"),
    ("--full --verbose", "all", "write --all"),
    ("--bibtex --cite", "format", "write --format bibtex"),
];

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
    ("--resume", "--checkpoint goes on with what is saved there"),
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
    (
        "--handicap-at",
        "write how many stones stand into the ruleset and where into the position, as in --rules \"psk handicap=2\" --position XX/.. --to-play white",
    ),
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
    ("play --moves", "`kosolver play` takes points, as in play 1x2 A1 B1"),
    ("conformance make", "the cases are those of results/conformance, and none are made for other rules"),
    ("conformance wrong", "any program that speaks GTP can be asked, and `kosolver gtp` is one"),
    (
        "study",
        "`python notebooks/study.py` of the repository answers these questions, and docs/findings.md tells the answers",
    ),
];
