use std::path::PathBuf;

use clap::Args;

use super::read::threads;

#[derive(Debug, Args)]
pub struct StudyArguments {
    /// The study; without it, all are listed
    #[arg(value_name = "NAME")]
    pub name: Option<String>,

    /// Leave out rows of the table that take longer than a few seconds
    #[arg(long, requires = "name")]
    pub quick: bool,

    /// The directory of published results that some studies start from
    #[arg(long, value_name = "DIR", default_value = "results")]
    pub results: PathBuf,

    /// Write DIR/studies/NAME.json, .csv, .md and, where there is a drawing, .svg instead of printing
    #[arg(long, value_name = "DIR", requires = "name")]
    pub out: Option<PathBuf>,

    /// How to print it: text or json
    #[arg(long, value_name = "FORMAT", default_value = "text", requires = "name", conflicts_with = "out")]
    pub format: StudyFormat,

    /// Threads to use [default: one for each core]; the results do not depend on it
    #[arg(long, value_name = "N", value_parser = threads())]
    pub threads: Option<u16>,
}

/// How a study is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum StudyFormat {
    /// For a terminal.
    Text,
    /// For a program.
    Json,
}
