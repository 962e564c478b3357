//! A solved board in memory.

use kosolver_board::Position;
use smallvec::SmallVec;

use crate::build::{Builder, Go};
use crate::classes::Classes;
use crate::error::Error;
use crate::memory::Size;
use crate::probe::{Entry, Probe};
use crate::progress::Progress;
use crate::rank::Rank;
use crate::setting::Setting;
use crate::shard::Shard;

/// Every position of a board, solved, in memory.
#[derive(Debug)]
pub struct Table {
    pub(crate) setting: Setting,
    pub(crate) classes: Classes,
    pub(crate) shards: Vec<Shard>,
    pub(crate) shift: u32,
}

impl Table {
    /// Solves a board in one go.
    ///
    /// # Errors
    /// As [`Builder::new`] and [`Builder::run`].
    pub fn solve(setting: Setting, allowed: Size, progress: &Progress) -> Result<Table, Error> {
        Builder::new(setting, allowed, progress)?.run(progress, &mut |_| Ok(Go::On))
    }

    pub(crate) fn new(setting: Setting, classes: Classes, shards: Vec<Shard>, shift: u32) -> Table {
        Table { setting, classes, shards, shift }
    }

    /// The number of classes of positions under the symmetries of the board.
    pub fn classes(&self) -> u64 {
        self.classes.count()
    }

    /// The number of nodes that are solved: positions with either player to move, after a
    /// pass or not, and after each capture that leaves a ban.
    pub fn nodes(&self) -> u64 {
        let bans: u64 = self.shards.iter().map(|shard| shard.bans.points.len() as u64).sum();
        4 * self.setting.positions() + bans * u64::from(self.setting.images.count())
    }

    /// The shard of a class, and its place there.
    pub(crate) fn shard(&self, class: u64) -> (&Shard, usize) {
        (&self.shards[(class >> self.shift) as usize], (class & ((1 << self.shift) - 1)) as usize)
    }

    /// What is known of a class.
    pub(crate) fn class(&self, class: u64) -> Entry {
        let (shard, local) = self.shard(class);
        let bans = shard.bans.places(local).map(|places| {
            places.map(|place| Rank::from_bits(shard.bans.words[place])).collect::<SmallVec<[Rank; 4]>>()
        });
        Entry { plays: shard.plays[local].map(Rank::from_bits), bans }
    }
}

impl Probe for Table {
    fn setting(&self) -> &Setting {
        &self.setting
    }

    fn entry(&self, least: Position) -> Result<Entry, Error> {
        Ok(self.class(self.classes.class(&self.setting, least)))
    }
}
