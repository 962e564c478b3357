use std::ops::Range;

use crate::bans::BanList;
use crate::error::Error;
use crate::format::{push_ranks, read_ranks};
use crate::rank::Rank;
use crate::ranks::Ranks;
use crate::table::Table;

/// How hard blocks are compressed.
const LEVEL: i32 = 3;

/// The ranks of the classes among some positions with numbers in a row: what is compressed as one
/// piece of a file.
#[derive(Debug, Default)]
pub(crate) struct Block {
    pub(crate) plays: Vec<[u32; 2]>,
    /// How many bans each class has with the attacker to move, and, in the high half, with the
    /// defender. Empty under rules without bans.
    pub(crate) counts: Vec<u8>,
    pub(crate) bans: Vec<u32>,
}

impl Block {
    /// What a table says of some positions.
    pub(crate) fn of(table: &Table, positions: Range<u64>) -> Block {
        let before = |number| table.numbering.classes.before(number);
        let mut block = Block::default();
        for class in before(positions.start)..before(positions.end) {
            let (shard, local) = table.shard(class);
            block.push(&shard.ranks, &shard.bans, local);
        }
        block
    }

    /// Adds a class of a shard with these ranks and bans.
    pub(crate) fn push(&mut self, ranks: &Ranks, bans: &BanList, local: usize) {
        self.plays.push(ranks.get(local).map(Rank::bits));
        self.counts.extend(bans.count(local));
        for places in bans.places(local) {
            self.bans.extend_from_slice(&bans.words[places]);
        }
    }

    pub(crate) fn packed(&self) -> std::io::Result<Vec<u8>> {
        let mut content = Vec::with_capacity(self.plays.len() * 7 + self.bans.len() * 3);
        for side in 0..2 {
            push_ranks(&mut content, self.plays.iter().map(|plays| plays[side]));
        }
        content.extend_from_slice(&self.counts);
        push_ranks(&mut content, self.bans.iter().copied());
        zstd::bulk::compress(&content, LEVEL)
    }

    /// Reads a block of so many classes, and checks it as far as that goes by itself.
    ///
    /// # Errors
    /// What is wrong with it.
    pub(crate) fn unpacked(packed: &[u8], count: usize, has_bans: bool) -> Result<Block, Error> {
        let fault = || Error::corrupt("it cannot be unpacked, or is of another size");
        let plain = if has_bans { 7 * count } else { 6 * count };
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
}
