//! A range of classes with all that is known of them. What one shard has to tell another goes
//! as messages, so that shards can lie on different machines.

use std::ops::Range;

use kosolver_board::Colour;

use crate::classes::Classes;
use crate::rank::{Passes, Rank};
use crate::setting::{LONE_SUICIDE, Setting};

/// The words of plays that are not settled: this, plus, for the defender, the number of his
/// plays that do not lead to a settled node. A settled word is a rank.
const OPEN: u32 = 1 << 31;

/// A message: plays of a player at a class, all leading to one node that has been settled.
///
/// ```text
/// 63        32 31      1 0
/// local class  points    1: the defender plays
/// ```
pub(crate) type Message = u64;

pub(crate) fn message(local: u64, points: u32, defender: bool) -> Message {
    local << 32 | u64::from(points) << 1 | u64::from(defender)
}

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

/// The bans of some classes, one after another: those with the attacker to move, then those with
/// the defender.
#[derive(Debug, Default)]
pub(crate) struct BanList {
    /// For each class: how many there are with the attacker to move, and, in the high half,
    /// with the defender. Empty under rules without bans.
    pub(crate) counts: Vec<u8>,
    /// Where those of every 64th class begin.
    pub(crate) starts: Vec<u32>,
    /// What is banned.
    pub(crate) points: Vec<u8>,
    /// The rank of the plays that are left.
    pub(crate) words: Vec<u32>,
}

impl BanList {
    /// The places of the bans of a class: attacker to move, defender to move.
    #[inline]
    pub(crate) fn places(&self, local: usize) -> [Range<usize>; 2] {
        let Some(&counts) = self.counts.get(local) else { return [0..0, 0..0] };
        if counts == 0 {
            return [0..0, 0..0];
        }
        let before = &self.counts[local & !63..local];
        let start = self.starts[local / 64] as usize
            + before.iter().map(|counts| usize::from(counts & 15) + usize::from(counts >> 4)).sum::<usize>();
        let middle = start + usize::from(counts & 15);
        [start..middle, middle..middle + usize::from(counts >> 4)]
    }
}

fn settled(word: u32) -> Rank {
    Rank::from_bits(word)
}

impl Shard {
    /// Counts the moves of some classes.
    pub(crate) fn new(setting: &Setting, classes: &Classes, range: Range<u64>) -> Shard {
        let count = (range.end - range.start) as usize;
        let mut shard = Shard {
            plays: Vec::with_capacity(count),
            scores: Vec::with_capacity(count),
            bans: BanList::default(),
            sets: std::array::from_fn(|_| vec![0; count.div_ceil(64)]),
        };
        for (local, rank) in classes.ranks(range).enumerate() {
            let position = setting.index.unrank(rank);
            shard.scores.push(position.area(setting.game.board()) as i8);
            let plays = setting.plays(position, Colour::White);
            let open = |plays: u32| if plays == 0 { Rank::VACUOUS.bits() } else { OPEN + plays.count_ones() };
            shard.plays.push([OPEN, open(plays)]);
            if !setting.has_bans() {
                continue;
            }
            let bans = &mut shard.bans;
            if local.is_multiple_of(64) {
                bans.starts.push(bans.points.len() as u32);
            }
            let attack = setting.bans(position, Colour::Black);
            let defend = setting.bans(position, Colour::White);
            assert!(attack.len() < 16 && defend.len() < 16, "fewer bans than half the points");
            bans.counts.push((attack.len() | defend.len() << 4) as u8);
            bans.words.extend(attack.iter().map(|_| OPEN));
            bans.words.extend(
                defend.iter().map(|&ban| open(plays & !setting.banned(position, Colour::White, ban))),
            );
            bans.points.extend(attack.into_iter().chain(defend));
        }
        shard
    }

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

    /// Takes messages; the plays they settle get a rank. The number of plays settled, those under
    /// a ban not counted.
    pub(crate) fn take(
        &mut self,
        setting: &Setting,
        position: impl Fn(usize) -> kosolver_board::Position,
        messages: &[Message],
        rank: Rank,
    ) -> u64 {
        let mut count = 0;
        for &message in messages {
            let (local, points) = ((message >> 32) as usize, message as u32 >> 1);
            let defender = message & 1 == 1;
            let word = &mut self.plays[local][usize::from(defender)];
            let mut touched = settle(word, points.count_ones(), defender, rank);
            count += u64::from(touched);
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
        }
        count
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
