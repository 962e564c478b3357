use ahash::AHashMap;
use kosolver_board::{Board, distinct};
use kosolver_report::{Record, Table};
use kosolver_rules::{Game, Ko, Ruleset};
use kosolver_search::{Certificate, Error, Guides, Meter, Request, Resources, solve};

use crate::column::Column;
use crate::forecast::forecast;
use crate::parallel::{Done, heaviest_first};

/// The cells of a table: every board under every ruleset, from the empty board, Black first.
#[derive(Clone, Debug)]
pub struct Survey {
    /// The boards, in the order of rows.
    pub boards: Vec<Board>,
    /// The rulesets, in the order of columns; ko rules alone, or none.
    pub columns: Vec<Column>,
}

/// The rules, then those of the other readings of the ko rule if it is the default.
fn readings(rules: &Ruleset) -> Vec<Ruleset> {
    let all: Vec<Ko> = rules.ko().readings().collect();
    let readings = if all.first() == Some(&rules.ko()) { all } else { vec![rules.ko()] };
    let reading = |ko| rules.but().ko(ko).build().expect("what fits one reading fits all");
    readings.into_iter().map(reading).collect()
}

impl Survey {
    /// The ko rules of Kee's table: all that are not left for request, and whose fights are not too long.
    pub fn default_kos() -> Vec<Ko> {
        Ko::all().filter(|ko| !ko.has_long_fights() && !ko.on_request()).collect()
    }

    /// Each board under each ruleset, and under the other readings of its ko rule, once.
    fn keys(&self) -> Vec<(Board, Ruleset)> {
        let rules: Vec<Ruleset> = self.columns.iter().flat_map(|column| readings(&column.rules)).collect();
        distinct(self.boards.iter().flat_map(|board| rules.iter().map(move |rules| (*board, *rules))))
    }

    /// How many solutions it takes.
    pub fn tasks(&self) -> usize {
        self.keys().len()
    }

    /// Solves all cells in parallel: their records, row by row.
    ///
    /// # Errors
    /// Those of the searches.
    pub fn solve(&self, meter: &Meter, done: Done) -> Result<Vec<Record>, Error> {
        let guides = Guides::default();
        let shown = |rules: &Ruleset| self.columns.iter().find(|column| column.rules == *rules);
        let weight = |(board, rules): &(Board, Ruleset)| forecast(board, rules);
        let keys = self.keys();
        let records = heaviest_first(&keys, weight, |(board, rules)| {
            let column = shown(rules);
            let (record, _) = solve_cell(*board, *rules, [column.is_some(), false], &guides, meter)?;
            let title = column.map_or_else(|| rules.ko().to_string(), |column| column.title().to_owned());
            done(Some(&format!("{board} {title}: {}", record.headline())));
            Ok::<_, Error>(record)
        })?;
        let found: AHashMap<(Board, Ruleset), Record> = keys.into_iter().zip(records).collect();
        let cells =
            self.boards.iter().flat_map(|board| self.columns.iter().map(move |column| (board, column)));
        let record = |(board, column): (&Board, &Column)| {
            let value = |rules: &Ruleset| found[&(*board, *rules)].clone();
            with_readings(column.label(value(&column.rules)), &column.rules, |rules| Ok(value(rules)))
        };
        cells.map(record).collect()
    }
}

/// A record with the values under all readings, if there are several.
fn with_readings(
    mut record: Record,
    rules: &Ruleset,
    value: impl Fn(&Ruleset) -> Result<Record, Error>,
) -> Result<Record, Error> {
    let readings = readings(rules);
    if readings.len() > 1 {
        for rules in readings {
            record.readings.insert(rules.ko().name().to_owned(), value(&rules)?.value);
        }
    }
    Ok(record)
}

/// A cell of a published table, with its readings and its certificate.
pub(crate) fn certified_cell(
    board: Board,
    column: &Column,
    guides: &Guides,
    meter: &Meter,
) -> Result<(Record, Option<Certificate>), Error> {
    let (record, certificate) = solve_cell(board, column.rules, [true; 2], guides, meter)?;
    let own = record.clone();
    let value = |rules: &Ruleset| match *rules == column.rules {
        true => Ok(own.clone()),
        false => Ok(solve_cell(board, *rules, [false; 2], guides, meter)?.0),
    };
    Ok((with_readings(column.label(record), &column.rules, value)?, certificate))
}

/// An empty board under some rules, with first moves and a certificate if they are wanted.
fn solve_cell(
    board: Board,
    rules: Ruleset,
    [openings, certificate]: [bool; 2],
    guides: &Guides,
    meter: &Meter,
) -> Result<(Record, Option<Certificate>), Error> {
    let nodes = rules.ko().has_long_fights().then_some(Table::NODES);
    let request = Request::empty(Game::new(board, rules)?)
        .with_openings(openings)
        .with_certificate(certificate)
        .with_resources(Resources::default().with_nodes(nodes).with_guides(guides.clone()));
    match solve(&request, meter) {
        Ok(solution) => Ok((Record::of(&request, &solution), solution.certificate)),
        Err(Error::Nodes { .. }) => Ok((Record::unsolved(&request), None)),
        Err(error) => Err(error),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    #[test]
    fn work_is_done_once_for_each_key() {
        let done = AtomicUsize::new(0);
        let boards = ["1x2", "1x1", "1x2"].map(|board| board.parse().unwrap()).to_vec();
        let columns = ["psk", "ssk", "psk"].map(|ko| Column::of_argument(ko).unwrap()).to_vec();
        let survey = Survey { boards, columns };
        let count = |_: Option<&str>| {
            done.fetch_add(1, Ordering::Relaxed);
        };
        let records = survey.solve(&Meter::default(), &count).unwrap();
        let found: Vec<_> = records.iter().map(|record| (record.board.to_string(), &*record.ko)).collect();
        let row = |board: &str| ["psk", "ssk", "psk"].map(|ko| (board.to_owned(), ko));
        assert_eq!(found, [row("1x2"), row("1x1"), row("1x2")].concat());
        assert_eq!([survey.tasks(), done.load(Ordering::Relaxed)], [4; 2]);
    }
}
