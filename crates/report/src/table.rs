use std::ops::Range;

use comfy_table::{ColumnConstraint, ContentArrangement, Table as Grid, Width, presets};
use kosolver_board::distinct;
use kosolver_rules::{Preset, Score};
use serde::{Deserialize, Serialize};

use crate::format::{RenderError, csv};
use crate::record::Record;
use crate::rules::Rules;
use crate::text::{fill, shown};
use crate::value::Verdict;

/// Records as a table: a row a board, a column a ko rule or a ruleset. As JSON it is one document.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Table {
    title: String,
    format: u32,
    #[serde(rename = "cells")]
    records: Vec<Record>,
}

/// A ruleset spelled out, in three parts that stand one after the other.
#[derive(Serialize)]
pub(crate) struct Description<'a> {
    pub name: &'a str,
    #[serde(flatten)]
    pub rules: &'a Rules,
    /// What is known of the preset, if it is one.
    pub preset: String,
    pub words: String,
}

const TITLE: &str = "Optimal scores on small boards";

impl Table {
    /// Under rules with long fights a cell is left open that takes more nodes of a search.
    pub const NODES: u64 = 1_000_000;

    /// A table of records, given row by row.
    pub fn new(records: Vec<Record>) -> Table {
        Table { title: TITLE.to_owned(), format: 1, records }
    }

    /// The records, row by row.
    pub fn records(&self) -> &[Record] {
        &self.records
    }

    /// The names of the rules, in order.
    pub(crate) fn columns(&self) -> Vec<&str> {
        distinct(self.records.iter().map(Record::name))
    }

    /// The records of a column, from the top.
    fn column(&self, name: &str) -> impl Iterator<Item = &Record> {
        self.records.iter().filter(move |record| record.name() == name)
    }

    /// Presets with equivalence scoring held against those that have the same rules with area scoring,
    /// cell by cell. On an empty board nothing is given for handicap stones.
    fn equivalences(&self) -> Vec<String> {
        let mut lines = Vec::new();
        let columns = self.columns();
        for (one, other) in columns.iter().flat_map(|one| columns.iter().map(move |other| (*one, *other))) {
            let cells: Vec<(&Record, &Record)> = self.column(one).zip(self.column(other)).collect();
            let twins = cells.iter().all(|(equivalence, area)| {
                let twin = Rules {
                    scoring: "area".to_owned(),
                    compensation: area.rules.compensation.clone(),
                    ..equivalence.rules.clone()
                };
                equivalence.rules.scoring == "equivalence" && twin == area.rules
            });
            if twins {
                let agree = |(one, other): &&(&Record, &Record)| {
                    (one.value, &one.openings) == (other.value, &other.openings)
                };
                let (all, agreed) = (cells.len(), cells.iter().filter(agree).count());
                lines.push(format!(
                    "Equivalence scoring ({one}) gives what area scoring ({other}) gives, value and first moves, in {agreed} of {all} cells."
                ));
            }
        }
        lines
    }

    /// The rows: a board and its records.
    pub(crate) fn rows(&self) -> impl Iterator<Item = &[Record]> {
        self.records.chunk_by(|one, other| one.board == other.board)
    }

    pub(crate) fn legend(&self) -> Vec<String> {
        let mut lines = vec![
            "A cell: Black's optimal score, Black to move first; then the first moves that reach it, one of each symmetric set."
                .to_owned(),
        ];
        let mut no_results = self.records.iter().filter_map(|record| record.rules.no_result).peekable();
        if no_results.peek().is_some() {
            let worth =
                if no_results.all(|worth| worth == Score::ZERO) { "0 to both" } else { "what the rules say" };
            lines.push(format!("NR: optimal play has no result (worth {worth})."));
        }
        if self.records.iter().any(|record| record.value.result == Verdict::Unsolved) {
            lines.push(format!("?: not known; not solved within {} nodes of a search.", Table::NODES));
        }
        if self.records.iter().any(Record::depends_on_reading) {
            lines.push(
                "*: a reading of the rule's open questions changes the value; see the readings.".to_owned(),
            );
        }
        lines.extend(
            self.kos_whose_readings_agree()
                .into_iter()
                .map(|ko| format!("No reading of {ko}'s open questions changes a value of this table.")),
        );
        lines.extend(self.equivalences());
        lines
    }

    /// The ko rules that were read in several ways, with the same values.
    fn kos_whose_readings_agree(&self) -> Vec<&str> {
        let read = self.records.iter().filter(|record| !record.readings.is_empty());
        let mut kos = distinct(read.clone().map(|record| record.ko.as_str()));
        kos.retain(|ko| !read.clone().any(|record| record.ko == *ko && record.depends_on_reading()));
        kos
    }

    /// The values under each reading, where they differ.
    pub(crate) fn differing_readings(&self) -> Vec<String> {
        let differing = self.records.iter().filter(|record| record.depends_on_reading());
        differing
            .map(|record| {
                let values: Vec<String> = record
                    .readings
                    .iter()
                    .map(|(name, value)| format!("{name} {}", value.headline()))
                    .collect();
                format!("{}: {}", record.board, values.join(", "))
            })
            .collect()
    }

    /// The table for a terminal or a text file, at most so many columns of text wide where its
    /// words allow it: if the rules do not fit side by side, they are in several blocks.
    pub fn text(&self, width: u16) -> String {
        let mut lines = vec![fill("", &self.title(), width), String::new()];
        for block in self.blocks(width) {
            lines.extend(self.grid(block, width));
            lines.push(String::new());
        }
        lines.pop();
        let words = self.legend().into_iter().chain(self.differing_readings());
        lines.extend(words.map(|line| fill("", &line, width)));
        lines.join("\n") + "\n"
    }

    /// The places of columns that fit side by side.
    fn blocks(&self, width: u16) -> Vec<Range<usize>> {
        let columns = self.columns();
        let room = self.room(width);
        let least = |name: &str| (name.len() + 3).min(room);
        let all: usize = columns.iter().map(|name| least(name)).sum();
        // Where there are several blocks, room for moves too.
        let wide = |name: &str| if all <= room { least(name) } else { least(name).max(15) };
        let mut blocks: Vec<Range<usize>> = Vec::new();
        let mut taken = 0;
        for (place, name) in columns.iter().enumerate() {
            taken += wide(name);
            match blocks.last_mut() {
                Some(block) if taken <= room => block.end = place + 1,
                _ => {
                    blocks.push(place..place + 1);
                    taken = wide(name);
                }
            }
        }
        blocks
    }

    /// The room for rules beside the boards.
    fn room(&self, width: u16) -> usize {
        let boards = self.records.iter().map(|record| shown(&record.board.to_string())).max();
        usize::from(width).saturating_sub(boards.unwrap_or_default().max("board".len()) + 2)
    }

    /// The lines of a block of columns.
    fn grid(&self, block: Range<usize>, width: u16) -> Vec<String> {
        let mut grid = Grid::new();
        grid.load_style(presets::UTF8_HORIZONTAL_ONLY);
        grid.set_content_arrangement(ContentArrangement::Dynamic).set_width(width);
        let columns = self.columns();
        let columns = &columns[block.clone()];
        grid.set_header(std::iter::once("board").chain(columns.iter().copied()));
        for row in self.rows() {
            let cells = row[block.clone()]
                .iter()
                .map(|record| format!("{}\n{}", record.headline(), record.best_moves().join(" ")));
            grid.add_row(std::iter::once(row[0].board.to_string()).chain(cells));
        }
        let room = self.room(width) as u16;
        for (column, name) in grid.column_iter_mut().skip(1).zip(columns) {
            // Room for the name and the space around it; a name that is wider than all room is wrapped.
            let lower = (name.len() as u16 + 2).min(room.max(3) - 1);
            let (lower, upper) = (Width::Fixed(lower), Width::Fixed(lower.max(16)));
            column.set_constraint(ColumnConstraint::Boundaries { lower, upper });
        }
        grid.lines().map(|line| line.trim_end().to_owned()).collect()
    }

    /// Whether the columns are presets or other rulesets.
    pub fn of_rulesets(&self) -> bool {
        self.records.iter().any(|record| record.preset.is_some() || record.ruleset.is_some())
    }

    pub(crate) fn title(&self) -> String {
        if self.records.iter().any(|record| record.ruleset.is_some()) {
            return format!("{TITLE} under several rulesets");
        }
        if self.of_rulesets() {
            return format!("{TITLE} under published rulesets (komi 0)");
        }
        let suicide = self.records.first().map(|record| record.suicide.as_str()).unwrap_or_default();
        format!("{TITLE} (area scoring, komi 0, suicide {suicide})")
    }

    /// The rulesets, in the order of the columns.
    pub(crate) fn descriptions(&self) -> Vec<Description<'_>> {
        fn describe(record: &Record) -> Description<'_> {
            let rules = &record.rules;
            let preset = record.preset.as_deref().and_then(Preset::named).map(|preset| {
                let more = if preset.notes.is_empty() { "" } else { " " };
                let (name, title, published) = (preset.name, preset.title, preset.published());
                format!("{name}: {title} ({published}).{more}{} Ko rule ", preset.notes)
            });
            let preset = preset.or_else(|| record.ruleset.as_ref().map(|name| format!("{name}: ko rule ")));
            let words = format!(
                "{} (T is the position after the play.) The game ends: {}. {}",
                rules.prohibition,
                rules.end,
                rules.counting()
            );
            Description { name: record.name(), rules, preset: preset.unwrap_or_default(), words }
        }
        self.columns().into_iter().filter_map(|name| self.column(name).next()).map(describe).collect()
    }

    /// A line for each cell: board, preset or ruleset (where columns are such), rule, suicide, komi, kind of
    /// result, score or winner, bounds, best moves.
    pub(crate) fn csv(&self) -> Result<String, RenderError> {
        let texts = self.records.iter().any(|record| record.ruleset.is_some());
        let rules = if texts { "ruleset" } else { "preset" };
        csv(self.records.iter().map(|record| {
            let best = record.openings.iter().filter(|opening| opening.best);
            let best: Vec<&str> = best.map(|opening| opening.made.as_str()).collect();
            let mut row = vec![("board", record.board.to_string())];
            row.extend(self.of_rulesets().then(|| (rules, record.name().to_owned())));
            row.extend([
                ("ko", record.ko.clone()),
                ("suicide", record.suicide.clone()),
                ("komi", record.rules.komi.to_string()),
            ]);
            row.extend(record.value.columns());
            row.push(("best", best.join(" ")));
            row
        }))
    }
}
