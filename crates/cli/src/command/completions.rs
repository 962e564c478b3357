use anyhow::Result;
use clap::CommandFactory;

use crate::arguments::{Cli, CompletionsArguments};
use crate::output;

pub fn run(arguments: &CompletionsArguments) -> Result<()> {
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut Cli::command(), "kosolver", &mut script);
    output::print(&String::from_utf8(script)?)
}
