use std::io::{Read, Write};
use std::ops::Range;

use crate::error::Error;
use crate::log::{Log, Settled, read_runs, write_ranks};
use crate::rank::Rank;
use crate::ranks::Ranks;

/// The ranks of some shards in a row, which nobody asks for until the file is written.
#[derive(Debug)]
pub(crate) enum Kept {
    /// In memory, for each shard.
    Memory(Vec<Ranks>),
    /// On disk.
    Disk(Log),
}

impl Kept {
    /// Some classes of a shard get a rank; `place` is its place among the shards, `shard` its number.
    pub(crate) fn settle(
        &mut self,
        (place, shard): (usize, usize),
        rank: Rank,
        settled: &[Settled],
    ) -> Result<(), Error> {
        match self {
            Kept::Memory(all) => {
                all[place].settle(rank, settled);
                Ok(())
            }
            Kept::Disk(log) => log.add(shard, rank, settled),
        }
    }

    /// Writes down all ranks; `first` is the number of the first shard.
    pub(crate) fn write(&mut self, first: usize, out: &mut impl Write) -> Result<(), Error> {
        match self {
            Kept::Memory(all) => {
                all.iter().enumerate().try_for_each(|(place, ranks)| write_ranks(out, first + place, ranks))
            }
            Kept::Disk(log) => log.copy(out),
        }
    }

    /// Takes up those ranks of some shards, which have so many classes each, that were written down when
    /// this rank was the present one. How many there were, and how many of them are this one, counted for
    /// either side.
    pub(crate) fn read(
        &mut self,
        shards: &Range<usize>,
        classes: &[usize],
        from: &mut impl Read,
        present: Rank,
    ) -> Result<[u64; 2], Error> {
        let mut counts = [0; 2];
        read_runs(from, shards, |shard, rank, settled| {
            let place = shard - shards.start;
            if settled.iter().any(|(local, _)| *local as usize >= classes[place]) {
                return Err(Error::corrupt("ranks are those of another board"));
            }
            if rank > present {
                return Err(Error::corrupt("ranks are there that come later"));
            }
            let count = settled.iter().flat_map(|(_, sides)| sides).filter(|side| **side).count() as u64;
            counts[0] += count;
            counts[1] += if rank == present { count } else { 0 };
            self.settle((place, shard), rank, settled)
        })?;
        Ok(counts)
    }
}
