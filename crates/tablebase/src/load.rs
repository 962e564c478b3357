//! A whole file in memory.

use kosolver_board::{Colour, Position};
use rayon::prelude::*;

use crate::block::Block;
use crate::error::Error;
use crate::file::File;
use crate::format::{AHEAD, ranks};
use crate::needs::needs;
use crate::numbering::Numbering;
use crate::probe::Probe;
use crate::progress::{Progress, Stage};
use crate::rank::Rank;
use crate::setting::Setting;
use crate::size::Size;
use crate::table::{Solved, Table};

/// Classes that are completed before asking whether to stop.
const STRIDE: usize = 1 << 14;

impl Table {
    /// Reads a whole file.
    ///
    /// # Errors
    /// [`Error::Corrupt`] if a block is damaged or has not what the board has,
    /// [`Error::Memory`] if it needs more memory than is allowed, [`Error::Stopped`].
    pub fn load(file: &File, allowed: Size, progress: &Progress) -> Result<Table, Error> {
        let setting = file.setting().clone();
        needs(&setting, allowed, progress)?;
        let numbering = Numbering::new(setting, progress)?;
        let count = numbering.classes.count();
        if count != file.classes() {
            return Err(Error::corrupt(format!(
                "it has {} classes of positions and not {count}",
                file.classes()
            )));
        }
        let mut table = Table { numbering, shards: Vec::new() };
        progress.start(Stage::Reading, file.blocks());
        for first in (0..file.blocks()).step_by(AHEAD as usize) {
            let ahead = (first..file.blocks().min(first + AHEAD)).into_par_iter();
            let block = |number: u64| {
                progress.go_on()?;
                let ranks = ranks(file.setting(), number);
                let before = |rank| table.numbering.classes.before(rank);
                file.block(number, (before(ranks.end) - before(ranks.start)) as usize)
            };
            for block in ahead.map(block).collect::<Result<Vec<Block>, Error>>()? {
                table.append(&block);
                progress.add(1)?;
            }
        }
        let Table { numbering, shards } = &mut table;
        let done = shards.par_iter_mut().enumerate();
        done.try_for_each(|(number, shard)| {
            shard.complete(&numbering.setting, numbering.positions(number), progress)
        })?;
        if table.bans() != file.bans() {
            return Err(Error::corrupt(format!("it has {} bans and not {}", table.bans(), file.bans())));
        }
        Ok(table)
    }

    /// Puts the classes of a block after those that are there.
    fn append(&mut self, block: &Block) {
        let size = self.numbering.partition.size();
        let mut bans = &block.bans[..];
        for place in 0..block.plays.len() {
            if self.shards.last().is_none_or(|shard| shard.ranks.len() == size) {
                self.shards.push(Solved::default());
            }
            let Some(shard) = self.shards.last_mut() else { unreachable!("there is one") };
            shard.ranks.push(block.plays[place].map(Rank::from_bits));
            let Some(&count) = block.counts.get(place) else { continue };
            let counts = [usize::from(count & 15), usize::from(count >> 4)];
            let (own, rest) = bans.split_at(counts[0] + counts[1]);
            shard.bans.push(counts, own.iter().copied());
            bans = rest;
        }
    }
}

impl Solved {
    /// Adds what a file leaves out since the positions have it: what is banned.
    fn complete(
        &mut self,
        setting: &Setting,
        positions: impl Iterator<Item = Position>,
        progress: &Progress,
    ) -> Result<(), Error> {
        if !setting.has_bans() {
            return Ok(());
        }
        for (local, position) in positions.enumerate() {
            if local % STRIDE == 0 {
                progress.go_on()?;
            }
            let [attack, defend] = Colour::BOTH.map(|to_move| setting.bans(position, to_move));
            if self.bans.places(local).map(|places| places.len()) != [attack.len(), defend.len()] {
                let text = position.text(setting.game.board());
                return Err(Error::corrupt(format!("{text} has not as many bans as it should")));
            }
            self.bans.points.extend(attack.into_iter().chain(defend));
        }
        Ok(())
    }
}
