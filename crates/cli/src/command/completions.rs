use anyhow::Result;
use clap::Args;
use clap_complete::Shell;

use crate::{help, output};

#[derive(Debug, Args)]
pub struct CompletionsArguments {
    /// The shell
    #[arg(value_name = "SHELL")]
    pub shell: Shell,
}

pub fn run(arguments: &CompletionsArguments) -> Result<()> {
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut help::parser(), "kosolver", &mut script);
    output::print(&String::from_utf8(script)?)
}
