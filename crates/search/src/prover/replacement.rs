//! The tables of a search made anew: smaller when they are full, or from a checkpoint.

use std::io::{BufReader, BufWriter, Read};

use super::Prover;
use crate::error::Error;
use crate::graph::Group;
use crate::guide::Guide;
use crate::piece::Piece;
use crate::snapshot::{
    Checkpoint, Fault, Pieces, Selection, Shares, bytes_by_effort, least_effort, read_tables, write_tables,
};
use crate::tables::Tables;

/// How hard the tables that are kept are compressed: hardly.
const LEVEL: i32 = 1;

impl Prover {
    /// Makes room: of the lemmas and proof numbers those are kept that took the most work
    /// (A. Nagai, 2002: "SmallTreeGC"). Lemmas are true, so to forget some changes no answer.
    pub(super) fn replace(&mut self) -> Result<(), Error> {
        if self.proves {
            if !self.is_written {
                return Err(Error::Memory { bytes: self.memory });
            }
            // The checkpoint stays as it is, with all that the certificate rests on.
            self.checkpoint = None;
            self.prove(false)?;
        }
        let Shares { tables, kept: room, stream, .. } = self.shares;
        for hand in &mut self.hands {
            hand.forget_tables();
        }
        let mut effort = least_effort(&bytes_by_effort(&self.tables), room / 2);
        loop {
            let kept = Selection::of(&self.tables, false, effort);
            if kept.bytes(&self.tables.lemmas) <= room
                && let Some(pieces) = self.packed(&kept, stream)
            {
                drop(kept);
                match self.unpack(pieces) {
                    Ok(()) | Err(Fault::Memory) => {}
                    Err(Fault::Damaged(fault)) => {
                        unreachable!("what was written a moment ago is whole: {fault}")
                    }
                }
                self.set_up()?;
                // Tables grow by chunks. Full again at once, if numbers have run out and not bytes.
                if self.tables.graph.budget.used() <= tables / 3 * 2 && !self.tables.graph.budget.is_full() {
                    break;
                }
            }
            // Beyond the greatest effort nothing is kept.
            if effort == u8::MAX {
                return Err(Error::Memory { bytes: self.memory });
            }
            // Half a doubling of the work.
            effort = effort.saturating_add(1);
        }
        self.replaced += 1;
        self.has_forgotten = true;
        Ok(())
    }

    /// What is kept, as a compressed stream; `None` if that is longer than allowed.
    fn packed(&self, kept: &Selection, most: u64) -> Option<Pieces> {
        let pack = || {
            let mut out = BufWriter::new(zstd::Encoder::new(Pieces::new(most), LEVEL)?);
            write_tables(&self.tables, kept, &mut out)?;
            out.into_inner()?.finish()
        };
        pack().ok()
    }

    fn unpack(&mut self, pieces: Pieces) -> Result<(), Fault> {
        self.renew();
        let mut from = BufReader::new(zstd::Decoder::new(pieces)?);
        self.read(&mut from)
    }

    /// Empty tables in the place of the old, with nothing on the line.
    pub(super) fn renew(&mut self) {
        let before = &mut self.tables.graph;
        let (guide, coarse) = (before.guide.take(), before.coarse);
        let game = before.game.clone();
        let group = Group::of(&game);
        self.tables = Tables::new(game, group, &self.shares);
        self.tables.graph.coarse = coarse;
        match guide {
            Some(Guide::Table(table)) => self.tables.graph.set_table_guide(table.hints().clone()),
            guide => self.tables.graph.guide = guide,
        }
        for hand in &mut self.hands {
            hand.forget_tables();
        }
    }

    /// Reads tables into these, which are empty. See [`read_tables`].
    fn read(&mut self, mut from: &mut dyn Read) -> Result<(), Fault> {
        let kinds = 2 * self.thresholds.all().len() as u32;
        read_tables(&self.tables, kinds, self.assumed.len() as u32, &mut from)
    }

    /// Goes on from a checkpoint, which may rest on these pieces.
    ///
    /// # Errors
    /// [`Error::Checkpoint`] if it cannot be read, is of another question, rests on other pieces or does
    /// not fit into the memory.
    pub(crate) fn resume(&mut self, checkpoint: &Checkpoint, pieces: &[Piece]) -> Result<(), Error> {
        let memory = self.shares.memory;
        checkpoint.load(
            |digests, thresholds, left| {
                self.thresholds.resume(left);
                self.resumed = Some(left);
                // Lemmas name thresholds by number, so the numbers must be what they were.
                for (place, threshold) in (0..).zip(thresholds) {
                    if self.thresholds.number(threshold) != Some(place) {
                        return Err(checkpoint.damaged("its questions are not those of a new search"));
                    }
                }
                // Lemmas rest on those of pieces by number, too.
                for digest in digests {
                    let piece = pieces.iter().find(|piece| piece.digest == digest);
                    let missing = || checkpoint.fault(format!("it rests on {digest}, which is not there"));
                    self.assume([piece.ok_or_else(missing)?])?;
                }
                self.renew();
                Ok(&mut *self)
            },
            |prover, from| prover.read(from),
            memory,
        )?;
        // A checkpoint of a search that proves nothing has only the lemmas that are in lists.
        self.has_forgotten = !self.proves;
        self.set_up()
    }
}
