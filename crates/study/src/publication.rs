//! The published results: which files there are, what is in them, and whether they hold.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::io;
use std::path::Path;

use kosolver_checker::{Proved, Verified};
use kosolver_rules::{Ko, Preset};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use thiserror::Error;

use crate::{Cell, Census, Column, Comparison, Format, Record, RenderError, Survey, Table};

/// The files of a published table, by their path below the directory of results.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Publication {
    kind: TableKind,
    /// What is in each file.
    pub files: BTreeMap<String, Vec<u8>>,
    /// The cells in the order of the table, each with the path of its certificate.
    cells: Vec<(Record, Option<String>)>,
}

/// Why a table cannot be published, or a publication cannot be checked.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum PublicationError {
    /// A file cannot be rendered.
    #[error(transparent)]
    Render(#[from] RenderError),
    /// A file cannot be rendered as JSON.
    #[error("results could not be written as JSON: {0}")]
    Json(#[from] serde_json::Error),
    /// A cell cannot be solved.
    #[error(transparent)]
    Search(#[from] kosolver_search::Error),
    /// A certificate cannot be compressed.
    #[error("a certificate could not be compressed: {0}")]
    Compress(#[from] io::Error),
    /// A certificate does not hold.
    #[error("the certificate of {cell}: {fault}")]
    Certificate {
        /// Board and rule.
        cell: String,
        /// What is wrong with it.
        fault: String,
    },
    /// The directory holds no table.
    #[error("{path} holds no published table: {fault}")]
    NoTable {
        /// The file where a table should be.
        path: String,
        /// What is wrong with it.
        fault: String,
    },
}

/// A line of a list of certificates.
#[derive(Serialize)]
struct Manifest<'a> {
    board: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    preset: Option<&'a str>,
    ko: &'a str,
    suicide: &'a str,
    /// The file, below the directory of results.
    file: &'a str,
    bytes: usize,
    lemmas: u64,
    /// Of the file, as `sha256sum` prints it.
    sha256: String,
    /// What makes it again.
    command: String,
}

/// The ending of a certificate.
const CERTIFICATE: &str = ".kcert";

/// Which table is published: they have files of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableKind {
    /// Ko rules under area scoring: `kee.json`.
    KoRules,
    /// Presets: `rulesets.json`.
    Presets,
}

impl TableKind {
    /// Both.
    pub const ALL: [TableKind; 2] = [TableKind::KoRules, TableKind::Presets];

    /// The table of these records.
    fn of<'a>(mut records: impl Iterator<Item = &'a Record>) -> TableKind {
        if records.any(|record| record.preset.is_some()) { TableKind::Presets } else { TableKind::KoRules }
    }

    /// The file that holds it in a format.
    pub fn file(self, format: Format) -> String {
        let stem = match self {
            TableKind::KoRules => "kee",
            TableKind::Presets => "rulesets",
        };
        format!("{stem}.{}", format.extension())
    }

    fn json(self) -> String {
        self.file(Format::Json)
    }

    /// The list of its certificates.
    fn manifest(self) -> &'static str {
        match self {
            TableKind::KoRules => "certificates.json",
            TableKind::Presets => "certificates-rulesets.json",
        }
    }

    /// The directory of its certificates.
    fn certificates(self) -> &'static str {
        match self {
            TableKind::KoRules => "certificates",
            TableKind::Presets => "certificates/rulesets",
        }
    }
}

impl Publication {
    /// The files for the solved cells of a survey.
    ///
    /// # Errors
    /// [`PublicationError`] if a library refuses to render or compress; results give it no
    /// reason to.
    pub fn of(cells: Vec<Cell>) -> Result<Publication, PublicationError> {
        let kind = TableKind::of(cells.iter().map(|(record, _)| record));
        let mut files = BTreeMap::new();
        let mut named = Vec::new();
        let mut manifest = Vec::new();
        for (record, certificate) in &cells {
            let Some(certificate) = certificate else {
                named.push((record.clone(), None));
                continue;
            };
            let mut bytes = Vec::new();
            certificate.write(&mut bytes)?;
            let path = format!("{}/{}", kind.certificates(), certificate_name(&record.board, record.name()));
            manifest.push((record, path.clone(), bytes.len(), certificate.lemmas(), sha256(&bytes)));
            files.insert(path.clone(), bytes);
            named.push((record.clone(), Some(path)));
        }
        let lines: Vec<Manifest> = manifest
            .iter()
            .map(|(record, file, bytes, lemmas, sha256)| Manifest {
                board: &record.board,
                preset: record.preset,
                ko: record.ko,
                suicide: &record.suicide,
                file,
                bytes: *bytes,
                lemmas: *lemmas,
                sha256: sha256.clone(),
                command: match record.preset {
                    Some(preset) => {
                        format!(
                            "kosolver solve {} --rules {preset} --certificate {file}",
                            quoted(&record.board)
                        )
                    }
                    None => format!(
                        "kosolver solve {} --ko {} --suicide {} --certificate {file}",
                        quoted(&record.board),
                        record.ko,
                        record.suicide
                    ),
                },
            })
            .collect();
        if !lines.is_empty() {
            files.insert(
                kind.manifest().to_owned(),
                (serde_json::to_string_pretty(&lines)? + "\n").into_bytes(),
            );
        }
        let table = Table::new(cells.into_iter().map(|(record, _)| record).collect());
        for format in [Format::Json, Format::Markdown] {
            files.insert(kind.file(format), format.table(&table)?.into_bytes());
        }
        Ok(Publication { kind, files, cells: named })
    }

    /// Holds the files of a directory against these: every cell in a line, then the files
    /// that belong to none.
    pub fn check(&self, directory: &Path) -> Vec<CellCheck> {
        let published = Published(directory);
        let mut checks: Vec<CellCheck> = Vec::new();
        let kind = self.kind;
        let table = published.cells(kind).unwrap_or_default();
        for (index, (record, certificate)) in self.cells.iter().enumerate() {
            let mut check = CellCheck::new(format!("{} {}", record.board, record.name()));
            let fresh = serde_json::to_value(record).ok();
            if table.get(index) == fresh.as_ref() {
                check.says(format!("{} again", record.headline()));
            } else {
                check.fault(format!("{} is not what is published in {}", record.headline(), kind.json()));
            }
            if let Some(path) = certificate {
                self.check_certificate(record, path, &published, &mut check);
            }
            checks.push(check);
        }
        // The rest: the files of the table as a whole, and files that nobody should find.
        let others = self.files.keys().filter(|name| !name.ends_with(CERTIFICATE));
        checks.extend(others.map(|name| published.compare(name, &self.files[name])));
        for name in published.certificates(kind) {
            if !self.files.contains_key(&name) {
                let mut check = CellCheck::new(name);
                check.fault("belongs to no cell of the table".to_owned());
                checks.push(check);
            }
        }
        checks
    }

    fn check_certificate(&self, record: &Record, path: &str, published: &Published, check: &mut CellCheck) {
        let bytes = match published.file(path) {
            Ok(bytes) => bytes,
            Err(fault) => return check.fault(fault),
        };
        if bytes != self.files[path] {
            let (was, is) = (sha256(&bytes), sha256(&self.files[path]));
            check.fault(format!("{path} has digest {was}, its command makes {is}"));
        }
        match kosolver_checker::verify(&bytes[..]) {
            Err(error) => check.fault(format!("{path}: {error}")),
            Ok(verified) => {
                if proves(&verified, record) {
                    check.says(format!("proved in {} bytes, lemmas: {}", bytes.len(), verified.lemmas));
                } else {
                    check.fault(format!("{path} proves something else: {verified}"));
                }
            }
        }
    }
}

/// Whether a certificate proves what a record says.
pub(crate) fn proves(verified: &Verified, record: &Record) -> bool {
    let value = &record.value;
    let right = match verified.value {
        Proved::Score(score) => value.score == Some(score),
        Proved::Bounds(lower, upper) => (value.lower, value.upper) == (Some(lower), Some(upper)),
    };
    right
        && verified.game.board().to_string() == record.board
        && crate::Rules::of(verified.game.rules()) == record.rules
        && verified.position.text(verified.game.board()) == record.position
        && verified.to_play.to_string() == record.to_play
}

/// The name of the file of a certificate. For a board that is no grid `-` stands for `:`, and graph6, in which
/// case matters and punctuation occurs, is in hexadecimal: `graph6-4263-psk.kcert`.
pub(crate) fn certificate_name(board: &str, ko: &str) -> String {
    let board = match board.split_once(':') {
        None => board.to_owned(),
        Some(("graph6", text)) => text.bytes().fold("graph6-".to_owned(), |mut name, byte| {
            // Writing to a string cannot fail.
            let _ = write!(name, "{byte:02x}");
            name
        }),
        Some((shape, sides)) => format!("{shape}-{sides}"),
    };
    format!("{board}-{ko}.kcert")
}

/// A board as a shell reads it: graph6 has all sorts of signs, but no quotation mark.
pub(crate) fn quoted(board: &str) -> String {
    if board.starts_with("graph6:") { format!("'{board}'") } else { board.to_owned() }
}

pub(crate) fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().fold(String::new(), |mut text, byte| {
        // Writing to a string cannot fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// What a check says of one cell or file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CellCheck {
    name: String,
    says: Vec<String>,
    faults: Vec<String>,
}

impl CellCheck {
    pub(crate) fn new(name: String) -> CellCheck {
        CellCheck { name, says: Vec::new(), faults: Vec::new() }
    }

    pub(crate) fn says(&mut self, text: String) {
        self.says.push(text);
    }

    pub(crate) fn fault(&mut self, text: String) {
        self.faults.push(text);
    }

    /// The cell, as in `3x3 psk`, or the file.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether all is well.
    pub fn holds(&self) -> bool {
        self.faults.is_empty()
    }
}

impl std::fmt::Display for CellCheck {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (word, texts) = if self.holds() { ("holds", &self.says) } else { ("FAILS", &self.faults) };
        write!(f, "{word}  {}: {}", self.name, texts.join("; "))
    }
}

/// The files that hold the comparison.
const SEPARATORS: [(&str, Format); 2] =
    [("separators.json", Format::Json), ("separators.md", Format::Markdown)];

/// The files of a published comparison.
///
/// # Errors
/// [`RenderError`] if a library refuses to render.
pub fn comparison_files(comparison: &Comparison) -> Result<BTreeMap<String, Vec<u8>>, RenderError> {
    let file =
        |(name, format): (&str, Format)| Ok((name.to_owned(), format.comparison(comparison)?.into_bytes()));
    SEPARATORS.into_iter().map(file).collect()
}

/// Holds the published comparison of a directory against one made again: every board in a line,
/// then the files.
///
/// # Errors
/// [`RenderError`] if a library refuses to render.
pub fn check_comparison(comparison: &Comparison, directory: &Path) -> Result<Vec<CellCheck>, RenderError> {
    let published = Published(directory);
    let document = published.document(SEPARATORS[0].0).unwrap_or_default();
    let mut checks = Vec::new();
    for (index, board) in comparison.boards.iter().enumerate() {
        let mut check = CellCheck::new(format!("separators {}", board.board));
        let fresh = serde_json::to_value(board).map_err(RenderError::from)?;
        if document["boards"].get(index) == Some(&fresh) {
            let separated = board.pairs.iter().filter(|pair| pair.differ > 0).count();
            check.says(format!(
                "{} starts again; pairs of rules that differ: {separated} of {}",
                board.starts,
                board.pairs.len()
            ));
        } else {
            check.fault(format!("not what is published in {}", SEPARATORS[0].0));
        }
        checks.push(check);
    }
    for (name, bytes) in comparison_files(comparison)? {
        checks.push(published.compare(&name, &bytes));
    }
    Ok(checks)
}

/// A directory of published results.
#[derive(Clone, Copy, Debug)]
pub struct Published<'a>(pub &'a Path);

/// The fields of a cell that say what to solve.
#[derive(Deserialize)]
struct Place {
    board: String,
    preset: Option<String>,
    ko: String,
    suicide: String,
}

impl Place {
    /// The column that a cell stands in.
    fn column(&self) -> Result<Column, String> {
        match &self.preset {
            Some(name) => {
                let preset = Preset::named(name).ok_or_else(|| format!("there is no preset {name}"))?;
                Ok(Column::of_preset(preset))
            }
            None => {
                let ko: Ko = self.ko.parse().map_err(|error: kosolver_rules::Error| error.to_string())?;
                let suicide =
                    self.suicide.parse().map_err(|error: kosolver_rules::Error| error.to_string())?;
                Ok(Column::of_ko(ko, suicide))
            }
        }
    }
}

/// The fields of a comparison that say what to solve.
#[derive(Deserialize)]
struct Compared {
    suicide: String,
    boards: Vec<ComparedBoard>,
}

#[derive(Deserialize)]
struct ComparedBoard {
    board: String,
    rules: Vec<String>,
}

impl Published<'_> {
    /// The surveys that make the published tables again.
    ///
    /// # Errors
    /// [`PublicationError::NoTable`] if the directory has no table, or one that is not a
    /// survey's: every board under the same rules.
    pub fn surveys(&self) -> Result<Vec<Survey>, PublicationError> {
        let there = |kind: &TableKind| {
            [kind.json(), kind.file(Format::Markdown)].iter().any(|name| self.0.join(name).exists())
        };
        let kinds: Vec<TableKind> = TableKind::ALL.into_iter().filter(there).collect();
        // Where there is none, the fault is said of the first.
        let kinds = if kinds.is_empty() { vec![TableKind::KoRules] } else { kinds };
        kinds.into_iter().map(|kind| self.survey(kind)).collect()
    }

    fn survey(&self, kind: TableKind) -> Result<Survey, PublicationError> {
        let path = self.0.join(kind.json()).display().to_string();
        let fault = |fault: String| PublicationError::NoTable { path: path.clone(), fault };
        // A table may have been published without certificates; some without a list, or a list
        // without some, are a fault that the check finds.
        let certificates = self.0.join(kind.manifest()).exists() || !self.certificates(kind).is_empty();
        let mut survey = Survey { boards: Vec::new(), columns: Vec::new(), certificates };
        let cells = self.cells(kind).map_err(fault)?;
        for cell in &cells {
            let place: Place =
                serde_json::from_value(cell.clone()).map_err(|error| fault(error.to_string()))?;
            let board =
                place.board.parse().map_err(|error: kosolver_board::Error| fault(error.to_string()))?;
            let column = place.column().map_err(fault)?;
            if !survey.boards.contains(&board) {
                survey.boards.push(board);
            }
            if !survey.columns.contains(&column) {
                survey.columns.push(column);
            }
        }
        if cells.is_empty() || cells.len() != survey.boards.len() * survey.columns.len() {
            return Err(fault("its cells are not every board under every rule".to_owned()));
        }
        Ok(survey)
    }

    /// What makes the published comparison again; nothing if there is none.
    ///
    /// # Errors
    /// [`PublicationError::NoTable`] if its file cannot be read as one.
    pub fn census(&self) -> Result<Option<Census>, PublicationError> {
        if SEPARATORS.iter().all(|(name, _)| !self.0.join(name).exists()) {
            return Ok(None);
        }
        let name = SEPARATORS[0].0;
        let fault = |fault: String| PublicationError::NoTable {
            path: self.0.join(name).display().to_string(),
            fault,
        };
        let document = self.document(name).map_err(fault)?;
        let place: Compared = serde_json::from_value(document).map_err(|error| fault(error.to_string()))?;
        let wrong = |error: &dyn std::fmt::Display| fault(error.to_string());
        let mut boards = Vec::new();
        for compared in &place.boards {
            let board = compared.board.parse().map_err(|error: kosolver_board::Error| wrong(&error))?;
            let rules: Result<Vec<Ko>, kosolver_rules::Error> =
                compared.rules.iter().map(|ko| ko.parse()).collect();
            boards.push((board, rules.map_err(|error| wrong(&error))?));
        }
        let suicide = place.suicide.parse().map_err(|error: kosolver_rules::Error| wrong(&error))?;
        let census = Census { boards, suicide };
        if census.boards.is_empty() || census.boards.iter().any(|(_, rules)| rules.len() < 2) {
            return Err(fault("it compares nothing".to_owned()));
        }
        Ok(Some(census))
    }

    pub(crate) fn document(&self, name: &str) -> Result<serde_json::Value, String> {
        serde_json::from_slice(&self.file(name)?).map_err(|error| error.to_string())
    }

    fn cells(&self, kind: TableKind) -> Result<Vec<serde_json::Value>, String> {
        let document = self.document(&kind.json())?;
        let cells = document.get("cells").and_then(|cells| cells.as_array());
        cells.cloned().ok_or_else(|| "it has no list of cells".to_owned())
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

    fn file(&self, name: &str) -> Result<Vec<u8>, String> {
        std::fs::read(self.0.join(name)).map_err(|error| format!("{name} cannot be read: {error}"))
    }

    /// The certificates of a table that are there, in order.
    fn certificates(&self, kind: TableKind) -> Vec<String> {
        let directory = kind.certificates();
        let entries = std::fs::read_dir(self.0.join(directory)).into_iter().flatten().flatten();
        let files = entries.filter(|entry| !entry.path().is_dir());
        let mut names: Vec<String> =
            files.map(|entry| format!("{directory}/{}", entry.file_name().to_string_lossy())).collect();
        names.sort();
        names
    }
}
