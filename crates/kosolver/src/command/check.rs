use std::sync::Arc;

use anyhow::Result;
use report::{Frontier, GraphSurvey, Publication, Published, check_comparison};
use search::Meter;
use thiserror::Error;

use crate::arguments::CheckArguments;
use crate::{output, progress};

/// Certificates or published results that do not hold.
#[derive(Debug, Error)]
#[error("{failed} of {all} do not hold: {names}")]
pub struct Rejected {
    failed: usize,
    all: usize,
    names: String,
}

impl Rejected {
    /// These, of so many.
    pub fn of(faults: &[String], all: usize) -> Rejected {
        Rejected { failed: faults.len(), all, names: faults.join("; ") }
    }
}

pub fn run(arguments: &CheckArguments) -> Result<()> {
    let survey = Published(&arguments.directory).survey()?;
    let census = Published(&arguments.directory).census()?;
    let graphs = GraphSurvey::published(&arguments.directory)?;
    let meter = Arc::new(Meter::default());
    let bar = progress::bar(survey.tasks(), &meter);
    let cells = survey.solve(&meter, &|| bar.inc(1));
    bar.finish_and_clear();
    let mut checks = Publication::of(cells?)?.check(&arguments.directory);
    if let Some(census) = census {
        census.check()?;
        let bar = progress::bar(census.tasks(), &meter);
        let comparison = census.solve(&meter, &|| bar.inc(1));
        bar.finish_and_clear();
        checks.extend(check_comparison(&comparison?, &arguments.directory)?);
    }
    let line = progress::line(&meter);
    let frontier = Frontier::of(&arguments.directory)?.check(&arguments.directory, &meter);
    line.finish_and_clear();
    checks.extend(frontier?);
    if let Some(survey) = graphs {
        let bar = progress::bar(survey.tasks(), &meter);
        let graphs = survey.solve(&|| bar.inc(1));
        bar.finish_and_clear();
        checks.extend(graphs?.check(&arguments.directory)?);
    }
    let lines: Vec<String> = checks.iter().map(|check| format!("{check}\n")).collect();
    output::print(&lines.concat())?;
    let failed: Vec<String> =
        checks.iter().filter(|check| !check.holds()).map(|check| check.name().to_owned()).collect();
    if failed.is_empty() {
        return output::print(&format!("all {} hold\n", checks.len()));
    }
    Err(Rejected::of(&failed, checks.len()).into())
}
