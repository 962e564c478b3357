//! What lemmas rest on, in a file: each time the tables are full, what those that are kept rest on goes into
//! a **volume**. In the tables each of them says from then on in which volume it was proved, and all else
//! is forgotten. So a proof need not fit into the memory.

use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::PathBuf;

use crate::error::Error;

/// How hard volumes are compressed: hardly.
const LEVEL: i32 = 1;

/// Bytes that go to the compressor at once.
const BUFFER: usize = 1 << 16;

/// The most volumes: a lemma keeps the number of its own in half of sixteen bits.
const MOST: u16 = 1 << 15;

/// The volumes of a search, one after the other in a file without a name. The system removes it when
/// nobody uses it any more, so nothing is left behind however the program ends.
pub(crate) struct Volumes {
    folder: PathBuf,
    /// Made for the first volume.
    file: Option<File>,
    /// Where each volume ends.
    ends: Vec<u64>,
}

impl Volumes {
    /// None yet, in this folder.
    pub(crate) fn new(folder: PathBuf) -> Volumes {
        Volumes { folder, file: None, ends: Vec::new() }
    }

    /// How many there are; they are numbered from 0.
    pub(crate) fn len(&self) -> u16 {
        self.ends.len() as u16
    }

    pub(crate) fn fault(&self, fault: impl std::fmt::Display) -> Error {
        Error::Scratch { folder: self.folder.display().to_string(), fault: fault.to_string() }
    }

    /// Whether a file can be made.
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
            return Err(self.fault(format!("a search has at most {MOST} volumes there")));
        }
        let end = self.append(write).map_err(|error| self.fault(format!("it cannot be written: {error}")))?;
        self.ends.push(end);
        Ok(())
    }

    /// Where what has been written ends.
    fn append(&mut self, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<u64> {
        let start = self.ends.last().copied().unwrap_or(0);
        let mut file = match self.file.take() {
            Some(file) => file,
            None => tempfile::tempfile_in(&self.folder)?,
        };
        file.seek(SeekFrom::Start(start))?;
        let mut encoder = zstd::Encoder::new(file, LEVEL)?;
        encoder.include_checksum(true)?;
        let mut out = BufWriter::with_capacity(BUFFER, encoder);
        write(&mut out)?;
        let file = self.file.insert(out.into_inner()?.finish()?);
        file.stream_position()
    }

    /// What a volume holds.
    ///
    /// # Errors
    /// [`Error::Scratch`].
    pub(crate) fn open(&self, volume: u16) -> Result<impl Read + use<>, Error> {
        let opened = self.reader(usize::from(volume));
        opened.map_err(|error| self.fault(format!("it cannot be read: {error}")))
    }

    fn reader(&self, volume: usize) -> io::Result<impl Read + use<>> {
        let start = if volume == 0 { 0 } else { self.ends[volume - 1] };
        let Some(file) = &self.file else { unreachable!("a volume is in a file") };
        let mut file = file.try_clone()?;
        file.seek(SeekFrom::Start(start))?;
        let decoder = zstd::Decoder::new(file.take(self.ends[volume] - start))?;
        Ok(BufReader::with_capacity(BUFFER, decoder))
    }
}
