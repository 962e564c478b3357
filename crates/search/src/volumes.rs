//! What lemmas rest on, in files: each time the tables are full, what those that are kept rest on goes into
//! a **volume**. In the tables each of them says from then on in which volume it was proved, and all else
//! is forgotten. So a proof need not fit into the memory.

use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Seek, Write};
use std::path::PathBuf;

use crate::request::Error;

/// How hard volumes are compressed: hardly.
const LEVEL: i32 = 1;

/// Bytes that go to the compressor at once.
const BUFFER: usize = 1 << 16;

/// The most volumes: a lemma keeps the number of its own in half of sixteen bits.
const MOST: u16 = 1 << 15;

/// The volumes of a search, each in a file without a name. The system removes it when nobody uses it
/// any more, so nothing is left behind however the program ends.
pub(crate) struct Volumes {
    folder: PathBuf,
    files: Vec<File>,
}

impl Volumes {
    /// None yet, in this folder.
    pub(crate) fn new(folder: PathBuf) -> Volumes {
        Volumes { folder, files: Vec::new() }
    }

    /// How many there are; they are numbered from 0.
    pub(crate) fn len(&self) -> u16 {
        self.files.len() as u16
    }

    pub(crate) fn fault(&self, fault: impl std::fmt::Display) -> Error {
        Error::Scratch { folder: self.folder.display().to_string(), fault: fault.to_string() }
    }

    /// Whether files can be made.
    ///
    /// # Errors
    /// [`Error::Scratch`].
    pub(crate) fn check(&self) -> Result<(), Error> {
        let made = tempfile::tempfile_in(&self.folder);
        made.map(|_| ()).map_err(|error| self.fault(format!("no file can be made there: {error}")))
    }

    /// Writes the next volume.
    ///
    /// # Errors
    /// [`Error::Scratch`], also if there are too many.
    pub(crate) fn add(&mut self, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), Error> {
        if self.len() == MOST {
            return Err(self.fault(format!("a search has at most {MOST} files")));
        }
        let written = tempfile::tempfile_in(&self.folder).and_then(|file| {
            let mut out = BufWriter::with_capacity(BUFFER, zstd::Encoder::new(file, LEVEL)?);
            write(&mut out)?;
            out.into_inner()?.finish()
        });
        let file = written.map_err(|error| self.fault(format!("a file cannot be written: {error}")))?;
        self.files.push(file);
        Ok(())
    }

    /// What a volume holds.
    ///
    /// # Errors
    /// [`Error::Scratch`].
    pub(crate) fn open(&self, volume: u16) -> Result<impl Read + use<>, Error> {
        let opened = self.files[usize::from(volume)].try_clone().and_then(|mut file| {
            file.rewind()?;
            Ok(BufReader::with_capacity(BUFFER, zstd::Decoder::new(file)?))
        });
        opened.map_err(|error| self.fault(format!("a file cannot be read: {error}")))
    }
}
