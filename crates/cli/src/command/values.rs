use anyhow::Result;
use clap::Args;
use kosolver_report::{Format, terminal_width};
use kosolver_search::Meter;

use crate::arguments::StartsArguments;
use crate::{limits, output, progress};

#[derive(Debug, Args)]
pub struct ValuesArguments {
    #[command(flatten)]
    pub starts: StartsArguments,

    /// What to print: text, markdown, csv or json
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = format)]
    pub format: Format,
}

fn format(text: &str) -> Result<Format, String> {
    let found = text.parse().ok().filter(|format| *format != Format::Html);
    let quoted = kosolver_board::quoted(text);
    found.ok_or_else(|| format!("{quoted} is not a format of values: write text, markdown, csv or json"))
}

pub fn run(arguments: &ValuesArguments) -> Result<()> {
    let census = arguments.starts.census("values")?;
    limits::use_threads(arguments.starts.threads)?;
    let meter = Meter::default();
    let values = progress::counted(census.tasks(), &meter, |done| census.values(&meter, done))?;
    output::print(&arguments.format.start_values(&values, terminal_width())?)
}
