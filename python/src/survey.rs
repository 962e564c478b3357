//! Many solutions at once: tables, comparisons, all starts of a board.

use std::sync::atomic::Ordering;

use kosolver::board::distinct_positions;
use kosolver::report::{OpeningRecord, Parting, Table, ValueRecord};
use kosolver::study::{Census, Column, Side, Survey, boards, parting};
use kosolver::{Board, Colour, Game, Ko, Meter, Position, Resources, Session, Suicide, Value};
use pyo3::prelude::*;
use rayon::prelude::*;
use serde::Serialize;

use crate::fault::Fault;
use crate::start::{Limits, player};
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

/// A start with its value, and those of the moves there if they were asked for.
#[derive(Serialize)]
struct StartRecord {
    #[serde(flatten)]
    value: ValueRecord,
    openings: Vec<OpeningRecord>,
}

/// Positions of a board; all legal ones up to symmetry if none are named.
fn positions(board: &Board, named: Option<Vec<String>>) -> Result<Vec<Position>, Fault> {
    match named {
        Some(named) => Ok(named.iter().map(|rows| Position::parse(board, rows)).collect::<Result<_, _>>()?),
        None => Ok(distinct_positions(board)),
    }
}

/// The values of starts of a board under several rules, asked for by who is to move and whether those of the moves
/// are wanted, as JSON: of each rule a list, which has nothing for
/// a start that takes more nodes than may be visited.
#[pyfunction]
pub(crate) fn values(
    py: Python<'_>,
    board: &str,
    rules: Vec<String>,
    kos: bool,
    starts: Option<Vec<String>>,
    asked: (String, bool),
    limits: Limits,
) -> PyResult<String> {
    let board: Board = board.parse().map_err(Fault::from)?;
    let (columns, starts) = (columns(&rules, kos)?, positions(&board, starts)?);
    let (to_play, openings) = (player(&asked.0)?, asked.1);
    let resources = limits.resources()?.with_threads(1).map_err(Fault::from)?.with_time(None);
    survey(py, limits, |meter, solutions| {
        solutions.total.store((columns.len() * starts.len()) as u64, Ordering::Relaxed);
        let of_rules = |column: &Column| {
            let mut session = Session::with(Game::new(board, column.rules)?, resources.clone(), meter);
            let value = |start: &Position| {
                let request = session.request(*start, to_play)?.with_openings(openings);
                let solution = match session.solve(&request) {
                    Ok(solution) => solution,
                    Err(kosolver::Error::Nodes { .. }) => return Ok(None),
                    Err(error) => return Err(error.into()),
                };
                solutions.found();
                let record = |value: &Value| ValueRecord::of(value, to_play);
                let moves = solution.openings.iter().map(|opening| OpeningRecord {
                    made: opening.made.name(&board),
                    value: record(&opening.value),
                    best: opening.value.worth == solution.value.worth,
                });
                Ok(Some(StartRecord { openings: moves.collect(), value: record(&solution.value) }))
            };
            starts.iter().map(value).collect::<Result<Vec<Option<StartRecord>>, Fault>>()
        };
        json(&columns.par_iter().with_max_len(1).map(of_rules).collect::<Result<Vec<_>, Fault>>()?)
    })
}

/// Where two rules differ from starts with Black to move, as JSON; nothing for a start on which they do not.
#[pyfunction]
pub(crate) fn separate(
    py: Python<'_>,
    board: &str,
    rules: Vec<String>,
    kos: bool,
    starts: Vec<String>,
    limits: Limits,
) -> PyResult<String> {
    let board: Board = board.parse().map_err(Fault::from)?;
    let (columns, starts) = (columns(&rules, kos)?, positions(&board, Some(starts))?);
    let [one, other] = &columns[..] else {
        return Err(Fault::Other(format!("name two rules to compare, not {}", columns.len())).into());
    };
    survey(py, limits, |meter, solutions| {
        solutions.total.store(starts.len() as u64, Ordering::Relaxed);
        let session = |column: &Column| {
            Ok::<_, Fault>(Session::with(Game::new(board, column.rules)?, Resources::default(), meter))
        };
        let (mut first, mut second) = (session(one)?, session(other)?);
        let part = |start: &Position| {
            let start = (*start, Colour::Black);
            let worth = |session: &mut Session| {
                let request = session.request(start.0, start.1)?;
                Ok::<_, Fault>(session.solve(&request)?.value.worth)
            };
            let worths = [worth(&mut first)?, worth(&mut second)?];
            let side = |column, session, worth| Side { name: Column::title(column), session, worth };
            let sides = [side(one, &mut first, worths[0]), side(other, &mut second, worths[1])];
            let parted = if worths[0] == worths[1] { None } else { Some(parting(sides, start)?) };
            solutions.found();
            Ok(parted)
        };
        json(&starts.iter().map(part).collect::<Result<Vec<Option<Parting>>, Fault>>()?)
    })
}
