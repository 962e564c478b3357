//! What helps look like: commands in groups, and three examples for each.

use clap::{Command, CommandFactory};
use kosolver_report::fill;

use crate::command::Cli;

/// The groups and the examples. The tests run each example.
const TEXT: &str = include_str!("../data/help.txt");

/// Columns that a help takes.
const WIDTH: u16 = 80;

/// The command line with its helps.
pub fn command() -> Command {
    let mut cli = Cli::command();
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
