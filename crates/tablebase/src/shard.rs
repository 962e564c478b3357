//! A range of classes with all that is known of them. What one shard has to tell another goes
//! as messages, so that shards can lie on different machines. A shard does its own work alone. Which
//! positions stand for its classes it is told; who runs several shards at once, and how messages find
//! their way, is none of its business.

use std::ops::Range;

use kosolver_board::{Colour, Point, Position};

use crate::bans::BanList;
use crate::error::Error;
use crate::message::{Message, Play};
use crate::progress::Progress;
use crate::rank::{Passes, Rank};
use crate::setting::{LONE_SUICIDE, Setting};
use crate::symmetries::Orbit;
use crate::unplay::captures;

/// The words of plays that are not settled: this, plus, for the defender, the number of his
/// plays that do not lead to a settled node. A settled word is a rank.
const OPEN: u32 = 1 << 31;

/// Classes, words of sets and messages that are gone through before asking whether to stop: a few
/// milliseconds' work each.
const CLASSES: usize = 1 << 12;
const SCANNED: usize = 1 << 16;
const WORDS: usize = 1 << 10;
const MESSAGES: usize = 1 << 16;

/// Some classes of positions. Black is the attacker.
#[derive(Debug, Default)]
pub(crate) struct Shard {
    /// For each class the ranks of the attacker's and of the defender's plays.
    pub(crate) plays: Vec<[u32; 2]>,
    /// The area scores.
    pub(crate) scores: Vec<i8>,
    pub(crate) bans: BanList,
    pub(crate) sets: [Vec<u64>; 3],
}

/// Sets of classes, a bit each.
pub(crate) mod set {
    /// With a node of the rank whose turn it is.
    pub(crate) const NOW: usize = 0;
    /// With a node of the rank after that.
    pub(crate) const NEXT: usize = 1;
    /// With plays that were settled while predecessors were looked at.
    pub(crate) const TOUCHED: usize = 2;
}

fn settled(word: u32) -> Rank {
    Rank::from_bits(word)
}

impl Shard {
    /// Counts the moves of so many classes that these positions stand for.
    ///
    /// # Errors
    /// [`Error::Stopped`].
    pub(crate) fn new(
        setting: &Setting,
        count: usize,
        positions: impl Iterator<Item = Position>,
        progress: &Progress,
    ) -> Result<Shard, Error> {
        let mut shard = Shard {
            plays: Vec::with_capacity(count),
            scores: Vec::with_capacity(count),
            bans: BanList::default(),
            sets: std::array::from_fn(|_| vec![0; count.div_ceil(64)]),
        };
        for (local, position) in positions.enumerate() {
            if local % CLASSES == CLASSES - 1 {
                progress.add(CLASSES as u64)?;
            }
            shard.scores.push(position.area(setting.game.board()) as i8);
            let plays = setting.plays(position, Colour::White);
            let open = |plays: u32| if plays == 0 { Rank::VACUOUS.bits() } else { OPEN + plays.count_ones() };
            shard.plays.push([OPEN, open(plays)]);
            if !setting.has_bans() {
                continue;
            }
            let left = |ban| open(plays & !setting.banned(position, Colour::White, ban));
            let [attack, defend] = Colour::BOTH.map(|to_move| setting.bans(position, to_move));
            let words = attack.iter().map(|_| OPEN).chain(defend.iter().map(|&ban| left(ban)));
            shard.bans.push([attack.len(), defend.len()], words);
            shard.bans.points.extend(attack.iter().chain(&defend));
        }
        progress.add((count % CLASSES) as u64)?;
        Ok(shard)
    }

    /// The number of classes.
    pub(crate) fn len(&self) -> usize {
        self.scores.len()
    }

    /// How many classes have their plays settled, counted for either side.
    pub(crate) fn settled(&self) -> u64 {
        self.plays.iter().flatten().filter(|word| **word < OPEN).count() as u64
    }

    /// The ranks of the plays of a class, and of its nodes after a pass.
    #[inline]
    pub(crate) fn ranks(&self, setting: &Setting, local: usize) -> (Rank, Rank, Passes) {
        let [a, d] = self.plays[local].map(settled);
        (a, d, Passes::of(a, d, setting.end(i32::from(self.scores[local]))))
    }

    /// The ranks of the nodes of a class after a ban, with the attacker and with the defender
    /// to move.
    pub(crate) fn banned(&self, local: usize, passes: Passes) -> impl Iterator<Item = (Colour, u8, Rank)> {
        let [attack, defend] = self.bans.places(local);
        let node = move |place: usize| (self.bans.points[place], settled(self.bans.words[place]));
        let attack = attack.map(node).map(move |(ban, plays)| (Colour::Black, ban, passes.attack(plays)));
        let defend = defend.map(node).map(move |(ban, plays)| (Colour::White, ban, passes.defend(plays)));
        attack.chain(defend)
    }

    /// Whether a class has a node of one rank, and of another.
    #[inline]
    pub(crate) fn has(&self, setting: &Setting, local: usize, one: Rank, other: Rank) -> [bool; 2] {
        let (a, d, passes) = self.ranks(setting, local);
        let (attack, defend) = (passes.attack(a), passes.defend(d));
        let mut has = [one, other].map(|rank| attack == rank || defend == rank);
        for (.., rank) in self.banned(local, passes) {
            has[0] |= rank == one;
            has[1] |= rank == other;
        }
        has
    }

    /// Begins a score: the nodes of its lowest rank, one move before the pass that ends the
    /// game.
    ///
    /// # Errors
    /// [`Error::Stopped`].
    pub(crate) fn seed(&mut self, setting: &Setting, rank: Rank, progress: &Progress) -> Result<(), Error> {
        let deficit = i32::from(rank.deficit().unwrap_or_default());
        let score = (i32::from(setting.game.board().points()) - deficit) as i8;
        for local in 0..self.len() {
            if local % SCANNED == 0 {
                progress.go_on()?;
            }
            if self.scores[local] == score && self.has(setting, local, rank, rank)[0] {
                self.sets[set::NOW][local / 64] |= 1 << (local % 64);
            }
        }
        Ok(())
    }

    /// Tells the plays that lead to the nodes of a rank, from the classes of some words of the set of
    /// those that have one. `position` says which position stands for a class.
    pub(crate) fn look_back(
        &self,
        setting: &Setting,
        position: impl Fn(usize) -> Position,
        words: Range<usize>,
        rank: Rank,
        mut tell: impl FnMut(Play),
    ) {
        let mut found = Vec::new();
        for place in words {
            let mut word = self.sets[set::NOW][place];
            while word != 0 {
                let local = place * 64 + word.trailing_zeros() as usize;
                word &= word - 1;
                found.clear();
                let position = position(local);
                let images = setting.symmetries.images(position);
                self.predecessors(setting, local, (position, &images), rank, &mut found);
                // Where the position is its own image, so are some of the plays to it.
                if images.stabilizer() > 1 {
                    found.sort_unstable();
                    found.dedup();
                }
                found.iter().copied().for_each(&mut tell);
            }
        }
    }

    /// The plays that lead to those nodes of a position that have the rank.
    fn predecessors(
        &self,
        setting: &Setting,
        local: usize,
        (position, images): (Position, &Orbit),
        rank: Rank,
        found: &mut Vec<Play>,
    ) {
        let (a, d, passes) = self.ranks(setting, local);
        for (to_move, node) in [(Colour::Black, passes.attack(a)), (Colour::White, passes.defend(d))] {
            if node == rank {
                let player = !to_move;
                for point in position.stones(player) {
                    let before = setting.symmetries.least_without(images, player, point);
                    found.push(setting.play(before, point, player));
                }
                captures(setting, position, player, |before, point| {
                    found.push(setting.play(setting.symmetries.least(before), point, player));
                });
            }
        }
        for (to_move, ban, node) in self.banned(local, passes) {
            if node != rank {
                continue;
            }
            let player = !to_move;
            if ban == LONE_SUICIDE {
                let points = setting.lone_suicides(position, player);
                let position = setting.number(position);
                found.push(Play { position, points, defender: player == Colour::White });
            } else if let Some((before, point)) = setting.retaken(position, to_move, Point::new(ban)) {
                found.push(setting.play(setting.symmetries.least(before), point, player));
            }
        }
    }

    /// Forgets that the classes of some words have a node of the present rank: it has been
    /// looked at.
    pub(crate) fn looked_at(&mut self, words: Range<usize>) {
        self.sets[set::NOW][words].fill(0);
    }

    /// Takes messages; the plays they settle get a rank. The number of plays settled, those under
    /// a ban not counted.
    ///
    /// # Errors
    /// [`Error::Stopped`].
    pub(crate) fn take(
        &mut self,
        setting: &Setting,
        position: impl Fn(usize) -> Position,
        messages: &[Message],
        rank: Rank,
        progress: &Progress,
    ) -> Result<u64, Error> {
        let mut count = 0;
        for some in messages.chunks(MESSAGES) {
            progress.go_on()?;
            for &message in some {
                count += u64::from(self.take_one(setting, &position, message, rank));
            }
        }
        Ok(count)
    }

    /// Takes a message. Whether it settles the plays of a player, those under a ban not counted.
    #[inline]
    fn take_one(
        &mut self,
        setting: &Setting,
        position: impl Fn(usize) -> Position,
        message: Message,
        rank: Rank,
    ) -> bool {
        let (local, points, defender) = (message.local(), message.points(), message.defender());
        let word = &mut self.plays[local][usize::from(defender)];
        let settled = settle(word, points.count_ones(), defender, rank);
        let mut touched = settled;
        let [attack, defend] = self.bans.places(local);
        for place in if defender { defend } else { attack } {
            let ban = self.bans.points[place];
            let banned = if ban == LONE_SUICIDE {
                let player = if defender { Colour::White } else { Colour::Black };
                setting.lone_suicides(position(local), player)
            } else {
                1 << ban
            };
            let open = points & !banned;
            if open != 0 {
                touched |= settle(&mut self.bans.words[place], open.count_ones(), defender, rank);
            }
        }
        self.sets[set::TOUCHED][local / 64] |= u64::from(touched) << (local % 64);
        settled
    }

    /// Goes on to the next rank of the same score, this one; whether there are nodes of it, or of the
    /// one after.
    ///
    /// # Errors
    /// [`Error::Stopped`].
    pub(crate) fn advance(
        &mut self,
        setting: &Setting,
        rank: Rank,
        progress: &Progress,
    ) -> Result<bool, Error> {
        let mut more = false;
        for place in 0..self.sets[set::NOW].len() {
            if place % WORDS == 0 {
                progress.go_on()?;
            }
            let mut touched = std::mem::take(&mut self.sets[set::TOUCHED][place]);
            self.sets[set::NOW][place] = std::mem::take(&mut self.sets[set::NEXT][place]);
            while touched != 0 {
                let local = place * 64 + touched.trailing_zeros() as usize;
                touched &= touched - 1;
                let [now, next] = self.has(setting, local, rank, rank.one_more());
                self.sets[set::NOW][place] |= u64::from(now) << (local % 64);
                self.sets[set::NEXT][place] |= u64::from(next) << (local % 64);
            }
            more |= self.sets[set::NOW][place] | self.sets[set::NEXT][place] != 0;
        }
        Ok(more)
    }

    /// Forgets what only the analysis needs.
    pub(crate) fn finish(&mut self) {
        self.sets = Default::default();
    }
}

/// Some plays lead to settled nodes now: the attacker needs one, the defender has lost
/// when no other is left.
#[inline]
fn settle(word: &mut u32, plays: u32, defender: bool, rank: Rank) -> bool {
    if *word < OPEN {
        assert!(!defender, "each play of the defender is settled once");
        return false;
    }
    if defender {
        assert!(*word - OPEN >= plays, "each play of the defender is settled once");
        *word -= plays;
        if *word > OPEN {
            return false;
        }
    }
    *word = rank.bits();
    true
}
