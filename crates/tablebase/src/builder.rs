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

/// A tablebase in the making.
struct Builder {
    numbering: Numbering,
    shards: Vec<Shard>,
    /// For each shard.
    ranks: Vec<Ranks>,
    cursor: Cursor,
}

impl Builder {
    /// Everything before the first rank: classes, and how many moves each has.
    fn new(setting: Setting, allowed: Size, progress: &Progress) -> Result<Builder, Error> {
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
        Ok(Builder { numbering, ranks: ranks.collect(), shards, cursor: Cursor::START })
    }

    /// Settles everything.
    fn run(mut self, progress: &Progress) -> Result<Table, Error> {
        let words = |shard: &Shard| 2 * shard.len() as u64;
        progress.start(Stage::Settling, self.shards.iter().map(words).sum());
        progress.add(self.shards.par_iter().map(Shard::settled).sum())?;
        loop {
            if let Some(first) = self.cursor.begin() {
                self.cursor = first;
                self.seed(progress)?;
            }
            let mut done = 0;
            while let Some(batch) = Batch::next(&self.shards, self.numbering.partition.size(), &mut done) {
                let settled = self.look_back(&batch, progress)?;
                progress.add(settled)?;
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
        let rank = self.cursor.rank();
        let more =
            self.shards.par_iter_mut().zip(&mut self.ranks).map(|(shard, ranks)| {
                shard.advance(rank, progress, |settled| ranks.settle(rank, &[settled]))
            });
        more.try_reduce(|| false, |one, other| Ok(one | other))
    }
}

impl Table {
    /// Solves a board.
    ///
    /// # Errors
    /// [`Error::Memory`] if it needs more memory than is allowed, found before it is taken;
    /// [`Error::Stopped`] if `progress` was told to stop; [`Error::Distance`] if a distance is too
    /// large for a table.
    pub fn solve(setting: Setting, allowed: Size, progress: &Progress) -> Result<Table, Error> {
        Builder::new(setting, allowed, progress)?.run(progress)
    }
}
