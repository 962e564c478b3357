//! The frontier: the largest boards that have been solved, one cell at a time.
//!
//! Cells are added to what a directory holds already, since each can take minutes. What they
//! are worth is in one file, the same on every machine; how long it took in another.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::time::Instant;

use kosolver_board::{Board, Colour, Position, Shape};
use kosolver_rules::{Game, Ko, Ruleset, Score};
use kosolver_search::{Meter, Request, Resources, Session, solve};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::page::page;
use crate::parting::parting;
use crate::publication::{CellCheck, PublicationError, Published, certificate_name, quoted, sha256};
use crate::{Parting, Record};

/// A solved cell.
#[derive(Serialize)]
struct Cell {
    #[serde(flatten)]
    record: Record,
    /// The score that was asked for first.
    #[serde(skip_serializing_if = "Option::is_none")]
    guess: Option<Score>,
    /// A principal variation.
    variation: Vec<String>,
    /// Nodes the search visited, with one thread.
    nodes: u64,
    certificate: Digest,
}

/// What a certificate is like that is not kept.
#[derive(Serialize)]
struct Digest {
    bytes: usize,
    lemmas: u64,
    sha256: String,
    command: String,
}

/// What a cell took, on some machine.
#[derive(Serialize)]
struct Cost {
    board: String,
    ko: &'static str,
    nodes: u64,
    seconds: f64,
    /// Of the tables, at the end.
    megabytes: u64,
}

/// Where two superkos part on an empty board.
#[derive(Serialize)]
struct Difference {
    board: String,
    rules: [&'static str; 2],
    values: [Score; 2],
    #[serde(flatten)]
    parting: Parting,
}

/// The files.
const CELLS: &str = "frontier.json";
const COSTS: &str = "frontier-costs.json";
const PAGE: &str = "frontier.md";

/// The rules whose differences are explained.
const SUPERKOS: [&str; 3] = ["psk", "ssk", "nssk"];

/// A cell to solve from the empty board.
#[derive(Clone, Copy, Debug)]
pub struct FrontierTask {
    /// The board.
    pub board: Board,
    /// The ko rule.
    pub ko: Ko,
    /// Whether first moves and a variation are left out.
    pub value_only: bool,
    /// The score to ask for first.
    pub guess: Option<Score>,
    /// Bytes that the search may take.
    pub memory: u64,
}

/// The frontier of a directory.
#[derive(Serialize, Deserialize)]
pub struct Frontier {
    /// What each cell is worth; in the order in which they are shown.
    cells: Vec<Value>,
    /// Where superkos part.
    #[serde(default)]
    differences: Vec<Value>,
    /// What each cell took.
    #[serde(skip)]
    costs: Vec<Value>,
}

/// The fields of a cell that say what to solve.
#[derive(Deserialize)]
struct Place {
    board: String,
    ko: String,
    nodes: u64,
    openings: Vec<Value>,
    #[serde(default)]
    guess: Option<Value>,
}

/// Cells that visit more nodes are not made again by a check.
const CHECKED: u64 = 300_000;

/// The place of a cell: grids first, by their sides, then by the text of the board; then by the rule.
type Key = ((u64, String), u64, String);

fn key(cell: &Value) -> Key {
    let text = |name: &str| cell[name].as_str().unwrap_or_default().to_owned();
    let board: Option<Board> = text("board").parse().ok();
    let ko = text("ko");
    let place = Ko::all().position(|known| known.name() == ko).unwrap_or_default();
    let size = |board: Board| {
        let graph = u64::from(board.shape() != Shape::Grid);
        graph << 16 | u64::from(board.rows()) << 8 | u64::from(board.columns())
    };
    ((board.map_or(0, size), text("board")), place as u64, ko)
}

/// Puts a value where one of the same board and rule was, or where it belongs.
fn put(list: &mut Vec<Value>, value: Value) {
    list.retain(|other| key(other) != key(&value));
    list.push(value);
    list.sort_by_key(key);
}

impl Frontier {
    /// What a directory holds; nothing if there is nothing.
    ///
    /// # Errors
    /// [`PublicationError::NoTable`] if a file is not what it should be.
    pub fn of(directory: &Path) -> Result<Frontier, PublicationError> {
        let read = |name: &str| -> Result<Value, PublicationError> {
            if !directory.join(name).exists() {
                return Ok(Value::Null);
            }
            let path = directory.join(name).display().to_string();
            Published(directory).document(name).map_err(|fault| PublicationError::NoTable { path, fault })
        };
        let list = |document: &Value, name: &str| document[name].as_array().cloned().unwrap_or_default();
        let (cells, costs) = (read(CELLS)?, read(COSTS)?);
        Ok(Frontier {
            differences: list(&cells, "differences"),
            cells: list(&cells, "cells"),
            costs: costs.as_array().cloned().unwrap_or_default(),
        })
    }

    /// Whether it has a cell.
    pub fn has(&self, board: &Board, ko: Ko) -> bool {
        self.cells.iter().any(|cell| cell["board"] == board.to_string() && cell["ko"] == ko.name())
    }

    /// Solves a cell from the empty board, with a certificate, and with all first moves and a
    /// variation unless the value alone is asked for; and adds it. What it found, in a line.
    ///
    /// # Errors
    /// Those of the search and of the JSON library.
    pub fn add(&mut self, task: &FrontierTask, meter: &Meter) -> Result<String, PublicationError> {
        let start = Instant::now();
        let FrontierTask { board, ko, .. } = *task;
        let (cell, bytes) = solved(task, meter)?;
        let cost = Cost {
            board: board.to_string(),
            ko: ko.name(),
            nodes: cell.nodes,
            seconds: (start.elapsed().as_secs_f64() * 100.0).round() / 100.0,
            megabytes: bytes >> 20,
        };
        let done = format!("{}, in {} s", cell.record.headline(), cost.seconds);
        put(&mut self.cells, serde_json::to_value(cell)?);
        put(&mut self.costs, serde_json::to_value(cost)?);
        Ok(done)
    }

    /// Explains where superkos give different values, on the boards that all of them have solved
    /// and that are not too large to look at twice.
    ///
    /// # Errors
    /// Those of the search and of the JSON library.
    pub fn explain(&mut self, most: u64, meter: &Meter) -> Result<(), PublicationError> {
        self.differences.clear();
        let boards: BTreeSet<&str> = self.cells.iter().filter_map(|cell| cell["board"].as_str()).collect();
        for board in boards {
            let small = |cell: &&Value| cell["nodes"].as_u64().is_some_and(|nodes| nodes <= most);
            let score = |ko: &str| {
                let cell = self.cells.iter().find(|cell| cell["board"] == board && cell["ko"] == ko);
                cell.filter(small).map(|cell| &cell["score"])
            };
            let scores = SUPERKOS.map(score);
            // Each rule's session serves all pairs.
            let mut solved: [Option<(Session, Score)>; SUPERKOS.len()] = Default::default();
            for pair in [[0, 1], [0, 2], [1, 2]] {
                let [Some(one), Some(other)] = pair.map(|ko| scores[ko]) else { continue };
                if one == other {
                    continue;
                }
                for ko in pair {
                    if solved[ko].is_none() {
                        solved[ko] = Some(empty_board(board, SUPERKOS[ko], meter)?);
                    }
                }
                let Ok([Some((one, first)), Some((other, second))]) = solved.get_disjoint_mut(pair) else {
                    unreachable!("both are solved")
                };
                let values = [*first, *second];
                self.differences.push(serde_json::to_value(Difference {
                    board: board.to_owned(),
                    rules: pair.map(|ko| SUPERKOS[ko]),
                    values,
                    parting: parting([one, other], Position::EMPTY, values)?,
                })?);
            }
        }
        self.differences.sort_by_key(|difference| key(difference).0);
        Ok(())
    }

    /// The files.
    ///
    /// # Errors
    /// If a library refuses to render them.
    pub fn files(&self) -> Result<BTreeMap<String, Vec<u8>>, PublicationError> {
        let cells = serde_json::to_string_pretty(self)? + "\n";
        let costs = serde_json::to_string_pretty(&self.costs)? + "\n";
        let rows: Vec<Value> = self.cells.iter().map(|cell| self.row(cell)).collect();
        let view = serde_json::json!({ "rows": rows, "differences": self.differences });
        let page = page("frontier.md", view).map_err(crate::RenderError::from)?;
        Ok([(CELLS, cells), (COSTS, costs), (PAGE, page)]
            .map(|(name, text)| (name.to_owned(), text.into_bytes()))
            .into())
    }

    /// A cell as the page shows it.
    fn row(&self, cell: &Value) -> Value {
        let cost = self.costs.iter().find(|cost| key(cost) == key(cell));
        let best =
            cell["openings"].as_array().into_iter().flatten().filter(|opening| opening["best"] == true);
        let best: Vec<&str> = best.filter_map(|opening| opening["move"].as_str()).collect();
        let millions = cell["nodes"].as_u64().unwrap_or_default() as f64 / 1e6;
        serde_json::json!({
            "board": cell["board"], "ko": cell["ko"], "score": cell["score"], "best": best,
            "variation": cell["variation"],
            "millions": format!("{millions:.2}"),
            "certificate": format!("{:.1}", cell["certificate"]["bytes"].as_u64().unwrap_or_default() as f64 / 1e6),
            "lemmas": cell["certificate"]["lemmas"],
            "cost": cost,
        })
    }

    /// Makes the page and the smaller cells of a directory again and compares them, one line each.
    ///
    /// # Errors
    /// Those of the search and of the JSON library, and [`PublicationError::NoTable`] if a cell
    /// does not say what it is about.
    pub fn check(&self, directory: &Path, meter: &Meter) -> Result<Vec<CellCheck>, PublicationError> {
        let mut checks = Vec::new();
        if !self.cells.is_empty() {
            let files = self.files()?;
            checks.push(Published(directory).compare(PAGE, &files[PAGE]));
        }
        for published in &self.cells {
            let fault = |fault: String| PublicationError::NoTable { path: CELLS.to_owned(), fault };
            let place: Place =
                serde_json::from_value(published.clone()).map_err(|error| fault(error.to_string()))?;
            let mut check = CellCheck::new(format!("frontier {} {}", place.board, place.ko));
            if place.nodes > CHECKED {
                check.says(format!("not made again: it takes {} nodes", place.nodes));
            } else {
                let board =
                    place.board.parse().map_err(|error: kosolver_board::Error| fault(error.to_string()))?;
                let ko = place.ko.parse().map_err(|error: kosolver_rules::Error| fault(error.to_string()))?;
                let value_only = place.openings.is_empty();
                // As it is written: a number, or a fraction as text.
                let guess = place.guess.as_ref().map(|guess| guess.to_string().trim_matches('"').parse());
                let guess =
                    guess.transpose().map_err(|error: kosolver_rules::Error| fault(error.to_string()))?;
                let task = FrontierTask { board, ko, value_only, guess, memory: u64::MAX };
                let fresh = serde_json::to_value(solved(&task, meter)?.0)?;
                if fresh == *published {
                    check.says(format!("{} again, and the same certificate", published["score"]));
                } else {
                    check.fault(format!("not what is published in {CELLS}"));
                }
            }
            checks.push(check);
        }
        Ok(checks)
    }
}

fn game(board: Board, ko: Ko) -> Result<Game, kosolver_search::Error> {
    Ok(Game::new(board, Ruleset::new(ko))?)
}

/// A cell, and what the tables took.
fn solved(task: &FrontierTask, meter: &Meter) -> Result<(Cell, u64), PublicationError> {
    let FrontierTask { board, ko, value_only, guess, memory } = *task;
    let mut request = Request::new(game(board, ko)?, Position::EMPTY, Colour::Black);
    (request.openings, request.line, request.certificate) = (!value_only, !value_only, true);
    request.guess = guess;
    request.resources = Resources { memory, ..Resources::default() };
    let solution = solve(&request, meter)?;
    let mut bytes = Vec::new();
    let mut lemmas = 0;
    if let Some(certificate) = &solution.certificate {
        certificate.write(&mut bytes)?;
        lemmas = certificate.lemmas();
    }
    let name = certificate_name(&board.to_string(), ko.name());
    let mut hint = guess.map_or_else(String::new, |guess| format!(" --guess {guess}"));
    if value_only {
        hint += " --value-only";
    }
    let cell = Cell {
        record: Record::of(&request, &solution),
        guess,
        variation: solution.line.moves.iter().map(|made| made.name(&board)).collect(),
        nodes: solution.effort.nodes,
        certificate: Digest {
            bytes: bytes.len(),
            lemmas,
            sha256: sha256(&bytes),
            command: format!(
                "kosolver solve {} --ko {ko} --threads 1{hint} --certificate {name}",
                quoted(&board.to_string())
            ),
        },
    };
    Ok((cell, solution.effort.bytes))
}

/// A session of a board under a rule, and the value of the empty board.
fn empty_board<'a>(
    board: &str,
    ko: &str,
    meter: &'a Meter,
) -> Result<(Session<'a>, Score), PublicationError> {
    let fault = |fault: String| PublicationError::NoTable { path: CELLS.to_owned(), fault };
    let board = board.parse().map_err(|error: kosolver_board::Error| fault(error.to_string()))?;
    let ko = ko.parse().map_err(|error: kosolver_rules::Error| fault(error.to_string()))?;
    let mut session = Session::new(game(board, ko)?, meter)?;
    let request = session.request(Position::EMPTY, Colour::Black);
    let value = session.solve(&request)?.value.worth;
    Ok((session, value))
}
