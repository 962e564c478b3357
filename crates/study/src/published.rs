//! A directory of published results, and what is in its files.

use std::io;
use std::path::{Path, PathBuf};

use kosolver_board::{Board, LONGEST_WHOLE, read_plain};
use kosolver_report::{Comparison, Format, Record, Table};
use serde::de::DeserializeOwned;

use crate::cell_check::CellCheck;
use crate::census::Census;
use crate::certificates::PublishedCertificate;
use crate::column::Column;
use crate::error::{FileFault, PublicationError};
use crate::graph_again::PublishedGraphs;
use crate::kind::Kind;
use crate::parallel::each;
use crate::publication::Files;
use crate::survey::Survey;

/// A cell of a published table.
pub(crate) struct PublishedCell {
    pub record: Record,
    /// Where it stands.
    pub column: Column,
    /// Where its certificate belongs.
    pub path: String,
    /// Its certificate, or why there is none.
    pub certificate: Result<PublishedCertificate, String>,
}

/// A directory of published results.
#[derive(Clone, Copy, Debug)]
pub struct Published<'a>(pub &'a Path);

impl Published<'_> {
    /// The survey that makes a published table again: every board under the same rules.
    pub(crate) fn survey(&self, kind: Kind) -> Result<Survey, PublicationError> {
        // A table may have been published without certificates; some without a list, or a list
        // without some, are a fault that the check finds.
        let certificates = self.0.join(kind.manifest()).exists() || !self.certificates(kind).is_empty();
        self.read_as(&kind.table(Format::Json), |table: Table| {
            let mut survey = Survey { boards: Vec::new(), columns: Vec::new(), certificates };
            let mut known = Vec::new();
            for record in table.records() {
                let column = Column::of_record(record)?;
                if !survey.boards.contains(&record.board) {
                    survey.boards.push(record.board);
                }
                if !survey.columns.contains(&column) {
                    survey.columns.push(column.clone());
                }
                known.push((record.board, column));
            }
            let row =
                |board: &Board| survey.columns.iter().all(|column| known.contains(&(*board, column.clone())));
            let cells = survey.boards.len() * survey.columns.len();
            let whole = cells > 0 && cells == known.len() && survey.boards.iter().all(row);
            if whole { Ok(survey) } else { Err(FileFault::Cells) }
        })
    }

    /// The cells of a published table, with their certificates as far as there are any.
    pub(crate) fn cells(&self, kind: Kind) -> Result<Vec<PublishedCell>, PublicationError> {
        let name = kind.table(Format::Json);
        let table: Table = self.read_as(&name, Ok)?;
        let cell = |record: &Record| {
            let column = Column::of_record(record).map_err(|fault| self.wrong(&name, fault.into()))?;
            let path = kind.certificate(&record.board, &column);
            let certificate = self.file(&path).map(PublishedCertificate::read);
            Ok(PublishedCell { record: record.clone(), column, path, certificate })
        };
        each(table.records(), cell)
    }

    /// What makes a published comparison again.
    pub(crate) fn census(&self, kind: Kind) -> Result<Census, PublicationError> {
        self.read_as(&kind.comparison(Format::Json), |comparison: Comparison| {
            let mut boards = Vec::new();
            for compared in &comparison.boards {
                let mut columns = Vec::new();
                for name in &compared.rules {
                    let rules = comparison.rules.iter().find(|rules| rules.name() == name);
                    columns.push(Column::of_rules(rules.ok_or(FileFault::Unexplained(name.clone()))?)?);
                }
                if columns.len() < 2 {
                    return Err(FileFault::Nothing);
                }
                boards.push((compared.board, columns));
            }
            if boards.is_empty() { Err(FileFault::Nothing) } else { Ok(Census { boards }) }
        })
    }

    /// The surveys of graphs that the directory holds, with what they have found.
    ///
    /// # Errors
    /// [`PublicationError::Published`] if a file cannot be read as one.
    pub fn graphs(&self) -> Result<Vec<PublishedGraphs>, PublicationError> {
        let there = Kind::ALL.into_iter().filter(|kind| self.has(&kind.files(Kind::graphs)));
        there.map(|kind| self.graphs_of(kind)).collect()
    }

    pub(crate) fn graphs_of(&self, kind: Kind) -> Result<PublishedGraphs, PublicationError> {
        self.read_as(&kind.graphs(Format::Json), PublishedGraphs::of)
    }

    /// Whether there is one of these files.
    pub(crate) fn has(&self, names: &[String]) -> bool {
        names.iter().any(|name| self.0.join(name).exists())
    }

    /// What is wrong with a file.
    pub(crate) fn wrong(&self, name: &str, fault: FileFault) -> PublicationError {
        PublicationError::Published { path: self.0.join(name).display().to_string(), fault: Box::new(fault) }
    }

    /// A document, as a typed record.
    pub(crate) fn read<T: DeserializeOwned>(&self, name: &str) -> Result<T, FileFault> {
        Ok(serde_json::from_slice(&self.bytes(name)?)?)
    }

    /// What a document is of.
    pub(crate) fn read_as<D: DeserializeOwned, T>(
        &self,
        name: &str,
        of: impl FnOnce(D) -> Result<T, FileFault>,
    ) -> Result<T, PublicationError> {
        self.read(name).and_then(of).map_err(|fault| self.wrong(name, fault))
    }

    /// Holds files against what their commands make.
    pub(crate) fn compare_all(&self, fresh: &Files) -> Vec<CellCheck> {
        fresh.iter().map(|(name, bytes)| self.compare(name, bytes)).collect()
    }

    /// Holds a file against what its command makes.
    pub(crate) fn compare(&self, name: &str, fresh: &[u8]) -> CellCheck {
        let mut check = CellCheck::new(name.to_owned());
        match self.file(name) {
            Ok(bytes) if bytes == fresh => check.says("identical".to_owned()),
            Ok(_) => check.fault("differs from what its command makes".to_owned()),
            Err(fault) => check.fault(fault),
        }
        check
    }

    /// The bytes of a file.
    pub(crate) fn bytes(&self, name: &str) -> io::Result<Vec<u8>> {
        read_plain(&self.0.join(name), LONGEST_WHOLE)
    }

    /// The bytes of a file, or why there are none.
    pub(crate) fn file(&self, name: &str) -> Result<Vec<u8>, String> {
        self.bytes(name).map_err(|error| format!("{name} cannot be read: {error}"))
    }

    /// The certificates of a table that are there, in order.
    pub(crate) fn certificates(&self, kind: Kind) -> Vec<String> {
        let directory = kind.certificates();
        let entries = std::fs::read_dir(self.0.join(directory)).into_iter().flatten().flatten();
        let files = entries.map(|entry| entry.path()).filter(|path| !path.is_dir());
        let name = |path: PathBuf| {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            format!("{directory}/{name}")
        };
        let mut names: Vec<String> = files.map(name).collect();
        names.sort();
        names
    }
}
