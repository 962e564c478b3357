//! Many solutions at once: tables and comparisons.

use std::sync::atomic::Ordering;

use kosolver::report::Table;
use kosolver::study::{Census, Column, Survey, boards};
use kosolver::{Ko, Meter, Suicide};
use pyo3::prelude::*;

use crate::fault::Fault;
use crate::start::Limits;
use crate::work::{Solutions, json, timed};

/// Columns of tables: ko rules alone under area scoring, or whole rulesets.
fn columns(rules: &[String], kos: bool) -> Result<Vec<Column>, Fault> {
    let column = |name: &String| match kos {
        true => Ok(Column::of_ko(name.parse()?, Suicide::Forbidden)),
        false => Column::named(name),
    };
    let columns = rules.iter().map(column).collect::<Result<Vec<Column>, kosolver::rules::Error>>()?;
    // Results name a rule by its name alone.
    let same =
        |one: &Column, other: &Column| one.title() == other.title() && one.rules.ko() != other.rules.ko();
    match columns.iter().find(|one| columns.iter().any(|other| same(one, other))) {
        Some(one) => {
            Err(Fault::Other(format!("two rules have the name {}: give one another name", one.title())))
        }
        None => Ok(columns),
    }
}

/// Boards by name; those of the command line if none are named.
fn read(
    boards: Option<Vec<String>>,
    default: fn() -> Vec<kosolver::Board>,
) -> Result<Vec<kosolver::Board>, Fault> {
    match boards {
        Some(boards) => Ok(boards.iter().map(|board| board.parse()).collect::<Result<_, _>>()?),
        None => Ok(default()),
    }
}

/// The columns of ko rules that the command line takes if none are named.
fn default_columns(kos: Vec<Ko>) -> Vec<Column> {
    kos.into_iter().map(|ko| Column::of_ko(ko, Suicide::Forbidden)).collect()
}

/// Survey work on so many threads.
fn survey(
    py: Python<'_>,
    limits: Limits,
    task: impl FnOnce(&Meter, &Solutions) -> Result<String, Fault> + Send,
) -> PyResult<String> {
    let (threads, time, listener) = (limits.threads()?, limits.time()?, limits.listener());
    let solutions = Solutions::default();
    timed(py, time, &listener, &solutions, |meter| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        let pool = pool.map_err(|error| Fault::Other(format!("no threads could be started: {error}")))?;
        pool.install(|| task(meter, &solutions))
    })
}

/// Where rules differ on all starts of boards, as JSON; those of the command line if none are named.
#[pyfunction]
pub(crate) fn compare(
    py: Python<'_>,
    boards: Option<Vec<String>>,
    rules: Option<Vec<String>>,
    kos: bool,
    limits: Limits,
) -> PyResult<String> {
    let named = rules.map(|rules| columns(&rules, kos)).transpose()?;
    let columns = |board: &kosolver::Board| {
        named.clone().unwrap_or_else(|| default_columns(Census::default_rules(board)))
    };
    let boards = read(boards, boards::of_comparisons)?;
    let boards = boards.into_iter().map(|board| (board, columns(&board))).collect();
    survey(py, limits, |meter, solutions| {
        let census = Census { boards };
        census.check()?;
        solutions.total.store(census.tasks() as u64, Ordering::Relaxed);
        json(&census.solve(meter, &|_| solutions.found())?)
    })
}

/// The values of empty boards under several rules, as JSON; those of the command line if none are named.
#[pyfunction]
pub(crate) fn table(
    py: Python<'_>,
    boards: Option<Vec<String>>,
    rules: Option<Vec<String>>,
    kos: bool,
    limits: Limits,
) -> PyResult<String> {
    let default = if rules.is_some() && !kos { boards::of_presets } else { boards::of_tables };
    let columns = match rules {
        Some(rules) => columns(&rules, kos)?,
        None => default_columns(Survey::default_kos()),
    };
    let survey_of = Survey { boards: read(boards, default)?, columns };
    survey(py, limits, |meter, solutions| {
        solutions.total.store(survey_of.tasks() as u64, Ordering::Relaxed);
        let cells = survey_of.solve(meter, &|_| solutions.found())?;
        json(&Table::new(cells))
    })
}
