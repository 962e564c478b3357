//! A directory of published results, and what is in its files.

use std::io;
use std::path::Path;

use kosolver_board::{LONGEST_WHOLE, read_plain};

use crate::cell_check::CellCheck;

/// A directory of published results.
#[derive(Clone, Copy, Debug)]
pub struct Published<'a>(pub &'a Path);

impl Published<'_> {
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

    /// The files of a folder whose names end so, in order.
    pub(crate) fn names(&self, folder: &str, ending: &str) -> Vec<String> {
        let entries = std::fs::read_dir(self.0.join(folder)).into_iter().flatten().flatten();
        let names = entries.map(|entry| format!("{folder}/{}", entry.file_name().to_string_lossy()));
        let mut names: Vec<String> = names.filter(|name| name.ends_with(ending)).collect();
        names.sort();
        names
    }
}
