//! Published results that studies start from.

use std::path::{Path, PathBuf};

use kosolver_board::Board;
use kosolver_report::{Comparison, FrontierRecord, Graphs, Table};
use kosolver_rules::Score;
use serde::de::DeserializeOwned;

use crate::findings::error::StudyError;

/// A directory of published results.
#[derive(Clone, Debug)]
pub struct Sources(PathBuf);

impl Sources {
    /// The results of this directory, as `kosolver check` takes it.
    pub fn new(directory: &Path) -> Sources {
        Sources(directory.to_owned())
    }

    /// The bytes of a file.
    pub(crate) fn file(&self, name: &str) -> Result<Vec<u8>, StudyError> {
        std::fs::read(self.0.join(name)).map_err(|error| self.wrong(name, error))
    }

    /// A file, as a typed record.
    pub(crate) fn read<T: DeserializeOwned>(&self, name: &str) -> Result<T, StudyError> {
        serde_json::from_slice(&self.file(name)?).map_err(|error| self.wrong(name, error))
    }

    fn wrong(&self, name: &str, fault: impl std::error::Error + Send + Sync + 'static) -> StudyError {
        StudyError::Read { path: self.0.join(name).display().to_string(), fault: Box::new(fault) }
    }

    /// Ko rules on empty boards.
    pub(crate) fn table(&self) -> Result<Table, StudyError> {
        self.read("kee.json")
    }

    /// Rulesets on empty boards.
    pub(crate) fn rulesets(&self) -> Result<Table, StudyError> {
        self.read("rulesets.json")
    }

    /// The largest boards.
    pub(crate) fn frontier(&self) -> Result<FrontierRecord, StudyError> {
        self.read("frontier.json")
    }

    /// Where rules differ.
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
        let (table, frontier) = (self.table()?, self.frontier()?);
        let records = table.records().iter().chain(frontier.cells.iter().map(|cell| &cell.record));
        let scored =
            records.filter_map(|record| Some((record.board, record.name().to_owned(), record.value.score?)));
        Ok(scored.collect())
    }
}
