//! Published results that studies and sites start from.

use std::error::Error;

use kosolver_board::Board;
use kosolver_report::{Comparison, FrontierRecord, Graphs, Table};
use kosolver_rules::Score;
use serde::de::DeserializeOwned;

use crate::error::PublicationError;
use crate::published::Published;

impl Published<'_> {
    /// A file that a study or a site starts from.
    pub(crate) fn source<T: DeserializeOwned>(&self, name: &str) -> Result<T, PublicationError> {
        let wrong = |fault: Box<dyn Error + Send + Sync>| PublicationError::Read {
            path: self.0.join(name).display().to_string(),
            fault,
        };
        let bytes = self.bytes(name).map_err(|fault| wrong(fault.into()))?;
        serde_json::from_slice(&bytes).map_err(|fault| wrong(fault.into()))
    }

    /// Values of empty boards under ko rules.
    pub(crate) fn table(&self) -> Result<Table, PublicationError> {
        self.source("kee.json")
    }

    /// The largest boards, under ko rules.
    pub(crate) fn frontier(&self) -> Result<FrontierRecord, PublicationError> {
        self.source("frontier.json")
    }

    /// Where ko rules differ.
    pub(crate) fn separators(&self) -> Result<Comparison, PublicationError> {
        self.source("separators.json")
    }

    /// Every small graph, under ko rules.
    pub(crate) fn small_graphs(&self) -> Result<Graphs, PublicationError> {
        self.source("graphs.json")
    }

    /// The values of empty boards that are published, with their ko rules: those of the table, then those
    /// of the frontier.
    pub(crate) fn empty_boards(&self) -> Result<Vec<(Board, String, Score)>, PublicationError> {
        let (table, frontier) = (self.table()?, self.frontier()?);
        let records = table.records().iter().chain(frontier.cells.iter().map(|cell| &cell.record));
        let scored =
            records.filter_map(|record| Some((record.board, record.name().to_owned(), record.value.score?)));
        Ok(scored.collect())
    }
}
