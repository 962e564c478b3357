//! Many solutions at once: tables and comparisons.

use kosolver::report::Table;
use kosolver::study::{Census, Column, Survey};
use kosolver::{Meter, Suicide};
use pyo3::prelude::*;

use crate::fault::Fault;
use crate::start::Limits;
use crate::work::{json, timed};

/// Columns of tables: ko rules alone under area scoring, or whole rulesets.
fn columns(rules: &[String], kos: bool) -> Result<Vec<Column>, Fault> {
    let column = |name: &String| match kos {
        true => Ok(Column::of_ko(name.parse()?, Suicide::Forbidden)),
        false => Column::named(name),
    };
    Ok(rules.iter().map(column).collect::<Result<_, kosolver::rules::Error>>()?)
}

fn read(boards: &[String]) -> Result<Vec<kosolver::Board>, Fault> {
    Ok(boards.iter().map(|board| board.parse()).collect::<Result<_, _>>()?)
}

/// Survey work on so many threads.
fn survey(
    py: Python<'_>,
    limits: &Limits,
    task: impl FnOnce(&Meter) -> Result<String, Fault> + Send,
) -> PyResult<String> {
    let threads = limits.threads()?;
    timed(py, limits.time()?, |meter| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        let pool = pool.map_err(|error| Fault::Other(format!("no threads could be started: {error}")))?;
        pool.install(|| task(meter))
    })
}

/// Where rules part on all starts of boards, as JSON.
#[pyfunction]
pub(crate) fn compare(
    py: Python<'_>,
    boards: Vec<String>,
    rules: Vec<String>,
    kos: bool,
    limits: Limits,
) -> PyResult<String> {
    let columns = columns(&rules, kos)?;
    let boards = read(&boards)?.into_iter().map(|board| (board, columns.clone())).collect();
    survey(py, &limits, |meter| {
        let census = Census { boards };
        census.check()?;
        json(&census.solve(meter, &|_| ())?)
    })
}

/// The values of empty boards under several rules, as JSON; where no rules are named, under those of
/// Kee's table.
#[pyfunction]
pub(crate) fn table(
    py: Python<'_>,
    boards: Vec<String>,
    rules: Option<Vec<String>>,
    kos: bool,
    limits: Limits,
) -> PyResult<String> {
    let columns = match rules {
        Some(rules) => columns(&rules, kos)?,
        None => Survey::default_kos().into_iter().map(|ko| Column::of_ko(ko, Suicide::Forbidden)).collect(),
    };
    let boards = read(&boards)?;
    survey(py, &limits, |meter| {
        let survey = Survey { boards, columns, certificates: false };
        let cells = survey.solve(meter, &|_| ())?;
        json(&Table::new(cells.into_iter().map(|(record, _)| record).collect()))
    })
}
