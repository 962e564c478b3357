//! All cells that are published, in one file: a line each.

use std::collections::BTreeMap;
use std::path::Path;

use kosolver_board::{LONGEST_WHOLE, read_plain};

use crate::asked::{Asked, Key};
use crate::error::{FileFault, PublicationError};
use crate::found::{Cell, Found};

/// The cells that are published, in order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Manifest(BTreeMap<Key, Cell>);

impl Manifest {
    /// The name of the file.
    pub const FILE: &'static str = "manifest.json";

    /// The manifest of a directory; nothing if there is none.
    ///
    /// # Errors
    /// [`PublicationError::Published`] if a line is no cell, and [`PublicationError::Differs`] if two lines
    /// contradict each other.
    pub fn of(directory: &Path) -> Result<Manifest, PublicationError> {
        let path = directory.join(Manifest::FILE);
        let wrong = |fault: FileFault| PublicationError::Published {
            path: path.display().to_string(),
            fault: Box::new(fault),
        };
        let bytes = match read_plain(&path, LONGEST_WHOLE) {
            Err(fault) if fault.kind() == std::io::ErrorKind::NotFound => return Ok(Manifest::default()),
            read => read.map_err(|fault| wrong(fault.into()))?,
        };
        let mut manifest = Manifest::default();
        // Line by line, so that files one after the other are a manifest too.
        for (number, line) in bytes.split(|byte| *byte == b'\n').enumerate() {
            let line = line.trim_ascii();
            let line = line.strip_suffix(b",").unwrap_or(line);
            if matches!(line, b"" | b"[" | b"]" | b"[]") {
                continue;
            }
            let cell =
                serde_json::from_slice(line).map_err(|fault| wrong(FileFault::Line(number + 1, fault)))?;
            manifest.put(cell)?;
        }
        Ok(manifest)
    }

    /// The file: a list of JSON, a cell a line.
    ///
    /// # Errors
    /// [`PublicationError::Json`] if the library refuses.
    pub fn text(&self) -> Result<String, PublicationError> {
        let lines: Result<Vec<String>, _> = self.cells().map(serde_json::to_string).collect();
        Ok(format!("[\n{}\n]\n", lines?.join(",\n")))
    }

    /// The cells, in order.
    pub fn cells(&self) -> impl Iterator<Item = &Cell> {
        self.0.values()
    }

    /// The cell of a question.
    pub fn get(&self, asked: &Asked) -> Option<&Cell> {
        self.0.get(&asked.key())
    }

    /// Whether there is no cell.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Puts a cell where it belongs, in place of one with the same question. One that is open does not replace
    /// one that is solved, or that was given up later.
    ///
    /// # Errors
    /// [`PublicationError::Differs`] if the value is another than the manifest has.
    pub fn put(&mut self, mut cell: Cell) -> Result<(), PublicationError> {
        let key = cell.asked.key();
        if let Some(before) = self.0.get(&key) {
            if before.contradicts(&cell) {
                return Err(PublicationError::Differs {
                    cell: cell.asked.to_string(),
                    values: [before.headline(), cell.headline()],
                });
            }
            if cell.is_open() && (!before.is_open() || before.asked.options.nodes > cell.asked.options.nodes)
            {
                return Ok(());
            }
            let alone = value_nodes(before);
            if let Found::Value(found) = &mut cell.found
                && (!found.openings.is_empty() || cell.asked.options.is_guided())
            {
                found.value_nodes = found.value_nodes.or(alone);
            }
        }
        self.0.insert(key, cell);
        Ok(())
    }
}

/// The nodes of the value alone, with the value as the first guess and all else as usual, where they are known.
fn value_nodes(cell: &Cell) -> Option<u64> {
    let (found, options) = (cell.value()?, &cell.asked.options);
    let alone = options.value_only && options.guess == found.value.worth() && !options.is_unusual();
    if alone { found.nodes } else { found.value_nodes }
}
