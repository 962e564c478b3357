//! What has a name: rules, boards, positions.

use std::ops::ControlFlow::{Break, Continue};

use kosolver::board::{count_legal, count_legal_watched, distinct_positions, least_legal};
use kosolver::report::{GraphRecord, Rules};
use kosolver::rules::RuleText;
use kosolver::{Board, Ko, Meter, Preset, Ruleset};
use pyo3::prelude::*;
use serde::Serialize;

use crate::fault::Fault;
use crate::work::{Listener, json, work};

/// The most legal positions of a board whose positions are listed.
const MOST_POSITIONS: u128 = 1_000_000;

#[derive(Serialize)]
struct Described {
    name: String,
    title: String,
    source: String,
    notes: String,
    text: String,
    /// The ko rule as a text, if it is made from one.
    ko_text: Option<&'static str>,
    /// What is counted, in sentences.
    counting: String,
    rules: Rules,
}

fn described(text: &str) -> Result<Described, Fault> {
    let rules: Ruleset = text.parse()?;
    let preset = Preset::named(text.trim());
    let ko = rules.ko();
    Ok(Described {
        name: match preset {
            Some(preset) => preset.name.to_owned(),
            None if Ruleset::rule_text(text).is_some() => ko.name().to_owned(),
            None => text.trim().to_owned(),
        },
        title: preset.map_or(ko.title(), |preset| preset.title).to_owned(),
        source: preset.map_or_else(|| ko.source().to_owned(), Preset::published),
        notes: preset.map_or("", |preset| preset.notes).to_owned(),
        text: rules.in_full(),
        ko_text: ko.text(),
        counting: Rules::of(&rules).counting(),
        rules: Rules::of(&rules),
    })
}

/// A ruleset in full, as JSON.
#[pyfunction]
pub(crate) fn describe(text: &str) -> PyResult<String> {
    Ok(json(&described(text)?)?)
}

/// The readings of a text, the default first, as JSON. Faults name where the text is from.
#[pyfunction]
pub(crate) fn read_rule(text: &str, origin: &str) -> PyResult<String> {
    let readings = RuleText::read(text).map_err(|error| Fault::of_text(error, origin))?;
    Ok(json(&readings)?)
}

/// The names of ko rules and of presets.
#[pyfunction]
pub(crate) fn rules() -> (Vec<String>, Vec<String>) {
    let kos = Ko::all().map(|ko| ko.name().to_owned()).collect();
    (kos, Preset::all().iter().map(|preset| preset.name.to_owned()).collect())
}

/// The names of the readings of a ko rule that leaves something open, the default first.
#[pyfunction]
pub(crate) fn readings(ko: &str) -> PyResult<Vec<String>> {
    let ko: Ko = ko.parse().map_err(Fault::from)?;
    Ok(ko.readings().map(|ko| ko.name().to_owned()).collect())
}

#[derive(Serialize)]
struct Points {
    board: Board,
    rows: Option<u8>,
    columns: Option<u8>,
    #[serde(flatten)]
    graph: GraphRecord,
}

/// The points of a board and which are adjacent, as JSON.
#[pyfunction]
pub(crate) fn boards(text: &str) -> PyResult<String> {
    let board: Board = text.parse().map_err(Fault::from)?;
    let name = |point| board.point_name(point);
    let has_rows = board.shape().has_rows();
    Ok(json(&Points {
        board,
        rows: has_rows.then(|| board.rows()),
        columns: has_rows.then(|| board.columns()),
        graph: GraphRecord {
            points: board.all().iter().map(name).collect(),
            edges: board.edges().map(|(one, other)| [name(one), name(other)]).collect(),
        },
    })?)
}

/// How many legal positions a board has, counted in at most so many bytes.
#[pyfunction]
pub(crate) fn legal_positions(py: Python<'_>, text: &str, memory: u64) -> PyResult<u128> {
    let board: Board = text.parse().map_err(Fault::from)?;
    let meter = Meter::default();
    work(py, &meter, &Listener::NONE, || {
        let mut full = false;
        let count = count_legal_watched(&board, &[], &mut |filling| {
            full = filling.bytes > memory;
            if full || meter.interrupt_handle().is_stopped() { Break(()) } else { Continue(()) }
        });
        count.ok_or_else(|| match full {
            true => Fault::Budget(format!(
                "the positions of {board} are not counted within {memory} bytes of memory"
            )),
            false => kosolver::Error::Interrupted { saved: false }.into(),
        })
    })
}

/// The legal positions of a board, one of each set that its symmetries map to each other.
#[pyfunction]
pub(crate) fn positions(py: Python<'_>, text: &str) -> PyResult<Vec<String>> {
    let board: Board = text.parse().map_err(Fault::from)?;
    work(py, &Meter::default(), &Listener::NONE, || {
        let least = least_legal(&board);
        let count = if least > MOST_POSITIONS { least } else { count_legal(&board) };
        if count > MOST_POSITIONS {
            return Err(Fault::Other(format!(
                "{board} has at least {count} legal positions: they are listed of boards with up to {MOST_POSITIONS}"
            )));
        }
        Ok(distinct_positions(&board).into_iter().map(|position| position.text(&board)).collect())
    })
}
