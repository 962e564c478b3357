//! Tablebases: records of boards whose every position is solved, and their page.

use kosolver_board::distinct;
use kosolver_tablebase::{Count, Stats};
use minijinja::context;
use minijinja::value::{Serde, Value};
use serde::{Deserialize, Serialize};

use crate::format::RenderError;
use crate::page::page;
use crate::record::Record;
use crate::solution::Distances;
use crate::text::WIDTH;
use crate::value::ValueRecord;

/// Boards whose every position is solved: the same on every machine.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TablebaseRecord {
    /// The cells, in the order in which they are shown.
    pub cells: Vec<TablebaseCell>,
}

/// A board under a ruleset, solved from every position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TablebaseCell {
    /// What the empty board is worth, and each first move.
    #[serde(flatten)]
    pub record: Record,
    /// In how many moves L and U of the empty board are forced.
    pub distances: Distances,
    /// What all positions are like.
    pub stats: Stats,
    /// What the tablebase is like as a file.
    pub file: TablebaseFile,
}

/// What a tablebase is like that is not kept, and what makes it again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TablebaseFile {
    /// Its length.
    pub bytes: u64,
    /// As `sha256sum` prints it.
    pub sha256: String,
    /// What makes it again.
    pub command: String,
}

impl TablebaseCell {
    /// Board, ko rule and suicide rule, as in `3x4 basic, suicide forbidden`.
    pub fn title(&self) -> String {
        let Record { board, ko, suicide, .. } = &self.record;
        format!("{board} {ko}, suicide {suicide}")
    }

    /// What was found, in a line.
    pub fn headline(&self) -> String {
        let [lower, upper] = bounds(&self.record.value);
        let Stats { positions, tally, .. } = &self.stats;
        format!("L {lower}, U {upper}; {positions} positions, {} with L = U", tally.decided)
    }

    fn rules(&self) -> [&str; 2] {
        [&self.record.ko, &self.record.suicide]
    }

    /// Whether no player can force an end from any position.
    fn is_endless(&self) -> bool {
        let open = |count: &Count| count.lower.is_none() && count.upper.is_none();
        self.stats.bounds.iter().all(open)
    }
}

impl TablebaseRecord {
    /// As a document.
    ///
    /// # Errors
    /// [`RenderError`] if a library refuses to render.
    pub fn markdown(&self) -> Result<String, RenderError> {
        let rules: Vec<[&str; 2]> = distinct(self.cells.iter().map(TablebaseCell::rules));
        let pairs = rules.iter().enumerate().flat_map(|(place, one)| {
            rules[place + 1..].iter().filter(|other| one[1] == other[1]).map(move |other| (*one, *other))
        });
        let wins = self.cells.iter().filter_map(|cell| Some((cell, cell.stats.longest_win.as_ref()?)));
        // The first of the longest.
        let longest = wins.rev().max_by_key(|(_, win)| win.distance);
        let view = context! {
            sections => rules.iter().map(|rules| self.section(*rules)).collect::<Vec<Value>>(),
            // Pairs of ko rules with the same suicide rule, and where they differ.
            changes => pairs.map(|(one, other)| self.change(one, other)).collect::<Vec<Value>>(),
            // The longest forced win of all, and where it is.
            longest => longest.map(|(cell, win)| vec![row(cell), Value::from(Serde(win))]),
        };
        Ok(page("tablebases.md", view, WIDTH)?)
    }

    fn under<'a>(&'a self, rules: [&'a str; 2]) -> impl Iterator<Item = &'a TablebaseCell> {
        self.cells.iter().filter(move |cell| cell.rules() == rules)
    }

    fn section(&self, rules: [&str; 2]) -> Value {
        let [ko, suicide] = rules;
        let is_decided = |cell: &&TablebaseCell| {
            let [lower, upper] = bounds(&cell.record.value);
            lower == upper
        };
        let decided = self.under(rules).filter(is_decided).map(|cell| cell.record.board.to_string());
        context! {
            ko,
            suicide,
            boards => self.under(rules).count(),
            // Those on which a player can force an end from some position.
            rows => self.under(rules).filter(|cell| !cell.is_endless()).map(row).collect::<Vec<Value>>(),
            // Those with L = U.
            decided => decided.collect::<Vec<String>>(),
        }
    }

    /// Two rulesets that differ in the ko rule.
    fn change(&self, one: [&str; 2], other: [&str; 2]) -> Value {
        // The boards that are solved under both, with both bounds.
        let both = self.under(one).filter_map(|cell| {
            let board = cell.record.board;
            let second = self.under(other).find(|second| second.record.board == board)?;
            Some((board, [cell, second].map(|cell| bounds(&cell.record.value))))
        });
        let both: Vec<_> = both.collect();
        let boards = both.len();
        let differ = both.into_iter().filter(|(_, [one, other])| one != other);
        let differ = differ.map(|(board, [one, other])| context! { board => board.to_string(), one, other });
        context! { one => Serde(one), other => Serde(other), boards, differ => differ.collect::<Vec<Value>>() }
    }
}

/// L and U, with a sign where no end can be forced.
fn bounds(value: &ValueRecord) -> [String; 2] {
    use kosolver_board::Colour::{Black, White};
    let bound = |score: Option<kosolver_rules::Score>, none: &str, never: bool| match score {
        Some(score) if !never => score.to_string().replace('-', "−"),
        _ => none.to_owned(),
    };
    [
        bound(value.lower, "−∞", value.cannot_end.has(Black)),
        bound(value.upper, "∞", value.cannot_end.has(White)),
    ]
}

/// A cell as the page shows it.
fn row(cell: &TablebaseCell) -> Value {
    let Stats { positions, tally, .. } = &cell.stats;
    let percent = |count: u64| format!("{:.2} %", 100.0 * count as f64 / *positions as f64);
    let [lower, upper] = bounds(&cell.record.value);
    context! {
        cell => Serde(cell),
        lower,
        upper,
        decided => percent(tally.decided),
        won => percent(tally.won),
        lost => percent(tally.lost),
        drawn => percent(tally.drawn),
        no_result => percent(tally.no_result),
    }
}
