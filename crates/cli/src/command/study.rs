use std::path::PathBuf;

use anyhow::Result;
use clap::Args;
use kosolver_report::{fill, json, terminal_width};
use kosolver_search::Meter;
use kosolver_study::Published;
use kosolver_study::findings::{all, find, make, study_files};

use crate::arguments::threads;
use crate::{limits, output, progress};

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

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum StudyFormat {
    /// For a terminal.
    Text,
    /// For a program.
    Json,
}

pub fn run(arguments: &StudyArguments) -> Result<()> {
    let Some(name) = &arguments.name else {
        let line = |study: &&dyn kosolver_study::findings::Study| {
            fill(&format!("{:11}", study.name()), study.question(), terminal_width()) + "\n"
        };
        return output::print(&all().iter().map(line).collect::<String>());
    };
    let study = find(name)?;
    output::check_directory(arguments.out.as_deref())?;
    limits::use_threads(arguments.threads)?;
    let meter = Meter::default();
    let work = |done: kosolver_study::Done| {
        make(study, Published(&arguments.results), arguments.quick, &meter, done)
    };
    let record = progress::steps(&meter, work)?;
    match (&arguments.out, arguments.format) {
        (Some(directory), _) => output::write_all(&study_files(study, &record)?, directory),
        (None, StudyFormat::Json) => output::print(&json(&record)?),
        (None, StudyFormat::Text) => output::print(&record.text(terminal_width())),
    }
}
