//! Ranks that are not kept in memory: nobody reads them before the file is written.
//!
//! ```text
//! runs, of numbers of variable length:
//!     the shard, the rank, the number of classes
//!     for each class, in ascending order:
//!         how far it is from the one before, times four; one more if the attacker's plays have the
//!         rank, two more if the defender's have
//! ```

use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::ops::Range;

use crate::error::Error;
use crate::rank::Rank;
use crate::ranks::Ranks;

/// A class of a shard, and whose plays there have got a rank: the attacker's, the defender's.
pub(crate) type Settled = (u32, [bool; 2]);

/// Ranks in a file.
#[derive(Debug)]
pub(crate) struct Log {
    out: BufWriter<File>,
    /// What the file, or its place, is called in messages.
    name: String,
}

impl Log {
    pub(crate) fn new(file: File, name: String) -> Log {
        Log { out: BufWriter::with_capacity(1 << 16, file), name }
    }

    fn fault(&self, error: io::Error) -> Error {
        Error::Spill { place: self.name.clone(), error }
    }

    /// Adds some classes of a shard.
    pub(crate) fn add(&mut self, shard: usize, rank: Rank, settled: &[Settled]) -> Result<(), Error> {
        write_run(&mut self.out, shard, rank, settled).map_err(|error| self.fault(error))
    }

    /// Tells all ranks of some shards.
    pub(crate) fn read(
        &mut self,
        shards: &Range<usize>,
        tell: impl FnMut(usize, Rank, &[Settled]) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let file = self.reread().map_err(|error| self.fault(error))?;
        // What is damaged here was written by this program a moment ago: it is the disk.
        let read = read_runs(&mut BufReader::with_capacity(1 << 16, file), shards, tell);
        self.out.seek(SeekFrom::End(0)).map_err(|error| self.fault(error))?;
        read.map_err(|error| match error {
            Error::Io(error) => self.fault(error),
            error => error,
        })
    }

    /// Copies all of it.
    pub(crate) fn copy(&mut self, out: &mut impl Write) -> Result<(), Error> {
        let mut file = self.reread().map_err(|error| self.fault(error))?;
        let copied = io::copy(&mut file, out);
        // The work may go on though the copy could not be written.
        self.out.seek(SeekFrom::End(0)).map_err(|error| self.fault(error))?;
        Ok(copied.map(drop)?)
    }

    /// The file from its start.
    fn reread(&mut self) -> io::Result<File> {
        self.out.flush()?;
        self.out.rewind()?;
        self.out.get_ref().try_clone()
    }
}

/// Writes the ranks of some classes of a shard.
fn write_run(out: &mut impl Write, shard: usize, rank: Rank, settled: &[Settled]) -> io::Result<()> {
    if settled.is_empty() {
        return Ok(());
    }
    for number in [shard as u64, u64::from(rank.bits()), settled.len() as u64] {
        write_number(out, number)?;
    }
    let mut last = 0;
    for (local, [attack, defend]) in settled {
        write_number(out, u64::from(local - last) << 2 | u64::from(*attack) | u64::from(*defend) << 1)?;
        last = *local;
    }
    Ok(())
}

/// Classes whose ranks are sorted at once: about a MiB.
const SORTED: usize = 1 << 15;

/// Writes the ranks of a shard that are in memory.
pub(crate) fn write_ranks(out: &mut impl Write, shard: usize, ranks: &Ranks) -> Result<(), Error> {
    let mut all: Vec<(Rank, u32, usize)> = Vec::with_capacity(2 * SORTED.min(ranks.len()));
    let mut settled: Vec<Settled> = Vec::new();
    for first in (0..ranks.len()).step_by(SORTED) {
        all.clear();
        for local in first..ranks.len().min(first + SORTED) {
            let ranks = ranks.get(local).into_iter().enumerate();
            let known = ranks.filter(|(_, rank)| *rank < Rank::NEVER);
            all.extend(known.map(|(side, rank)| (rank, local as u32, side)));
        }
        all.sort_unstable();
        for run in all.chunk_by(|one, other| one.0 == other.0) {
            settled.clear();
            for class in run.chunk_by(|one, other| one.1 == other.1) {
                let has = |wanted| class.iter().any(|(.., side)| *side == wanted);
                settled.push((class[0].1, [0, 1].map(has)));
            }
            write_run(out, shard, run[0].0, &settled)?;
        }
    }
    Ok(())
}

/// Tells the ranks of some shards: the shard, a rank, and some classes that have it.
///
/// # Errors
/// [`Error::Corrupt`] if what is read is not runs; those of `tell` and of the reader.
pub(crate) fn read_runs(
    from: &mut impl Read,
    shards: &Range<usize>,
    mut tell: impl FnMut(usize, Rank, &[Settled]) -> Result<(), Error>,
) -> Result<(), Error> {
    let damaged = || Error::corrupt("ranks are damaged or cut off");
    let mut settled: Vec<Settled> = Vec::new();
    while let Some(shard) = read_number(from)? {
        let mut number = || read_number(from)?.ok_or_else(damaged);
        let (shard, rank, count) = (number_of(shard).ok_or_else(damaged)? as usize, number()?, number()?);
        let rank = Rank::from_bits(number_of(rank).ok_or_else(damaged)?);
        let mut local = 0;
        settled.clear();
        for _ in 0..count {
            let record = number()?;
            local = number_of(u64::from(local) + (record >> 2)).ok_or_else(damaged)?;
            if shards.contains(&shard) {
                settled.push((local, [record & 1 == 1, record >> 1 & 1 == 1]));
            }
        }
        if shards.contains(&shard) {
            tell(shard, rank, &settled)?;
        }
    }
    Ok(())
}

/// A number of a class, a shard or a rank.
fn number_of(number: u64) -> Option<u32> {
    u32::try_from(number).ok()
}

fn write_number(out: &mut impl Write, mut number: u64) -> io::Result<()> {
    let mut bytes = [0; 10];
    let mut length = 0;
    while number >= 1 << 7 {
        bytes[length] = number as u8 | 1 << 7;
        number >>= 7;
        length += 1;
    }
    bytes[length] = number as u8;
    out.write_all(&bytes[..=length])
}

/// The next number; `None` at the end.
fn read_number(from: &mut impl Read) -> Result<Option<u64>, Error> {
    let (mut number, mut shift) = (0, 0);
    loop {
        let mut byte = [0];
        match from.read(&mut byte) {
            Ok(0) if shift == 0 => return Ok(None),
            Ok(1) if shift < 63 => {}
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error.into()),
            Ok(_) => return Err(Error::corrupt("ranks are damaged or cut off")),
        }
        number |= u64::from(byte[0] & 127) << shift;
        if byte[0] < 1 << 7 {
            return Ok(Some(number));
        }
        shift += 7;
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// As where a disk is full: what is added afterwards is found where it belongs.
    #[test]
    fn a_copy_that_fails_changes_nothing() {
        let mut log = Log::new(tempfile::tempfile().unwrap(), String::new());
        let classes = |from: u32| (from..from + 9000).map(|local| (local, [true, false])).collect::<Vec<_>>();
        log.add(0, Rank::new(0, 3), &classes(0)).unwrap();
        assert!(log.copy(&mut &mut [0; 5][..]).is_err());
        log.add(0, Rank::new(0, 4), &classes(10_000)).unwrap();
        let mut found = Vec::new();
        let tell = |_, rank: Rank, settled: &[Settled]| {
            found.push((rank, settled.to_vec()));
            Ok(())
        };
        log.read(&(0..1), tell).unwrap();
        assert_eq!(found, [(Rank::new(0, 3), classes(0)), (Rank::new(0, 4), classes(10_000))]);
    }

    proptest! {
        #[test]
        fn what_is_written_is_read(
            runs in prop::collection::vec(
                (0..4_usize, 0_u8..63, any::<u16>(), prop::collection::btree_map(any::<u32>(), 1..4_u8, 0..20)),
                0..8,
            ),
        ) {
            let mut log = Log::new(tempfile::tempfile().unwrap(), String::new());
            let mut expected = Vec::new();
            for (shard, deficit, distance, classes) in &runs {
                let rank = Rank::new(*deficit, *distance);
                let settled: Vec<Settled> =
                    classes.iter().map(|(local, sides)| (*local, [sides & 1 > 0, sides & 2 > 0])).collect();
                log.add(*shard, rank, &settled).unwrap();
                if !settled.is_empty() {
                    expected.push((*shard, rank, settled));
                }
                // It can be read at any time.
                for shards in [0..4, 1..2] {
                    let mut found = Vec::new();
                    log.read(&shards, |shard, rank, settled| {
                        found.push((shard, rank, settled.to_vec()));
                        Ok(())
                    }).unwrap();
                    let wanted = expected.iter().filter(|(shard, ..)| shards.contains(shard)).cloned();
                    prop_assert_eq!(found, wanted.collect::<Vec<_>>());
                }
            }
            let mut copy = Vec::new();
            log.copy(&mut copy).unwrap();
            let mut found = 0;
            read_runs(&mut &copy[..], &(0..4), |_, _, _| { found += 1; Ok(()) }).unwrap();
            prop_assert_eq!(found, expected.len());
        }

        #[test]
        fn bytes_are_runs_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..40)) {
            let _ = read_runs(&mut &bytes[..], &(0..9), |_, _, _| Ok(()));
        }

        #[test]
        fn ranks_in_memory_are_runs(
            given in prop::collection::vec((prop::option::of((0_u8..63, any::<u16>())), any::<bool>()), 1..40),
        ) {
            let mut ranks = Ranks::never(given.len());
            for (local, (rank, both)) in given.into_iter().enumerate() {
                let Some((deficit, distance)) = rank else { continue };
                (0..=usize::from(both)).for_each(|side| ranks.set(local, side, Rank::new(deficit, distance)));
            }
            let mut bytes = Vec::new();
            write_ranks(&mut bytes, 7, &ranks).unwrap();
            let mut back = Ranks::never(ranks.len());
            read_runs(&mut &bytes[..], &(7..8), |_, rank, settled| {
                back.settle(rank, settled);
                Ok(())
            }).unwrap();
            (0..ranks.len()).for_each(|local| assert_eq!(back.get(local), ranks.get(local)));
        }
    }
}
