use anyhow::{Result, bail};
use clap::Args;
use kosolver_report::{Format, terminal_width};
use kosolver_search::Meter;

use crate::arguments::StartsArguments;
use crate::{limits, output, progress};

#[derive(Debug, Args)]
pub struct CompareArguments {
    #[command(flatten)]
    pub starts: StartsArguments,

    /// Print every start that sets two rules apart, with its values and lines of play, where text has only a
    /// summary: with more than three rules
    #[arg(long)]
    pub all: bool,

    /// What to print: text, markdown, csv, json or html
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub format: Format,
}

/// The most rules of which text shows every start that sets two of them apart.
const FEW: usize = 3;

pub fn run(arguments: &CompareArguments) -> Result<()> {
    let census = arguments.starts.census("compare")?;
    if census.boards.iter().any(|(_, columns)| columns.len() < 2) {
        let option = match arguments.starts.rules {
            Some(_) => "--rules names one ruleset",
            None => "--ko names one rule",
        };
        bail!("{option}: name at least two different ones to compare");
    }
    limits::use_threads(arguments.starts.threads)?;
    let meter = Meter::default();
    let comparison = progress::counted(census.tasks(), &meter, |done| census.solve(&meter, done))?;
    let few = census.boards.iter().all(|(_, columns)| columns.len() <= FEW);
    let shown = match arguments.format {
        Format::Text if !few && !arguments.all => comparison.summary(terminal_width())?,
        format => format.comparison(&comparison, terminal_width())?,
    };
    output::print(&shown)
}
