use std::sync::Arc;

use anyhow::Result;
use kosolver_board::visible;
use kosolver_search::Meter;
use kosolver_study::{Frontier, Publication, Published, check_comparison, check_graphs};
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
    let published = Published(&arguments.directory);
    let (surveys, censuses, graphs) = (published.surveys()?, published.censuses()?, published.graphs()?);
    let frontiers = Frontier::all(&arguments.directory)?;
    let meter = Arc::new(Meter::default());
    let mut checks = Vec::new();
    for survey in surveys {
        let cells = progress::counted(survey.tasks(), &meter, |done| survey.solve(&meter, done))?;
        checks.extend(Publication::of(cells)?.check(&arguments.directory));
    }
    for census in censuses {
        let comparison = progress::counted(census.tasks()?, &meter, |done| census.solve(&meter, done))?;
        checks.extend(check_comparison(&comparison, &arguments.directory)?);
    }
    for frontier in frontiers {
        checks.extend(progress::watched(&meter, || frontier.check(&arguments.directory, &meter))?);
    }
    for survey in graphs {
        let graphs = progress::counted(survey.tasks(), &meter, |done| survey.solve(&meter, done))?;
        checks.extend(check_graphs(&graphs, &arguments.directory)?);
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
