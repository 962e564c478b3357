//! A table into a file, in one go.

use std::io::Write;

use rayon::prelude::*;

use crate::block::Block;
use crate::error::Error;
use crate::format::{AHEAD, END, INDEX_ENTRY, blocks, digest, header, ranks, short_digest};
use crate::probe::Probe;
use crate::progress::{Progress, Stage};
use crate::setting::Setting;
use crate::table::Table;

/// A file in the making: blocks come in order, header and index are its own business.
#[derive(Debug)]
pub struct FileWriter<W> {
    out: W,
    header: String,
    end: u64,
    index: Vec<u8>,
}

impl<W: Write> FileWriter<W> {
    /// Begins a file about so many classes with so many bans.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn new(mut out: W, setting: &Setting, classes: u64, bans: u64) -> Result<FileWriter<W>, Error> {
        let header = header(setting, classes, bans);
        out.write_all(header.as_bytes())?;
        let index = Vec::with_capacity(blocks(setting) as usize * INDEX_ENTRY);
        Ok(FileWriter { out, end: header.len() as u64, header, index })
    }

    /// Adds the next block, as it is packed.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn block(&mut self, packed: &[u8]) -> Result<(), Error> {
        self.out.write_all(packed)?;
        self.end += packed.len() as u64;
        self.index.extend(self.end.to_le_bytes());
        self.index.extend(short_digest(packed));
        Ok(())
    }

    /// Ends the file.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn finish(mut self) -> Result<(), Error> {
        let blocks = (self.index.len() / INDEX_ENTRY) as u64;
        self.out.write_all(&self.index)?;
        self.out.write_all(&digest(self.header.as_bytes(), &self.index))?;
        self.out.write_all(&(self.header.len() as u64).to_le_bytes())?;
        self.out.write_all(&blocks.to_le_bytes())?;
        self.out.write_all(END)?;
        self.out.flush()?;
        Ok(())
    }
}

impl Table {
    /// Writes the table as a file.
    ///
    /// # Errors
    /// Those of the writer, [`Error::Stopped`].
    pub fn write(&self, out: impl Write, progress: &Progress) -> Result<(), Error> {
        let setting = self.setting();
        let blocks = blocks(setting);
        progress.start(Stage::Writing, blocks);
        let mut file = FileWriter::new(out, setting, self.classes(), self.bans())?;
        for first in (0..blocks).step_by(AHEAD as usize) {
            let ahead = (first..blocks.min(first + AHEAD)).into_par_iter();
            let packed = ahead.map(|number| {
                progress.go_on()?;
                Ok(Block::of(self, ranks(setting, number)).packed()?)
            });
            for block in packed.collect::<Result<Vec<Vec<u8>>, Error>>()? {
                file.block(&block)?;
                progress.add(1)?;
            }
        }
        file.finish()
    }
}
