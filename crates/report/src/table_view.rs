//! A table as templates see it.

use kosolver_board::{Board, Position};
use serde::Serialize;

use crate::drawing::{Drawing, short};
use crate::record::Record;
use crate::table::{Description, Table};

/// A table in words and drawings.
#[derive(Serialize)]
pub(crate) struct TableView<'a> {
    title: String,
    legend: Vec<String>,
    columns: Vec<&'a str>,
    rows: Vec<RowView<'a>>,
    /// Whether play can go on for ever in a cell.
    endless: bool,
    rules: Vec<Description<'a>>,
}

#[derive(Serialize)]
struct RowView<'a> {
    board: Board,
    cells: Vec<CellView<'a>>,
}

#[derive(Serialize)]
struct CellView<'a> {
    name: &'a str,
    headline: String,
    best: String,
    /// What the pass is worth, if it is a legal first move.
    pass: Option<String>,
    bounds: Option<String>,
    drawing: Drawing,
}

impl Table {
    pub(crate) fn view(&self) -> TableView<'_> {
        fn cell(record: &Record) -> CellView<'_> {
            let pass = record.openings.iter().find(|opening| opening.made == "pass");
            CellView {
                name: record.name(),
                headline: record.headline(),
                best: record.best_moves().join(" "),
                pass: pass.map(|opening| short(opening.value) + if opening.best { "*" } else { "" }),
                bounds: record.value.bounds_in_words(),
                drawing: Drawing::of(&record.board, Position::EMPTY, &record.openings),
            }
        }
        let rows =
            self.rows().map(|row| RowView { board: row[0].board, cells: row.iter().map(cell).collect() });
        TableView {
            title: self.title(),
            legend: self.legend(),
            columns: self.columns(),
            rows: rows.collect(),
            endless: self.records().iter().any(|cell| cell.value.lower.is_some()),
            rules: self.descriptions(),
        }
    }
}
