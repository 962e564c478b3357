//! Checking a whole tablebase: every rank against the ranks of the successors, with the moves of
//! the rules. `docs/tablebase.md` says why what passes is right.

use std::ops::Range;

use board::{Colour, Point, Position};
use rayon::prelude::*;
use rules::{Ban, Legality, Move, Node, Then};

use crate::build::shard_shift;
use crate::classes::Classes;
use crate::error::Error;
use crate::file::{Block, File, corrupt};
use crate::memory::{Size, needs};
use crate::probe::{Probe, rank};
use crate::progress::{Progress, Stage};
use crate::rank::Rank;
use crate::setting::LONE_SUICIDE;
use crate::shard::{BanList, Shard};
use crate::table::Table;

/// Blocks that are decompressed before they are put in their places.
const AHEAD: u64 = 256;

/// Classes that one task checks.
const CHUNK: u64 = 1 << 10;

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
            let blocks: Vec<_> = ahead.map(|number| file.block(number)).collect::<Result<_, Error>>()?;
            for block in blocks {
                table.append(&block);
                progress.add(1);
            }
        }
        let Table { setting, classes, shards, .. } = &mut table;
        let done = shards.par_iter_mut().enumerate().try_for_each(|(number, shard)| {
            let first = (number as u64) << shift;
            shard.complete(setting, classes.ranks(first..first + shard.attacker.len() as u64))
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
        for place in 0..block.attacker.len() {
            if self.shards.last().is_none_or(|shard| shard.attacker.len() >> self.shift > 0) {
                self.shards.push(Shard::default());
            }
            let Some(shard) = self.shards.last_mut() else { unreachable!("there is one") };
            shard.attacker.push(block.attacker[place]);
            shard.defender.push(block.defender[place]);
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

    /// Checks every rank against those of the successors.
    ///
    /// # Errors
    /// [`Error::Wrong`] with one that does not agree.
    pub fn verify(&self, progress: &Progress) -> Result<(), Error> {
        let count = self.classes();
        progress.start(Stage::Checking, count);
        (0..count.div_ceil(CHUNK)).into_par_iter().try_for_each(|chunk| {
            let classes = chunk * CHUNK..count.min((chunk + 1) * CHUNK);
            progress.add(classes.end - classes.start);
            self.verify_classes(classes)
        })
    }

    fn verify_classes(&self, classes: Range<u64>) -> Result<(), Error> {
        for (class, number) in classes.clone().zip(self.classes.ranks(classes)) {
            let position = self.setting.index.unrank(number);
            let (shard, local) = self.shard(class);
            let stored = [shard.attacker[local], shard.defender[local]];
            let places = shard.bans.places(local);
            for (side, to_move) in Colour::BOTH.into_iter().enumerate() {
                let node = Node::new(position, to_move);
                self.verify_plays(&node, stored[side])?;
                let bans = self.setting.bans(position, to_move);
                for (place, ban) in places[side].clone().zip(bans) {
                    let ban = match ban {
                        LONE_SUICIDE => Ban::LoneSuicide,
                        point => Ban::Point(Point::new(point)),
                    };
                    self.verify_plays(&Node { ban, ..node.clone() }, shard.bans.words[place])?;
                }
            }
        }
        Ok(())
    }

    /// Checks the rank of the plays that are open at a node.
    fn verify_plays(&self, node: &Node, stored: u32) -> Result<(), Error> {
        let attacks = node.to_move == Colour::Black;
        let mut best = if attacks { Rank::NEVER } else { Rank::VACUOUS };
        for step in self.setting.game.steps(node) {
            let (Move::Play(_), Legality::Always, Then::Node(next)) = (step.made, step.legality, step.then)
            else {
                continue;
            };
            let after = rank(self, &next, Colour::Black)?.one_more();
            best = if attacks { best.min(after) } else { best.max(after) };
        }
        let stored = Rank::from_bits(stored);
        if stored == best {
            return Ok(());
        }
        Err(Error::Wrong(format!(
            "the plays of {} at {} have the rank {stored:?}, and their successors make it {best:?}",
            node.to_move,
            node.position.text(&self.setting.game.board)
        )))
    }
}

impl Shard {
    /// Adds what a file leaves out since the positions have it.
    fn complete(&mut self, setting: &crate::Setting, ranks: impl Iterator<Item = u64>) -> Result<(), Error> {
        for (local, number) in ranks.enumerate() {
            let position: Position = setting.index.unrank(number);
            self.scores.push(position.area(&setting.game.board) as i8);
            if !setting.has_bans() {
                continue;
            }
            let [attack, defend] = Colour::BOTH.map(|to_move| setting.bans(position, to_move));
            if usize::from(self.bans.counts[local]) != (attack.len() | defend.len() << 4) {
                let text = position.text(&setting.game.board);
                return Err(corrupt(format!("{text} has not as many bans as it should")));
            }
            self.bans.points.extend(attack.into_iter().chain(defend));
        }
        Ok(())
    }
}
