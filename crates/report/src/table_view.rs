//! A table as templates see it.

use kosolver_board::Position;
use minijinja::context;
use minijinja::value::{Serde, Value};

use crate::drawing::{Drawing, short};
use crate::record::Record;
use crate::table::Table;

impl Table {
    pub(crate) fn view(&self) -> Value {
        let cell = |record: &Record| {
            let pass = record.openings.iter().find(|opening| opening.made == "pass");
            context! {
                name => record.name(),
                headline => record.headline(),
                best => record.best_moves().join(" "),
                // What the pass is worth, if it is a legal first move.
                pass => pass.map(|opening| short(opening.value) + if opening.best { "*" } else { "" }),
                bounds => record.value.bounds_in_words(),
                lower => Serde(record.value.lower),
                upper => Serde(record.value.upper),
                drawing => Serde(Drawing::of(&record.board, Position::EMPTY, &record.openings)),
            }
        };
        let row = |row: &[Record]| {
            let cells: Vec<Value> = row.iter().map(cell).collect();
            context! { board => row[0].board.to_string(), cells }
        };
        context! {
            title => self.title(),
            legend => self.legend(),
            columns => self.columns().into_iter().map(str::to_owned).collect::<Vec<String>>(),
            rows => self.rows().map(row).collect::<Vec<Value>>(),
            // The values under each reading, where they differ.
            differing => self.differing_readings(),
            // Whether play can go on for ever in a cell.
            endless => self.records().iter().any(|cell| cell.value.lower.is_some()),
            rules => Serde(self.descriptions()),
        }
    }
}
