//! Retrograde analysis: from the ends of games backward, each move once.
//!
//! Ranks are handled in ascending order. All nodes of one rank are looked at together, in
//! batches: their predecessors get messages; a play of the attacker is settled by the first
//! message, one of the defender by the last, with the next rank. `docs/tablebase.md` says why
//! that is right.

use std::ops::Range;

use kosolver_board::{Colour, Point, Position};
use rayon::prelude::*;

use crate::classes::Classes;
use crate::error::Error;
use crate::memory::{Size, needs};
use crate::progress::{Progress, Stage};
use crate::rank::Rank;
use crate::setting::{LONE_SUICIDE, Setting};
use crate::shard::{Message, Shard, message, set};
use crate::table::Table;
use crate::unplay::unplays;

/// Classes whose predecessors are looked for at once.
pub(crate) const BATCH: u64 = 1 << 18;

/// Words of a set of classes that one task scans.
const UNIT: usize = 32;

/// The most shards, and the fewest classes of a shard where there are several.
const SHARDS: u64 = 64;
const SHARD: u64 = 1 << 12;

/// How many messages a batch may come to; about a quarter of it was measured.
pub(crate) fn batch_messages(setting: &Setting, classes: u64) -> u64 {
    classes * 2 * u64::from(setting.game.board().points())
}

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
    pub(crate) setting: Setting,
    pub(crate) classes: Classes,
    pub(crate) shards: Vec<Shard>,
    /// Which shard a class is in: its number shifted by so much.
    pub(crate) shift: u32,
    pub(crate) cursor: Cursor,
}

/// How far the analysis is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Cursor {
    /// By how much scores fall short of the whole board.
    pub(crate) deficit: u8,
    /// The distance of the nodes that are looked at; 0 before the first.
    pub(crate) distance: u16,
}

impl Cursor {
    fn rank(self) -> Rank {
        Rank::new(self.deficit, self.distance)
    }
}

/// How classes are divided among shards.
pub(crate) fn shard_shift(classes: u64) -> u32 {
    classes.div_ceil(SHARDS).max(SHARD).next_power_of_two().trailing_zeros()
}

impl Builder {
    /// Everything before the first rank: classes, and how many moves each has.
    ///
    /// # Errors
    /// [`Error::Memory`] if it needs more memory than is allowed, found before it is
    /// taken.
    pub fn new(setting: Setting, allowed: Size, progress: &Progress) -> Result<Builder, Error> {
        needs(&setting, allowed)?;
        let classes = Classes::new(&setting, progress);
        let count = classes.count();
        let shift = shard_shift(count);
        progress.start(Stage::Moves, count);
        let shards = (0..count.div_ceil(1 << shift)).into_par_iter().map(|number| {
            let range = number << shift..((number + 1) << shift).min(count);
            let shard = Shard::new(&setting, &classes, range);
            progress.add(shard.len() as u64);
            shard
        });
        let shards = shards.collect();
        let cursor = Cursor { deficit: 0, distance: 0 };
        Ok(Builder { setting, classes, shards, shift, cursor })
    }

    /// Settles everything. Between batches `pause` may write the builder down, or stop it.
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
        progress.add(self.shards.par_iter().map(Shard::settled).sum());
        let last = 2 * self.setting.game.board().points();
        loop {
            if self.cursor.distance == 0 {
                self.seed();
            }
            let mut from = 0;
            while let Some(batch) = self.batch(&mut from) {
                progress.add(self.look_back(&batch));
                if pause(&self)? == Go::Stop {
                    return Err(Error::Stopped);
                }
            }
            if self.advance()? {
                continue;
            }
            if self.cursor.deficit == last {
                break;
            }
            self.cursor = Cursor { deficit: self.cursor.deficit + 1, distance: 0 };
        }
        for shard in &mut self.shards {
            shard.sets = Default::default();
        }
        Ok(Table::new(self.setting, self.classes, self.shards, self.shift))
    }

    /// The nodes of a score's lowest rank: one move before the pass that ends the game.
    fn seed(&mut self) {
        self.cursor.distance = 2;
        let Cursor { deficit, .. } = self.cursor;
        let score = (i32::from(self.setting.game.board().points()) - i32::from(deficit)) as i8;
        let (setting, rank) = (&self.setting, self.cursor.rank());
        self.shards.par_iter_mut().for_each(|shard| {
            for local in 0..shard.len() {
                if shard.scores[local] == score && shard.has(setting, local, rank, rank)[0] {
                    shard.sets[set::NOW][local / 64] |= 1 << (local % 64);
                }
            }
        });
    }

    /// Ranges of words with classes of the rank, until they are a batch; from a place on.
    fn batch(&self, from: &mut usize) -> Option<Vec<(usize, Range<usize>)>> {
        let per_shard = 1_usize << (self.shift as usize).saturating_sub(6);
        let units = per_shard.div_ceil(UNIT);
        let mut batch = Vec::new();
        let mut total = 0;
        while total < BATCH && *from < units * self.shards.len() {
            let (shard, unit) = (*from / units, *from % units);
            let words = &self.shards[shard].sets[set::NOW];
            let range = (unit * UNIT).min(words.len())..((unit + 1) * UNIT).min(words.len());
            let count: u64 = words[range.clone()].iter().map(|word| u64::from(word.count_ones())).sum();
            if count > 0 {
                batch.push((shard, range));
                total += count;
            }
            *from += 1;
        }
        (!batch.is_empty()).then_some(batch)
    }

    /// Finds the predecessors of a batch and tells them. The number of plays settled.
    fn look_back(&mut self, batch: &[(usize, Range<usize>)]) -> u64 {
        let rank = self.cursor.rank();
        let tasks = 4 * rayon::current_num_threads();
        let builder = &*self;
        let outboxes: Vec<Vec<Vec<Message>>> = batch
            .par_chunks(batch.len().div_ceil(tasks))
            .map(|units| {
                let mut outbox = vec![Vec::new(); builder.shards.len()];
                for (shard, words) in units {
                    builder.look_back_from(*shard, words.clone(), rank, &mut outbox);
                }
                outbox
            })
            .collect();
        for (shard, words) in batch {
            self.shards[*shard].sets[set::NOW][words.clone()].fill(0);
        }
        let Builder { setting, classes, shards, shift, .. } = self;
        let (setting, classes, shift) = (&*setting, &*classes, *shift);
        let settled = shards.par_iter_mut().enumerate().map(|(number, shard)| {
            let first = (number as u64) << shift;
            let position = |local: usize| classes.position(setting, first + local as u64);
            let messages = outboxes.iter().map(|outbox| &outbox[number]);
            messages.map(|messages| shard.take(setting, position, messages, rank.one_more())).sum::<u64>()
        });
        settled.sum()
    }

    /// Messages from the classes of some words.
    fn look_back_from(&self, shard: usize, words: Range<usize>, rank: Rank, outbox: &mut [Vec<Message>]) {
        let mut found = Vec::new();
        let first = (shard as u64) << self.shift;
        for place in words {
            let mut word = self.shards[shard].sets[set::NOW][place];
            while word != 0 {
                let local = place * 64 + word.trailing_zeros() as usize;
                word &= word - 1;
                found.clear();
                let position = self.classes.position(&self.setting, first + local as u64);
                self.predecessors(shard, local, position, rank, &mut found);
                // Where the position is its own image, so are some of the plays to it.
                if self.setting.images.stabilizer(position) != Some(1) {
                    found.sort_unstable();
                    found.dedup();
                }
                for &(class, points, defender) in &found {
                    let shard = (class >> self.shift) as usize;
                    let local = class & ((1 << self.shift) - 1);
                    outbox[shard].push(message(local, points, defender));
                }
            }
        }
    }

    /// The plays that lead to those nodes of a position that have the rank: class, points,
    /// whether the defender plays.
    fn predecessors(
        &self,
        shard: usize,
        local: usize,
        position: Position,
        rank: Rank,
        found: &mut Vec<(u64, u32, bool)>,
    ) {
        let setting = &self.setting;
        let shard = &self.shards[shard];
        let (a, d, passes) = shard.ranks(setting, local);
        for (to_move, node) in [(Colour::Black, passes.attack(a)), (Colour::White, passes.defend(d))] {
            if node == rank {
                let player = !to_move;
                unplays(setting, position, player, |before, point| {
                    found.push(self.told(before, point, player));
                });
            }
        }
        for (to_move, ban, node) in shard.banned(local, passes) {
            if node != rank {
                continue;
            }
            let player = !to_move;
            if ban == LONE_SUICIDE {
                let points = setting.lone_suicides(position, player);
                let class = self.classes.class(setting, position);
                found.push((class, points, player == Colour::White));
            } else if let Some((before, point)) = setting.retaken(position, to_move, Point::new(ban)) {
                found.push(self.told(before, point, player));
            }
        }
    }

    fn told(&self, before: Position, point: Point, player: Colour) -> (u64, u32, bool) {
        let (least, by) = self.setting.images.least(before);
        let points = self.setting.images.orbit(by, point);
        (self.classes.class(&self.setting, least), points, player == Colour::White)
    }

    /// Goes on to the next rank of the same score; whether there is one.
    fn advance(&mut self) -> Result<bool, Error> {
        self.cursor.distance += 1;
        if self.cursor.distance >= Rank::FARTHEST {
            return Err(Error::Distance(Rank::FARTHEST));
        }
        let (setting, rank) = (&self.setting, self.cursor.rank());
        let more = self.shards.par_iter_mut().map(|shard| {
            let mut more = false;
            for place in 0..shard.sets[set::NOW].len() {
                let mut touched = std::mem::take(&mut shard.sets[set::TOUCHED][place]);
                shard.sets[set::NOW][place] = std::mem::take(&mut shard.sets[set::NEXT][place]);
                while touched != 0 {
                    let local = place * 64 + touched.trailing_zeros() as usize;
                    touched &= touched - 1;
                    let [now, next] = shard.has(setting, local, rank, rank.one_more());
                    shard.sets[set::NOW][place] |= u64::from(now) << (local % 64);
                    shard.sets[set::NEXT][place] |= u64::from(next) << (local % 64);
                }
                more |= shard.sets[set::NOW][place] | shard.sets[set::NEXT][place] != 0;
            }
            more
        });
        Ok(more.reduce(|| false, |one, other| one | other))
    }
}
