//! What helps look like: commands in groups, and three examples for each.

use std::ffi::OsString;

use clap::{Arg, ArgAction, Command, CommandFactory};
use kosolver_report::fill;

use crate::command::Cli;

/// The groups and the examples. The tests run each example.
const TEXT: &str = include_str!("../data/help.txt");

/// Columns that a help takes.
const WIDTH: u16 = 80;

/// Shows the options that few people use, too.
const ALL: &str = "help-all";

/// The command line. A command with options that few people use shows them when it is asked for all.
pub fn parser() -> Command {
    with_all(Cli::command())
}

fn with_all(command: Command) -> Command {
    let command = command.mut_subcommands(with_all);
    if !command.get_arguments().any(Arg::is_hide_short_help_set) {
        return command;
    }
    let help = |name: &'static str| Arg::new(name).long(name).action(ArgAction::HelpShort);
    command
        .disable_help_flag(true)
        .arg(help("help").short('h').help("Print help"))
        .arg(help(ALL).help("Print help with all options"))
}

/// The same with its helps: those of all options, if that is what these words ask for.
pub fn asked(words: &[OsString]) -> Command {
    let all = words.iter().any(|word| word.to_str() == Some("--help-all"));
    if all { with_none_hidden(command()) } else { command() }
}

/// The same with all options.
pub fn with_none_hidden(command: Command) -> Command {
    command.mut_args(|argument| argument.hide_short_help(false)).mut_subcommands(with_none_hidden)
}

/// The command line with its helps.
pub fn command() -> Command {
    let mut cli = parser();
    for entry in TEXT.split("\n- ").skip(1) {
        let mut lines = entry.lines().take_while(|line| !line.is_empty());
        let path: Vec<&str> = lines.next().unwrap_or_default().split(' ').collect();
        let examples: String = lines.map(|line| format!("\n  {line}")).collect();
        cli = with_examples(cli, &path, &format!("Examples:{examples}"));
    }
    let groups = groups(&cli);
    cli.help_template(format!(
        "{{about-with-newline}}\n{{usage-heading}} {{usage}}\n\n{groups}Options:\n{{options}}\n\n\
         `kosolver COMMAND --help` shows three examples of each command."
    ))
}

fn with_examples(command: Command, path: &[&str], examples: &str) -> Command {
    match path {
        [] => command.after_help(examples.to_owned()),
        [name, inner @ ..] if command.find_subcommand(name).is_some() => {
            command.mut_subcommand(*name, |sub| with_examples(sub, inner, examples))
        }
        // This program was built without it.
        _ => command,
    }
}

/// The commands in groups, each with what it does.
fn groups(cli: &Command) -> String {
    let names = cli.get_subcommands().map(|command| command.get_name().len());
    let indent = names.max().unwrap_or_default();
    let mut text = String::new();
    for line in TEXT.lines() {
        if let Some(group) = line.strip_prefix("= ") {
            text += &format!("{}{group}:\n", if text.is_empty() { "" } else { "\n" });
        } else if let Some(command) = line.strip_prefix("- ").and_then(|name| cli.find_subcommand(name)) {
            let about = command.get_about().map(ToString::to_string).unwrap_or_default();
            text += &fill(&format!("  {:indent$}  ", command.get_name()), &about, WIDTH);
            text.push('\n');
        }
    }
    text + "\n"
}
