use anyhow::Result;
use kosolver_report::{fill, json, terminal_width};
use kosolver_search::Meter;
use kosolver_study::Published;
use kosolver_study::findings::{all, find, make, study_files};

use crate::arguments::{StudyArguments, StudyFormat};
use crate::{limits, output, progress};

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
