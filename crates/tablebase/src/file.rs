//! Tablebases on disk: written in one go, probed through a memory map. `docs/tablebase.md`
//! describes the format.

use std::collections::VecDeque;
use std::fs;
use std::io::{self, Write};
use std::ops::Range;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use kosolver_board::{Board, Position};
use kosolver_rules::Ruleset;
use memmap2::Mmap;
use rayon::prelude::*;
use sha2::{Digest, Sha256};
use smallvec::SmallVec;

use crate::error::Error;
use crate::probe::{Entry, Probe};
use crate::progress::{Progress, Stage};
use crate::rank::Rank;
use crate::setting::Setting;
use crate::table::Table;

const TITLE: &str = "kosolver tablebase 1";

/// Positions of a block, those that are not the least of their images included.
const BLOCK: u64 = 1 << 14;

/// How hard blocks are compressed.
const LEVEL: i32 = 3;

/// Blocks that are compressed before they are written, and decompressed blocks that are kept.
const AHEAD: u64 = 256;
const KEPT: usize = 64;

/// The end of a block in the file, and a digest of the block.
const INDEX_ENTRY: usize = 16;

/// The digest of header and index, the length of the header, and the number of blocks.
const FOOTER: usize = 32 + 8 + 8 + END.len();
const END: &[u8; 16] = b"end of tablebase";

/// Compressed bytes, by their digest.
fn short_digest(bytes: &[u8]) -> [u8; 8] {
    let mut short = [0; 8];
    short.copy_from_slice(&Sha256::digest(bytes)[..8]);
    short
}

pub(crate) fn corrupt(text: impl Into<String>) -> Error {
    Error::Corrupt(text.into())
}

/// The header without its empty line: what the file is about.
fn header(setting: &Setting, classes: u64, bans: u64) -> String {
    let Setting { game, .. } = setting;
    format!(
        "{TITLE}\nboard {}\nrules ko={} suicide={}\npositions {}\nclasses {classes}\nbans {bans}\nblock {BLOCK}\n\n",
        *game.board(),
        game.rules().ko(),
        game.rules().suicide(),
        setting.positions(),
    )
}

/// Columns of three bytes a rank: distances are mostly alike, and scores.
fn push_ranks(column: &mut Vec<u8>, ranks: &[u32]) {
    for shift in [16, 0, 8] {
        column.extend(ranks.iter().map(|bits| {
            let rank = Rank::from_bits(*bits);
            if rank == Rank::NEVER { u8::MAX } else { (rank.bits() >> shift) as u8 }
        }));
    }
}

fn read_ranks(column: &[u8]) -> Vec<u32> {
    let count = column.len() / 3;
    let byte = |plane: usize, place: usize| u32::from(column[plane * count + place]);
    let rank = |place: usize| match byte(0, place) {
        255 => Rank::NEVER.bits(),
        deficit => deficit << 16 | byte(2, place) << 8 | byte(1, place),
    };
    (0..count).map(rank).collect()
}

impl Table {
    /// Writes the table as a file.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn write(&self, mut out: impl Write, progress: &Progress) -> Result<(), Error> {
        let positions = self.setting.positions();
        let blocks = positions.div_ceil(BLOCK);
        progress.start(Stage::Writing, blocks);
        let header = header(&self.setting, self.classes(), self.bans());
        out.write_all(header.as_bytes())?;
        let mut end = header.len() as u64;
        let mut index = Vec::with_capacity(blocks as usize * INDEX_ENTRY);
        for first in (0..blocks).step_by(AHEAD as usize) {
            let ahead = (first..blocks.min(first + AHEAD)).into_par_iter();
            let packed: Vec<Vec<u8>> = ahead
                .map(|block| {
                    let ranks = block * BLOCK..positions.min((block + 1) * BLOCK);
                    zstd::bulk::compress(&self.block(ranks), LEVEL)
                })
                .collect::<io::Result<_>>()?;
            for block in packed {
                out.write_all(&block)?;
                end += block.len() as u64;
                index.extend(end.to_le_bytes());
                index.extend(short_digest(&block));
                progress.add(1);
            }
        }
        out.write_all(&index)?;
        let digest = Sha256::new().chain_update(&header).chain_update(&index).finalize();
        out.write_all(&digest)?;
        out.write_all(&(header.len() as u64).to_le_bytes())?;
        out.write_all(&blocks.to_le_bytes())?;
        out.write_all(END)?;
        out.flush()?;
        Ok(())
    }

    /// The number of bans of all classes.
    pub(crate) fn bans(&self) -> u64 {
        self.shards.iter().map(|shard| shard.bans.points.len() as u64).sum()
    }

    /// The content of a block.
    fn block(&self, ranks: Range<u64>) -> Vec<u8> {
        let classes = self.classes.before(ranks.start)..self.classes.before(ranks.end);
        let mut words: [Vec<u32>; 3] = Default::default();
        let mut counts = Vec::new();
        for class in classes {
            let (shard, local) = self.shard(class);
            let [attacker, defender] = shard.plays[local];
            words[0].push(attacker);
            words[1].push(defender);
            counts.extend(shard.bans.counts.get(local));
            for places in shard.bans.places(local) {
                words[2].extend_from_slice(&shard.bans.words[places]);
            }
        }
        let mut content = Vec::with_capacity(words[0].len() * 7 + words[2].len() * 3);
        push_ranks(&mut content, &words[0]);
        push_ranks(&mut content, &words[1]);
        content.append(&mut counts);
        push_ranks(&mut content, &words[2]);
        content
    }
}

/// A decompressed block.
#[derive(Debug)]
pub(crate) struct Block {
    pub(crate) plays: Vec<[u32; 2]>,
    /// As in the memory of a builder.
    pub(crate) counts: Vec<u8>,
    pub(crate) bans: Vec<u32>,
}

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
            return Err(corrupt("it is not a regular file"));
        }
        let map = map(&file)?;
        if !map.starts_with(TITLE.as_bytes()) {
            return Err(corrupt(format!(
                "it is no tablebase of this version: the first line of one is '{TITLE}'"
            )));
        }
        let whole = map.len().checked_sub(FOOTER).map(|start| map[start..].split_at(FOOTER - END.len()));
        let Some((footer, _)) = whole.filter(|(_, end)| end == END) else {
            return Err(corrupt("the end of the tablebase is missing"));
        };
        let number = |bytes: &[u8]| u64::from_le_bytes(*bytes.first_chunk().unwrap_or(&[0; 8]));
        let (start, blocks) = (number(&footer[32..40]), number(&footer[40..48]));
        let size = blocks.checked_mul(INDEX_ENTRY as u64).and_then(|size| size.checked_add(FOOTER as u64));
        let index =
            size.and_then(|size| (map.len() as u64).checked_sub(size)).filter(|index| start <= *index);
        let Some(index) = index else {
            return Err(corrupt("the end of the tablebase is damaged"));
        };
        let header = &map[..start as usize];
        let index_bytes = &map[index as usize..map.len() - FOOTER];
        let digest = Sha256::new().chain_update(header).chain_update(index_bytes).finalize();
        if digest[..] != footer[..32] {
            return Err(corrupt("header and index do not have the digest they were written with"));
        }
        let (setting, classes, bans) = read_header(header)?;
        let fits = blocks == setting.positions().div_ceil(BLOCK)
            && number(&map[map.len() - FOOTER - INDEX_ENTRY..]) == index;
        if !fits {
            return Err(corrupt("header and index do not agree"));
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

    /// The numbers of the positions of a block.
    pub(crate) fn ranks(&self, number: u64) -> Range<u64> {
        number * BLOCK..self.setting.positions().min((number + 1) * BLOCK)
    }

    /// Decompresses a block of so many classes, and checks it as far as that goes by itself.
    pub(crate) fn block(&self, number: u64, count: usize) -> Result<Block, Error> {
        let fault = || corrupt(format!("block {number} is damaged"));
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
        let plain = if self.setting.has_bans() { 7 * count } else { 6 * count };
        let content = zstd::bulk::decompress(packed, plain + 3 * 30 * count).map_err(|_| fault())?;
        let (words, rest) = content.split_at_checked(6 * count).ok_or_else(fault)?;
        let (counts, bans) = rest.split_at_checked(plain - 6 * count).ok_or_else(fault)?;
        let expected: usize =
            counts.iter().map(|count| usize::from(count & 15) + usize::from(count >> 4)).sum();
        if bans.len() != 3 * expected {
            return Err(fault());
        }
        let (attacker, defender) = words.split_at(3 * count);
        let plays = read_ranks(attacker).into_iter().zip(read_ranks(defender));
        Ok(Block {
            plays: plays.map(|(attacker, defender)| [attacker, defender]).collect(),
            counts: counts.to_vec(),
            bans: read_ranks(bans),
        })
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
        let Setting { images, index, .. } = &self.setting;
        let positions = self.ranks(number).zip(index.positions(self.ranks(number)));
        let least = positions.filter(|(_, position)| images.stabilizer(*position).is_some());
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
            return Err(corrupt(format!("{} is no legal position", least.text(self.setting.game.board()))));
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

/// What the header says: setting, classes, bans.
fn read_header(header: &[u8]) -> Result<(Setting, u64, u64), Error> {
    let fault = |text: &str| corrupt(format!("the header is not that of a tablebase: {text}"));
    let text = std::str::from_utf8(header).map_err(|error| fault(&error.to_string()))?;
    let mut lines = text.lines().skip(1);
    let mut field = |name: &str| {
        let line = lines.next().and_then(|line| line.strip_prefix(name)?.strip_prefix(' '));
        line.ok_or_else(|| fault(&format!("there is no {name}")))
    };
    let board: Board =
        field("board")?.parse().map_err(|error: kosolver_board::Error| fault(&error.to_string()))?;
    let rules: Ruleset =
        field("rules")?.parse().map_err(|error: kosolver_rules::Error| fault(&error.to_string()))?;
    let mut number = |name: &str| -> Result<u64, Error> {
        field(name)?.parse().map_err(|_| fault(&format!("{name} is no number")))
    };
    let (positions, classes, bans, block) =
        (number("positions")?, number("classes")?, number("bans")?, number("block")?);
    let setting = Setting::new(board, rules).map_err(|error| fault(&error.to_string()))?;
    if positions != setting.positions() || block != BLOCK || classes > positions {
        return Err(fault("its numbers are not those of the board"));
    }
    if text != self::header(&setting, classes, bans) {
        return Err(fault("it is not written as the program writes it"));
    }
    Ok((setting, classes, bans))
}
