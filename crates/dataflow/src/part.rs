//! Parts of a file: each worker packs its blocks, then one after the other brings them to the first
//! worker, who joins them.

use std::fs::File;
use std::io::{BufWriter, Read, Seek, Write};

use kosolver_tablebase::{FileWriter, Progress, Share};

use crate::error::Error;

/// Bytes that are sent at once.
const PIECE: u64 = 1 << 20;

/// A worker's blocks, each after its length.
pub(crate) struct Part(File);

impl Part {
    /// Packs the blocks of a share into a file, and ends its analysis.
    pub(crate) fn of(share: &mut Share, file: File, progress: &Progress) -> Result<Part, Error> {
        let mut out = BufWriter::new(file);
        let write = |block: &[u8]| {
            out.write_all(&(block.len() as u32).to_le_bytes())?;
            Ok(out.write_all(block)?)
        };
        share.blocks(write, progress)?;
        let mut file = out.into_inner().map_err(|error| kosolver_tablebase::Error::Io(error.into_error()))?;
        file.rewind().map_err(kosolver_tablebase::Error::Io)?;
        Ok(Part(file))
    }

    /// The next piece; empty at the end.
    pub(crate) fn piece(&mut self) -> Result<Vec<u8>, Error> {
        let mut piece = Vec::new();
        (&mut self.0).take(PIECE).read_to_end(&mut piece).map_err(kosolver_tablebase::Error::Io)?;
        Ok(piece)
    }
}

/// Puts blocks into the file as pieces of them arrive.
pub(crate) struct Joiner<W> {
    out: FileWriter<W>,
    rest: Vec<u8>,
}

impl<W: Write> Joiner<W> {
    pub(crate) fn new(out: FileWriter<W>) -> Joiner<W> {
        Joiner { out, rest: Vec::new() }
    }

    pub(crate) fn take(&mut self, piece: &[u8]) -> Result<(), Error> {
        self.rest.extend_from_slice(piece);
        let mut rest = &self.rest[..];
        while let Some((length, blocks)) = rest.split_first_chunk() {
            let Some((block, others)) = blocks.split_at_checked(u32::from_le_bytes(*length) as usize) else {
                break;
            };
            self.out.block(block)?;
            rest = others;
        }
        self.rest.drain(..self.rest.len() - rest.len());
        Ok(())
    }

    pub(crate) fn finish(self) -> Result<(), Error> {
        Ok(self.out.finish()?)
    }
}
