//! Tablebases on disk, read a block at a time.

use std::collections::VecDeque;
use std::fs;
use std::io::{Read, Seek, SeekFrom};
use std::ops::Range;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use kosolver_board::{LONGEST_STREAM, Position, open_plain};
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

/// No header is longer.
const HEADER: u64 = 1 << 16;

type CachedBlock = (Block, Vec<u64>);

/// A tablebase in a file.
#[derive(Debug)]
pub struct File {
    setting: Setting,
    file: Mutex<fs::File>,
    size: u64,
    /// Where the blocks begin.
    start: u64,
    /// For each block its end and its digest, as they were found when the file was opened.
    index: Vec<u8>,
    classes: u64,
    bans: u64,
    kept: Mutex<VecDeque<(u64, Arc<CachedBlock>)>>,
}

impl File {
    /// Opens a file; of its content only header and index are read, and checked.
    ///
    /// # Errors
    /// [`Error::Corrupt`] if it is no tablebase, or not whole; those of the system.
    pub fn open(path: &Path) -> Result<File, Error> {
        let mut file = open_plain(path, LONGEST_STREAM)?;
        let size = file.metadata()?.len();
        if !bytes(&mut file, 0..size.min(TITLE.len() as u64))?.starts_with(TITLE.as_bytes()) {
            return Err(Error::corrupt(format!(
                "it is no tablebase of this version: the first line of one is '{TITLE}'"
            )));
        }
        let missing = || Error::corrupt("the end of the tablebase is missing");
        let end = size.checked_sub(FOOTER as u64).ok_or_else(missing)?;
        let footer = bytes(&mut file, end..size)?;
        if !footer.ends_with(END) {
            return Err(missing());
        }
        let number = |bytes: &[u8]| u64::from_le_bytes(*bytes.first_chunk().unwrap_or(&[0; 8]));
        let (start, blocks) = (number(&footer[32..]), number(&footer[40..]));
        let place = blocks.checked_mul(INDEX_ENTRY as u64).and_then(|size| end.checked_sub(size));
        let Some(place) = place.filter(|place| start <= *place) else {
            return Err(Error::corrupt("the end of the tablebase is damaged"));
        };
        let header = bytes(&mut file, 0..start.min(HEADER))?;
        let index = bytes(&mut file, place..end)?;
        if digest(&header, &index) != footer[..32] {
            return Err(Error::corrupt("header and index do not have the digest they were written with"));
        }
        let (setting, classes, bans) = read_header(&header)?;
        let last = index.last_chunk::<INDEX_ENTRY>().map(|entry| number(entry));
        if blocks != self::blocks(&setting) || last != Some(place) {
            return Err(Error::corrupt("header and index do not agree"));
        }
        Ok(File {
            setting,
            file: Mutex::new(file),
            size,
            start,
            index,
            classes,
            bans,
            kept: Mutex::default(),
        })
    }

    /// The number of classes of positions under the symmetries of the board.
    pub fn classes(&self) -> u64 {
        self.classes
    }

    /// The number of bytes of the file.
    pub fn size(&self) -> u64 {
        self.size
    }

    pub(crate) fn bans(&self) -> u64 {
        self.bans
    }

    pub(crate) fn blocks(&self) -> u64 {
        (self.index.len() / INDEX_ENTRY) as u64
    }

    /// Decompresses a block of so many classes, and checks it as far as that goes by itself.
    pub(crate) fn block(&self, number: u64, count: usize) -> Result<Block, Error> {
        let unpacked = Block::unpacked(&self.packed(number)?, count, self.setting.has_bans());
        unpacked.map_err(|_| damaged(number))
    }

    /// A block as it stands in the file, if it has its digest.
    pub(crate) fn packed(&self, number: u64) -> Result<Vec<u8>, Error> {
        let entry = |number: u64| {
            let (end, digest) = self.index[number as usize * INDEX_ENTRY..][..INDEX_ENTRY].split_at(8);
            (u64::from_le_bytes(*end.first_chunk().unwrap_or(&[0; 8])), digest)
        };
        let start = if number == 0 { self.start } else { entry(number - 1).0 };
        let (end, digest) = entry(number);
        let packed = bytes(&mut self.file.lock().unwrap_or_else(PoisonError::into_inner), start..end)?;
        if short_digest(&packed) == digest { Ok(packed) } else { Err(damaged(number)) }
    }

    /// A block with the numbers of its positions that stand for a class, kept for the next question.
    fn kept(&self, number: u64) -> Result<Arc<CachedBlock>, Error> {
        let known = |kept: &VecDeque<(u64, Arc<CachedBlock>)>| {
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

fn damaged(block: u64) -> Error {
    Error::corrupt(format!("block {block} is damaged"))
}

/// Some bytes of a file.
///
/// # Errors
/// [`Error::Corrupt`] if they are not there: it may have been cut off since it was opened.
fn bytes(file: &mut fs::File, place: Range<u64>) -> Result<Vec<u8>, Error> {
    let mut bytes = Vec::new();
    let length = place.end.saturating_sub(place.start);
    file.seek(SeekFrom::Start(place.start))?;
    if file.take(length).read_to_end(&mut bytes)? as u64 == length {
        Ok(bytes)
    } else {
        Err(Error::corrupt("it was cut off while it was read"))
    }
}
