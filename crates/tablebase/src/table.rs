//! A solved board in memory.

use kosolver_board::Position;
use smallvec::SmallVec;

use crate::bans::BanList;
use crate::error::Error;
use crate::numbering::Numbering;
use crate::probe::{Entry, Probe};
use crate::rank::Rank;
use crate::ranks::Ranks;
use crate::setting::Setting;

/// Every position of a board, solved, in memory.
#[derive(Debug)]
pub struct Table {
    pub(crate) numbering: Numbering,
    pub(crate) shards: Vec<Solved>,
}

/// A range of classes, solved.
#[derive(Debug, Default)]
pub(crate) struct Solved {
    pub(crate) ranks: Ranks,
    pub(crate) bans: BanList,
}

impl Table {
    /// The number of classes of positions under the symmetries of the board.
    pub fn classes(&self) -> u64 {
        self.numbering.classes.count()
    }

    /// The number of nodes that are solved: positions with either player to move, after a
    /// pass or not, and after each capture that leaves a ban.
    pub fn nodes(&self) -> u64 {
        let Setting { symmetries, .. } = self.setting();
        4 * self.setting().positions() + self.bans() * u64::from(symmetries.count())
    }

    /// The number of bans of all classes.
    pub(crate) fn bans(&self) -> u64 {
        self.shards.iter().map(|shard| shard.bans.points.len() as u64).sum()
    }

    /// The shard of a class, and its place there.
    #[inline]
    pub(crate) fn shard(&self, class: u64) -> (&Solved, usize) {
        let (shard, local) = self.numbering.partition.place(class);
        (&self.shards[shard], local)
    }

    /// What is known of a class.
    pub(crate) fn class(&self, class: u64) -> Entry {
        let (shard, local) = self.shard(class);
        let bans = shard.bans.places(local).map(|places| {
            places.map(|place| Rank::from_bits(shard.bans.words[place])).collect::<SmallVec<[Rank; 4]>>()
        });
        Entry { plays: shard.ranks.get(local), bans }
    }
}

impl Probe for Table {
    fn setting(&self) -> &Setting {
        &self.numbering.setting
    }

    fn entry(&self, least: Position) -> Result<Entry, Error> {
        Ok(self.class(self.numbering.class(least)))
    }
}
