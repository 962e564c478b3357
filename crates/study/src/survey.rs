use std::path::Path;

use kosolver_board::Board;
use kosolver_report::{Record, Table};
use kosolver_rules::{Game, Ko, Ruleset};
use kosolver_search::{Error, Meter, Request, Resources, solve};
use serde::{Deserialize, Serialize};

use crate::cell_check::CellCheck;
use crate::certificates::{CertificateFile, PublishedCertificate};
use crate::column::Column;
use crate::error::PublicationError;
use crate::forecast::forecast;
use crate::kind::Kind;
use crate::parallel::{Done, Found};
use crate::publication::{Files, Publication};
use crate::published::{Published, PublishedCell};
use crate::sample::Sample;
use crate::work::{Tools, Work, found, units};

/// The cells of a table: every board under every ruleset, from the empty board, Black first.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Survey {
    /// The boards, in the order of rows.
    pub boards: Vec<Board>,
    /// The rulesets, in the order of columns; ko rules alone, or none.
    pub columns: Vec<Column>,
    /// Whether to write a certificate of every cell.
    pub certificates: bool,
}

/// A solved cell: its record, and what proves it if that was asked for.
pub type Cell = (Record, Option<CertificateFile>);

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

    /// What is solved: each board under each ruleset, and under the other readings of its ko rule.
    fn keys(&self) -> impl Iterator<Item = (Board, Ruleset)> {
        let rules: Vec<Ruleset> = self.columns.iter().flat_map(|column| readings(&column.rules)).collect();
        self.boards.iter().flat_map(move |board| rules.clone().into_iter().map(|rules| (*board, rules)))
    }

    /// The cells, row by row: what was found, and for the others what is published.
    fn cells(&self, found: &Found<(Board, Ruleset), Cell>, published: &[PublishedCell]) -> Vec<Cell> {
        let mut cells = Vec::new();
        for board in &self.boards {
            for column in &self.columns {
                let before =
                    published.iter().find(|cell| cell.record.board == *board && cell.column == *column);
                let solved = found.find(&(*board, column.rules));
                let solved = solved.map(|(record, certificate)| (column.label(record), certificate));
                let known = || {
                    let PublishedCell { record, certificate, .. } = before?;
                    Some((record.clone(), certificate.as_ref().ok().map(PublishedCertificate::file)))
                };
                let cell = solved.or_else(known).expect("each cell is found or published");
                let (mut record, certificate) = cell;
                let readings = readings(&column.rules);
                if readings.len() > 1 {
                    let known = before.map(|cell| cell.record.readings.clone()).unwrap_or_default();
                    let value = |rules: Ruleset| {
                        let name = rules.ko().name().to_owned();
                        Some((name, found.find(&(*board, rules))?.0.value))
                    };
                    record.readings = known;
                    record.readings.extend(readings.into_iter().filter_map(value));
                }
                cells.push((record, certificate));
            }
        }
        cells
    }

    /// The cells that a check solves again. Those of less than a tenth of a second are quick.
    fn sampled(&self, sample: Sample) -> Vec<(Board, Ruleset)> {
        let taken = |unit: &(Board, Ruleset)| sample.takes(&self.name(unit), self.forecast(unit) < 100_000);
        units(self).into_iter().filter(taken).collect()
    }

    /// How many solutions a check of a sample takes.
    pub fn checked(&self, sample: Sample) -> usize {
        self.sampled(sample).len()
    }

    /// Solves a sample of the cells of a directory again, and compares all that is published of this
    /// survey: every cell in a line, then the files that belong to none.
    ///
    /// # Errors
    /// That of a cell that cannot be solved.
    pub fn check(
        &self,
        directory: &Path,
        sample: Sample,
        meter: &Meter,
        done: Done,
    ) -> Result<Vec<CellCheck>, PublicationError> {
        let found = found(self, &self.sampled(sample), meter, done)?;
        let published = Published(directory).cells(Kind::of(&self.columns))?;
        let solved = |record: &Record| {
            Column::of_record(record).is_ok_and(|column| found.find(&(record.board, column.rules)).is_some())
        };
        Ok(Publication::of(self.cells(&found, &published))?.check(directory, &published, solved))
    }

    /// Whether rules are those of a column, and not only another reading of some.
    fn column(&self, rules: &Ruleset) -> Option<&Column> {
        self.columns.iter().find(|column| column.rules == *rules)
    }

    fn title(&self, rules: &Ruleset) -> String {
        self.column(rules).map_or_else(|| rules.ko().to_string(), |column| column.title().to_owned())
    }
}

impl Work for Survey {
    const COMMAND: &'static str = "table";
    type Unit = (Board, Ruleset);
    type Record = Cell;
    type Whole = Vec<Cell>;
    type Error = PublicationError;

    fn units(&self) -> Vec<(Board, Ruleset)> {
        self.keys().collect()
    }

    fn name(&self, (board, rules): &(Board, Ruleset)) -> String {
        format!("{board} {rules}")
    }

    fn forecast(&self, (board, rules): &(Board, Ruleset)) -> u64 {
        forecast(board, rules)
    }

    fn record(&self, (board, rules): (Board, Ruleset), tools: &Tools) -> Result<Cell, PublicationError> {
        let shown = self.column(&rules).is_some();
        let nodes = rules.ko().has_long_fights().then_some(Table::NODES);
        let request = Request::empty(Game::new(board, rules).map_err(Error::from)?)
            .with_openings(shown)
            .with_certificate(shown && self.certificates)
            .with_resources(Resources::default().with_nodes(nodes).with_guides(tools.guides.clone()));
        let cell = match solve(&request, tools.meter) {
            Ok(solution) => {
                let certificate = solution.certificate.as_ref().map(CertificateFile::of);
                (Record::of(&request, &solution), certificate)
            }
            Err(Error::Nodes { .. }) => (Record::unsolved(&request), None),
            Err(error) => return Err(error.into()),
        };
        (tools.done)(Some(&format!("{board} {}: {}", self.title(&rules), cell.0.headline())));
        Ok(cell)
    }

    /// The cells, row by row.
    fn whole(&self, found: &Found<(Board, Ruleset), Cell>) -> Vec<Cell> {
        self.cells(found, &[])
    }

    fn files(&self, cells: Vec<Cell>, _: &Path, _: &Meter) -> Result<Files, PublicationError> {
        Ok(Publication::of(cells)?.files)
    }
}
