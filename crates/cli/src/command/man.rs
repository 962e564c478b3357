use std::collections::BTreeMap;
use std::path::PathBuf;

use anyhow::Result;
use clap::{Args, Command};
use clap_mangen::Man;

use crate::{help, output};

#[derive(Debug, Args)]
pub struct ManArguments {
    /// Write the pages of all commands to DIR: kosolver.1, kosolver-solve.1 and so on
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
}

pub fn run(arguments: &ManArguments) -> Result<()> {
    // `help` would have a page for every command again.
    let mut command = help::with_none_hidden(help::command()).disable_help_subcommand(true);
    command.build();
    let Some(directory) = &arguments.out else {
        return output::print(&String::from_utf8(page(&command)?.1)?);
    };
    output::check_directory(Some(directory))?;
    let mut pages = BTreeMap::new();
    add(&command, &mut pages)?;
    output::write_all(&pages, directory)
}

/// The pages of a command and of its subcommands.
fn add(command: &Command, pages: &mut BTreeMap<String, Vec<u8>>) -> Result<()> {
    pages.extend([page(command)?]);
    command.get_subcommands().try_for_each(|sub| add(sub, pages))
}

/// The name of a command's page, and the page.
fn page(command: &Command) -> Result<(String, Vec<u8>)> {
    let man = Man::new(command.clone());
    let mut text = Vec::new();
    man.render(&mut text)?;
    Ok((man.get_filename(), text))
}
