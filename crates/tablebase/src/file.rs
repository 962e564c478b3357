//! Tablebases on disk, probed through a memory map.

use std::collections::VecDeque;
use std::fs;
use std::io;
use std::ops::Range;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use kosolver_board::Position;
use memmap2::Mmap;
use smallvec::SmallVec;

use crate::block::Block;
use crate::error::Error;
use crate::format::{
    BLOCK, END, FOOTER, INDEX_ENTRY, TITLE, blocks, digest, ranks, read_header, short_digest,
};
use crate::probe::{Entry, Probe};
use crate::rank::Rank;
use crate::setting::Setting;

/// Decompressed blocks that are kept.
const KEPT: usize = 64;

type Kept = (Block, Vec<u64>);

/// A tablebase in a file.
#[derive(Debug)]
pub struct File {
    setting: Setting,
    map: Mmap,
    /// Where the blocks begin.
    start: u64,
    blocks: u64,
    classes: u64,
    bans: u64,
    kept: Mutex<VecDeque<(u64, Arc<Kept>)>>,
}

impl File {
    /// Opens a file; of its content only header and index are read, and checked.
    ///
    /// # Errors
    /// [`Error::Corrupt`] if it is no tablebase, or not whole; those of the system.
    pub fn open(path: &Path) -> Result<File, Error> {
        let file = fs::File::open(path)?;
        if !file.metadata()?.is_file() {
            return Err(Error::corrupt("it is not a regular file"));
        }
        let map = map(&file)?;
        if !map.starts_with(TITLE.as_bytes()) {
            return Err(Error::corrupt(format!(
                "it is no tablebase of this version: the first line of one is '{TITLE}'"
            )));
        }
        let whole = map.len().checked_sub(FOOTER).map(|start| map[start..].split_at(FOOTER - END.len()));
        let Some((footer, _)) = whole.filter(|(_, end)| end == END) else {
            return Err(Error::corrupt("the end of the tablebase is missing"));
        };
        let number = |bytes: &[u8]| u64::from_le_bytes(*bytes.first_chunk().unwrap_or(&[0; 8]));
        let (start, blocks) = (number(&footer[32..40]), number(&footer[40..48]));
        let size = blocks.checked_mul(INDEX_ENTRY as u64).and_then(|size| size.checked_add(FOOTER as u64));
        let index =
            size.and_then(|size| (map.len() as u64).checked_sub(size)).filter(|index| start <= *index);
        let Some(index) = index else {
            return Err(Error::corrupt("the end of the tablebase is damaged"));
        };
        let header = &map[..start as usize];
        let index_bytes = &map[index as usize..map.len() - FOOTER];
        if digest(header, index_bytes) != footer[..32] {
            return Err(Error::corrupt("header and index do not have the digest they were written with"));
        }
        let (setting, classes, bans) = read_header(header)?;
        let fits =
            blocks == self::blocks(&setting) && number(&map[map.len() - FOOTER - INDEX_ENTRY..]) == index;
        if !fits {
            return Err(Error::corrupt("header and index do not agree"));
        }
        Ok(File { setting, map, start, blocks, classes, bans, kept: Mutex::default() })
    }

    /// The number of classes of positions under the symmetries of the board.
    pub fn classes(&self) -> u64 {
        self.classes
    }

    /// The number of bytes of the file.
    pub fn size(&self) -> u64 {
        self.map.len() as u64
    }

    pub(crate) fn bans(&self) -> u64 {
        self.bans
    }

    pub(crate) fn blocks(&self) -> u64 {
        self.blocks
    }

    /// Decompresses a block of so many classes, and checks it as far as that goes by itself.
    pub(crate) fn block(&self, number: u64, count: usize) -> Result<Block, Error> {
        let fault = || Error::corrupt(format!("block {number} is damaged"));
        let index = self.map.len() - FOOTER - self.blocks as usize * INDEX_ENTRY;
        let entry = |number: u64| {
            let place = index + number as usize * INDEX_ENTRY;
            let (end, digest) = self.map[place..place + INDEX_ENTRY].split_at(8);
            (u64::from_le_bytes(*end.first_chunk().unwrap_or(&[0; 8])), digest)
        };
        let start = if number == 0 { self.start } else { entry(number - 1).0 };
        let (end, digest) = entry(number);
        let packed = self.map.get(start as usize..end as usize).ok_or_else(fault)?;
        if short_digest(packed) != digest {
            return Err(fault());
        }
        Block::unpacked(packed, count, self.setting.has_bans()).map_err(|_| fault())
    }

    /// A block with the numbers of its positions that stand for a class, kept for the next question.
    fn kept(&self, number: u64) -> Result<Arc<Kept>, Error> {
        let known = |kept: &VecDeque<(u64, Arc<Kept>)>| {
            kept.iter().find(|(other, _)| *other == number).map(|(_, block)| Arc::clone(block))
        };
        let lock = || self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(block) = known(&lock()) {
            return Ok(block);
        }
        let Setting { symmetries, index, .. } = &self.setting;
        let ranks = ranks(&self.setting, number);
        let positions = ranks.clone().zip(index.positions(ranks));
        let least = positions.filter(|(_, position)| symmetries.stabilizer(*position).is_some());
        let ranks: Vec<u64> = least.map(|(rank, _)| rank).collect();
        let block = Arc::new((self.block(number, ranks.len())?, ranks));
        let mut kept = lock();
        if kept.len() == KEPT {
            kept.pop_front();
        }
        kept.push_back((number, Arc::clone(&block)));
        Ok(block)
    }
}

impl Probe for File {
    fn setting(&self) -> &Setting {
        &self.setting
    }

    fn entry(&self, least: Position) -> Result<Entry, Error> {
        let Some(rank) = self.setting.index.rank(least) else {
            return Err(Error::corrupt(format!(
                "{} is no legal position",
                least.text(self.setting.game.board())
            )));
        };
        let kept = self.kept(rank / BLOCK)?;
        let (block, ranks) = &*kept;
        let Ok(place) = ranks.binary_search(&rank) else {
            unreachable!("the least of a position's images stands for its class")
        };
        let half = |count: u8| [usize::from(count & 15), usize::from(count >> 4)];
        let before: usize = block.counts.iter().take(place).flat_map(|count| half(*count)).sum();
        let [attack, defend] = half(block.counts.get(place).copied().unwrap_or(0));
        let ranks = |range: Range<usize>| -> SmallVec<[Rank; 4]> {
            block.bans[range].iter().map(|bits| Rank::from_bits(*bits)).collect()
        };
        Ok(Entry {
            plays: block.plays[place].map(Rank::from_bits),
            bans: [ranks(before..before + attack), ranks(before + attack..before + attack + defend)],
        })
    }
}

/// Maps a file into memory.
#[allow(unsafe_code)]
fn map(file: &fs::File) -> io::Result<Mmap> {
    // SAFETY: the map is read only. That nobody changes the file meanwhile cannot be enforced: the
    // program writes tablebases under a name of their own and then renames them, so it never
    // changes one that is open, and what is read is compared to digests before it is believed.
    unsafe { Mmap::map(file) }
}
