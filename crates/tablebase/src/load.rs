//! A whole file in memory.

use kosolver_board::{Colour, Position};
use rayon::prelude::*;

use crate::build::shard_shift;
use crate::classes::Classes;
use crate::error::Error;
use crate::file::{Block, File, corrupt};
use crate::memory::{Size, needs};
use crate::probe::Probe;
use crate::progress::{Progress, Stage};
use crate::setting::Setting;
use crate::shard::{BanList, Shard};
use crate::table::Table;

/// Blocks that are decompressed before they are put in their places.
const AHEAD: u64 = 256;

impl Table {
    /// Reads a whole file.
    ///
    /// # Errors
    /// [`Error::Corrupt`] if a block is damaged or has not what the board has,
    /// [`Error::Memory`] if it needs more memory than is allowed.
    pub fn load(file: &File, allowed: Size, progress: &Progress) -> Result<Table, Error> {
        let setting = file.setting().clone();
        needs(&setting, allowed)?;
        let classes = Classes::new(&setting, progress);
        let count = classes.count();
        if count != file.classes() {
            return Err(corrupt(format!("it has {} classes of positions and not {count}", file.classes())));
        }
        let shift = shard_shift(count);
        let mut table = Table::new(setting, classes, Vec::new(), shift);
        progress.start(Stage::Reading, file.blocks());
        for first in (0..file.blocks()).step_by(AHEAD as usize) {
            let ahead = (first..file.blocks().min(first + AHEAD)).into_par_iter();
            let block = |number: u64| {
                let ranks = file.ranks(number);
                let count = table.classes.before(ranks.end) - table.classes.before(ranks.start);
                file.block(number, count as usize)
            };
            let blocks: Vec<_> = ahead.map(block).collect::<Result<_, Error>>()?;
            for block in blocks {
                table.append(&block);
                progress.add(1);
            }
        }
        let Table { setting, classes, shards, .. } = &mut table;
        let done = shards.par_iter_mut().enumerate().try_for_each(|(number, shard)| {
            let first = (number as u64) << shift;
            shard.complete(setting, classes.ranks(first..first + shard.plays.len() as u64))
        });
        done?;
        if table.bans() != file.bans() {
            return Err(corrupt(format!("it has {} bans and not {}", table.bans(), file.bans())));
        }
        Ok(table)
    }

    /// Puts the classes of a block after those that are there.
    fn append(&mut self, block: &Block) {
        let mut bans = &block.bans[..];
        for place in 0..block.plays.len() {
            if self.shards.last().is_none_or(|shard| shard.plays.len() >> self.shift > 0) {
                self.shards.push(Shard::default());
            }
            let Some(shard) = self.shards.last_mut() else { unreachable!("there is one") };
            shard.plays.push(block.plays[place]);
            let Some(&count) = block.counts.get(place) else { continue };
            let BanList { counts, starts, words, .. } = &mut shard.bans;
            if counts.len().is_multiple_of(64) {
                starts.push(words.len() as u32);
            }
            counts.push(count);
            let (own, rest) = bans.split_at(usize::from(count & 15) + usize::from(count >> 4));
            words.extend_from_slice(own);
            bans = rest;
        }
    }
}

impl Shard {
    /// Adds what a file leaves out since the positions have it.
    fn complete(&mut self, setting: &Setting, ranks: impl Iterator<Item = u64>) -> Result<(), Error> {
        for (local, number) in ranks.enumerate() {
            let position: Position = setting.index.unrank(number);
            self.scores.push(position.area(setting.game.board()) as i8);
            if !setting.has_bans() {
                continue;
            }
            let [attack, defend] = Colour::BOTH.map(|to_move| setting.bans(position, to_move));
            if usize::from(self.bans.counts[local]) != (attack.len() | defend.len() << 4) {
                let text = position.text(setting.game.board());
                return Err(corrupt(format!("{text} has not as many bans as it should")));
            }
            self.bans.points.extend(attack.into_iter().chain(defend));
        }
        Ok(())
    }
}
