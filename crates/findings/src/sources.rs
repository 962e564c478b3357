//! Published results that studies start from.

use std::path::{Path, PathBuf};

use kosolver_board::Board;
use kosolver_report::{Comparison, FrontierRecord, Graphs, Table};
use kosolver_rules::Score;
use serde::de::DeserializeOwned;

use crate::error::StudyError;

/// A directory of published results.
#[derive(Clone, Debug)]
pub struct Sources(PathBuf);

impl Sources {
    /// The results of this directory, as `kosolver check` takes it.
    pub fn new(directory: &Path) -> Sources {
        Sources(directory.to_owned())
    }

    fn read<T: DeserializeOwned>(&self, name: &str) -> Result<T, StudyError> {
        let path = self.0.join(name);
        let wrong = |fault: Box<dyn std::error::Error + Send + Sync>| StudyError::Read {
            path: path.display().to_string(),
            fault,
        };
        let bytes = std::fs::read(&path).map_err(|error| wrong(error.into()))?;
        serde_json::from_slice(&bytes).map_err(|error| wrong(error.into()))
    }

    /// Where rules part.
    pub(crate) fn separators(&self) -> Result<Comparison, StudyError> {
        self.read("separators.json")
    }

    /// Every small graph.
    pub(crate) fn graphs(&self) -> Result<Graphs, StudyError> {
        self.read("graphs.json")
    }

    /// The values of empty boards that are published, with their rules: those of the table, then those
    /// of the frontier.
    pub(crate) fn empty_boards(&self) -> Result<Vec<(Board, String, Score)>, StudyError> {
        let table: Table = self.read("kee.json")?;
        let frontier: FrontierRecord = self.read("frontier.json")?;
        let records = table.records().iter().chain(frontier.cells.iter().map(|cell| &cell.record));
        let scored =
            records.filter_map(|record| Some((record.board, record.name().to_owned(), record.value.score?)));
        Ok(scored.collect())
    }
}
