use std::sync::Arc;

use anyhow::Result;
use kosolver_board::visible;
use kosolver_report::{Frontier, GraphSurvey, Publication, Published, check_comparison};
use kosolver_search::Meter;
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
    let surveys = Published(&arguments.directory).surveys()?;
    let census = Published(&arguments.directory).census()?;
    let graphs = GraphSurvey::published(&arguments.directory)?;
    let meter = Arc::new(Meter::default());
    let mut checks = Vec::new();
    for survey in surveys {
        let cells = progress::counted(survey.tasks(), &meter, |solved| survey.solve(&meter, solved))?;
        checks.extend(Publication::of(cells)?.check(&arguments.directory));
    }
    if let Some(census) = census {
        census.check()?;
        let comparison = progress::counted(census.tasks(), &meter, |solved| census.solve(&meter, solved))?;
        checks.extend(check_comparison(&comparison, &arguments.directory)?);
    }
    let frontier = Frontier::of(&arguments.directory)?;
    checks.extend(progress::watched(&meter, || frontier.check(&arguments.directory, &meter))?);
    if let Some(survey) = graphs {
        let graphs = progress::counted(survey.tasks(), &meter, |solved| survey.solve(&meter, solved))?;
        checks.extend(graphs.check(&arguments.directory)?);
    }
    let lines: Vec<String> =
        checks.iter().map(|check| format!("{}\n", visible(&check.to_string()))).collect();
    output::print(&lines.concat())?;
    let failed: Vec<String> =
        checks.iter().filter(|check| !check.holds()).map(|check| check.name().to_owned()).collect();
    if failed.is_empty() {
        return output::print(&format!("all {} hold\n", checks.len()));
    }
    Err(Rejected::of(&failed, checks.len()).into())
}
