//! A table into a file, in one go.

use std::io::Write;

use rayon::prelude::*;

use crate::block::Block;
use crate::error::Error;
use crate::format::{AHEAD, END, INDEX_ENTRY, blocks, digest, header, ranks, short_digest};
use crate::probe::Probe;
use crate::progress::{Progress, Stage};
use crate::table::Table;

impl Table {
    /// Writes the table as a file.
    ///
    /// # Errors
    /// Those of the writer, [`Error::Stopped`].
    pub fn write(&self, mut out: impl Write, progress: &Progress) -> Result<(), Error> {
        let setting = self.setting();
        let blocks = blocks(setting);
        progress.start(Stage::Writing, blocks);
        let header = header(setting, self.classes(), self.bans());
        out.write_all(header.as_bytes())?;
        let mut end = header.len() as u64;
        let mut index = Vec::with_capacity(blocks as usize * INDEX_ENTRY);
        for first in (0..blocks).step_by(AHEAD as usize) {
            let ahead = (first..blocks.min(first + AHEAD)).into_par_iter();
            let packed = ahead.map(|number| {
                progress.go_on()?;
                Ok(Block::of(self, ranks(setting, number)).packed()?)
            });
            for block in packed.collect::<Result<Vec<Vec<u8>>, Error>>()? {
                out.write_all(&block)?;
                end += block.len() as u64;
                index.extend(end.to_le_bytes());
                index.extend(short_digest(&block));
                progress.add(1)?;
            }
        }
        out.write_all(&index)?;
        out.write_all(&digest(header.as_bytes(), &index))?;
        out.write_all(&(header.len() as u64).to_le_bytes())?;
        out.write_all(&blocks.to_le_bytes())?;
        out.write_all(END)?;
        out.flush()?;
        Ok(())
    }
}
