//! Retrograde analysis: from the ends of games backward, each move once.
//!
//! Ranks are handled in ascending order. All nodes of one rank are looked at together, in
//! batches: their predecessors get messages; a play of the attacker is settled by the first
//! message, one of the defender by the last, with the next rank. `docs/tablebase.md` says why
//! that is right. Here shards are told when to do what; what they do is theirs.

use rayon::prelude::*;

use crate::batch::Batch;
use crate::cursor::Cursor;
use crate::error::Error;
use crate::message::{Message, Outbox};
use crate::needs::needs;
use crate::numbering::Numbering;
use crate::progress::{Progress, Stage};
use crate::rank::Rank;
use crate::ranks::Ranks;
use crate::setting::Setting;
use crate::shard::Shard;
use crate::size::Size;
use crate::table::{Solved, Table};

/// What a pause between batches comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Go {
    /// On.
    On,
    /// No further.
    Stop,
}

/// A tablebase in the making.
pub struct Builder {
    pub(crate) numbering: Numbering,
    pub(crate) shards: Vec<Shard>,
    /// For each shard.
    pub(crate) ranks: Vec<Ranks>,
    pub(crate) cursor: Cursor,
    /// How many units of the present rank have been looked at.
    pub(crate) done: usize,
}

impl Builder {
    /// Everything before the first rank: classes, and how many moves each has.
    ///
    /// # Errors
    /// [`Error::Memory`] if it needs more memory than is allowed, found before it is
    /// taken; [`Error::Stopped`] if `progress` was told to stop.
    pub fn new(setting: Setting, allowed: Size, progress: &Progress) -> Result<Builder, Error> {
        needs(&setting, allowed, progress)?;
        let numbering = Numbering::new(setting, progress)?;
        progress.start(Stage::Moves, numbering.classes.count());
        let shards = (0..numbering.partition.shards()).into_par_iter();
        let shards = shards.map(|number| {
            let count = numbering.partition.classes(number).count();
            Shard::new(&numbering.setting, count, numbering.positions(number), progress)
        });
        let shards = shards.collect::<Result<Vec<Shard>, Error>>()?;
        let ranks = shards.iter().map(|shard| {
            let mut ranks = Ranks::never(shard.len());
            shard.vacuous().for_each(|local| ranks.set(local, 1, Rank::VACUOUS));
            ranks
        });
        Ok(Builder { numbering, ranks: ranks.collect(), shards, cursor: Cursor::START, done: 0 })
    }

    /// Settles everything. Between batches, about once a second or more often, `pause` may write the
    /// builder down, or stop it. An interrupt of `progress` stops it sooner, but in the middle
    /// of a batch: then nothing can be written down.
    ///
    /// # Errors
    /// [`Error::Stopped`] if it was stopped; what `pause` returns; [`Error::Distance`] if a
    /// distance is too large for a table.
    pub fn run(
        mut self,
        progress: &Progress,
        pause: &mut dyn FnMut(&Builder) -> Result<Go, Error>,
    ) -> Result<Table, Error> {
        let words = |shard: &Shard| 2 * shard.len() as u64;
        progress.start(Stage::Settling, self.shards.iter().map(words).sum());
        progress.add(self.shards.par_iter().map(Shard::settled).sum())?;
        loop {
            if let Some(first) = self.cursor.begin() {
                self.cursor = first;
                self.seed(progress)?;
            }
            while let Some(batch) = Batch::next(&self.shards, self.numbering.partition.size(), &mut self.done)
            {
                let settled = self.look_back(&batch, progress)?;
                progress.add(settled)?;
                if pause(&self)? == Go::Stop {
                    return Err(Error::Stopped);
                }
            }
            if self.advance(progress)? {
                continue;
            }
            match self.cursor.next_score(&self.numbering.setting) {
                Some(next) => self.cursor = next,
                None => break,
            }
        }
        let solved = self.shards.into_iter().zip(self.ranks);
        let solved = solved.map(|(shard, ranks)| Solved { ranks, bans: shard.bans });
        Ok(Table { numbering: self.numbering, shards: solved.collect() })
    }

    /// The nodes of a score's lowest rank.
    fn seed(&mut self, progress: &Progress) -> Result<(), Error> {
        let rank = self.cursor.rank();
        self.shards.par_iter_mut().try_for_each(|shard| shard.seed(rank, progress))
    }

    /// Finds the predecessors of a batch and tells them. The number of plays settled.
    fn look_back(&mut self, batch: &Batch, progress: &Progress) -> Result<u64, Error> {
        let (numbering, shards, rank) = (&self.numbering, &self.shards, self.cursor.rank());
        let setting = &numbering.setting;
        let tasks = 4 * rayon::current_num_threads();
        let outboxes = batch.units.par_chunks(batch.units.len().div_ceil(tasks)).map(|units| {
            let mut outbox = vec![Vec::new(); shards.len()];
            for (number, words) in units {
                progress.go_on()?;
                let position = |local| numbering.position(numbering.partition.class(*number, local));
                shards[*number].look_back(setting, position, words.clone(), rank, |play| {
                    let class = numbering.classes.before(play.position);
                    let (shard, local) = numbering.partition.place(class);
                    outbox[shard].push(Message::new(local, play));
                });
            }
            Ok(outbox)
        });
        let outboxes = outboxes.collect::<Result<Vec<Outbox>, Error>>()?;
        let settled = self.shards.par_iter_mut().enumerate().map(|(number, shard)| {
            let messages = outboxes.iter().map(|outbox| &outbox[number]);
            let position = |local| numbering.position(numbering.partition.class(number, local));
            let settled = messages.map(|some| shard.take(setting, position, some, rank.one_more(), progress));
            settled.sum::<Result<u64, Error>>()
        });
        settled.try_reduce(|| 0, |one, other| Ok(one + other))
    }

    /// Goes on to the next rank of the same score; whether there may be one.
    fn advance(&mut self, progress: &Progress) -> Result<bool, Error> {
        self.cursor = self.cursor.further()?;
        self.done = 0;
        let rank = self.cursor.rank();
        let more =
            self.shards.par_iter_mut().zip(&mut self.ranks).map(|(shard, ranks)| {
                shard.advance(rank, progress, |settled| ranks.settle(rank, &[settled]))
            });
        more.try_reduce(|| false, |one, other| Ok(one | other))
    }
}

impl Table {
    /// Solves a board in one go.
    ///
    /// # Errors
    /// As [`Builder::new`] and [`Builder::run`].
    pub fn solve(setting: Setting, allowed: Size, progress: &Progress) -> Result<Table, Error> {
        Builder::new(setting, allowed, progress)?.run(progress, &mut |_| Ok(Go::On))
    }
}
