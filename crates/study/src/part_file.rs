//! Files with what a part of a survey has found: a line that says what it is of, then a line of JSON
//! for each unit.

use std::path::{Path, PathBuf};

use kosolver_board::{LONGEST_WHOLE, read_plain};
use kosolver_search::Meter;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::certificates::sha256;
use crate::error::{PartError, PublicationError};
use crate::parallel::Done;
use crate::part::{ENDING, Part};
use crate::publication::Files;
use crate::work::{Work, found, units_of};

/// The form of these files.
const FORM: u32 = 2;

/// The version of the program, which parts that belong together share.
pub(crate) const VERSION: &str = env!("CARGO_PKG_VERSION");

/// What the first line says.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Header {
    /// The version of the form.
    #[serde(rename = "kosolver part")]
    pub form: u32,
    /// The version of the program that made it.
    pub version: String,
    /// The command.
    pub command: String,
    /// What was typed, for people.
    pub typed: String,
    /// Its number, from 1.
    pub part: u32,
    /// How many parts there are.
    pub parts: u32,
    /// What is done by all parts together.
    pub work: Value,
    /// The names of its units, a line each.
    pub units: Vec<String>,
    /// The SHA-256 of this line with an empty one here, and of those lines.
    pub sha256: String,
}

impl Header {
    /// The digest that goes with these records.
    fn sealed(&self, records: &str) -> serde_json::Result<String> {
        let header = Header { sha256: String::new(), ..self.clone() };
        Ok(sha256((serde_json::to_string(&header)? + "\n" + records).as_bytes()))
    }
}

/// A file with a part, read.
pub(crate) struct PartFile {
    pub path: PathBuf,
    pub header: Header,
    /// A line for each unit.
    pub records: String,
}

/// How many solutions a part takes at most.
pub fn part_tasks<W: Work>(work: &W, part: Part) -> usize {
    units_of(work, part).iter().map(|unit| work.solutions(unit)).sum()
}

/// Does a part of a survey: the file with what it has found, by its name. `typed` is the command that
/// asked for it, for messages to people.
///
/// # Errors
/// Those of the work.
pub fn part_files<W: Work>(
    work: &W,
    part: Part,
    typed: &str,
    meter: &Meter,
    done: Done,
) -> Result<Files, PublicationError> {
    let units = units_of(work, part);
    let found = found(work, &units, meter, done).map_err(Into::into)?;
    let mut records = String::new();
    for unit in &units {
        records += &serde_json::to_string(&found.take(unit))?;
        records.push('\n');
    }
    let mut header = Header {
        form: FORM,
        version: VERSION.to_owned(),
        command: W::COMMAND.to_owned(),
        typed: typed.to_owned(),
        part: part.number(),
        parts: part.of(),
        work: serde_json::from_slice(&serde_json::to_vec(work)?)?,
        units: units.iter().map(|unit| work.name(unit)).collect(),
        sha256: String::new(),
    };
    header.sha256 = header.sealed(&records)?;
    let text = serde_json::to_string(&header)? + "\n" + &records;
    Ok(Files::from([(part.file(W::COMMAND), text.into_bytes())]))
}

impl PartFile {
    /// The files with parts in a directory, by their names.
    ///
    /// # Errors
    /// [`PartError`] if there is none, or one cannot be read or is damaged.
    pub fn all(directory: &Path) -> Result<Vec<PartFile>, PartError> {
        let unreadable = |source| PartError::Read(directory.display().to_string(), source);
        let entries: Result<Vec<_>, _> = std::fs::read_dir(directory).map_err(unreadable)?.collect();
        let paths = entries.map_err(unreadable)?.into_iter().map(|entry| entry.path());
        let is_part = |path: &PathBuf| path.extension().is_some_and(|ending| ending == ENDING);
        let mut paths: Vec<PathBuf> = paths.filter(is_part).collect();
        paths.sort();
        if paths.is_empty() {
            return Err(PartError::Empty(directory.display().to_string()));
        }
        paths.into_iter().map(PartFile::read).collect()
    }

    fn read(path: PathBuf) -> Result<PartFile, PartError> {
        let name = path.display().to_string();
        let bytes =
            read_plain(&path, LONGEST_WHOLE).map_err(|source| PartError::Read(name.clone(), source))?;
        let no_part = || PartError::Form(name.clone());
        let text = String::from_utf8(bytes).map_err(|_| no_part())?;
        let (first, records) = text.split_once('\n').ok_or_else(no_part)?;
        // Before all else: another version may have another form.
        let fields: Value = serde_json::from_slice(first.as_bytes()).map_err(|_| no_part())?;
        let form = fields.get("kosolver part").and_then(Value::as_u64).ok_or_else(no_part)?;
        let version = fields.get("version").and_then(Value::as_str).ok_or_else(no_part)?;
        if form != u64::from(FORM) {
            let version = kosolver_board::shortened(version, 32).to_string();
            return Err(PartError::Version { parts: vec![(name, version)], own: VERSION });
        }
        let header: Header = serde_json::from_slice(first.as_bytes()).map_err(|_| no_part())?;
        let whole =
            records.lines().count() == header.units.len() && records.is_empty() | records.ends_with('\n');
        if !whole || header.sealed(records).ok().as_ref() != Some(&header.sha256) {
            return Err(PartError::Damaged(name));
        }
        Ok(PartFile { path, header, records: records.to_owned() })
    }

    /// Its path, as messages show it.
    pub fn name(&self) -> String {
        self.path.display().to_string()
    }
}
