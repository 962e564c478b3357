//! A range of classes with all that is known of them. What one shard has to tell another goes
//! as messages, so that shards can lie on different machines. A shard does its own work alone. Which
//! positions stand for its classes it is told; who runs several shards at once, and how messages find
//! their way, is none of its business.

use std::ops::Range;

use kosolver_board::{Colour, Point, Position};

use crate::bans::BanList;
use crate::error::Error;
use crate::log::Settled;
use crate::message::{Message, Play};
use crate::progress::Progress;
use crate::rank::Rank;
use crate::setting::{LONE_SUICIDE, Setting};
use crate::state::State;
use crate::symmetries::Orbit;
use crate::unplay::captures;

/// The words of plays after a ban that are not settled: this, plus, for the defender, the number of
/// his plays that do not lead to a settled node. A settled word is a rank.
const OPEN: u32 = 1 << 31;

/// Classes, words of sets and messages that are gone through before asking whether to stop: a few
/// milliseconds' work each.
const CLASSES: usize = 1 << 12;
const SCANNED: usize = 1 << 16;
const WORDS: usize = 1 << 10;
const MESSAGES: usize = 1 << 16;

/// Some classes of positions. Black is the attacker. Ranks that have been found are not needed to find
/// others, and are kept elsewhere.
#[derive(Debug)]
pub(crate) struct Shard {
    pub(crate) states: Vec<State>,
    pub(crate) bans: BanList,
    /// Those of [`set`].
    pub(crate) sets: [Vec<u64>; set::COUNT],
}

/// Sets of classes, a bit each. The *present* rank is that whose nodes are looked at; plays get the
/// next one meanwhile.
pub(crate) mod set {
    /// Plays that have the present rank: the attacker's, the defender's, and what a ban leaves.
    pub(crate) const ATTACK: usize = 0;
    pub(crate) const DEFEND: usize = 1;
    pub(crate) const BANNED: usize = 2;
    /// The same with the next rank.
    pub(crate) const ATTACK_NEXT: usize = 3;
    pub(crate) const DEFEND_NEXT: usize = 4;
    pub(crate) const BANNED_NEXT: usize = 5;
    /// Nodes after a pass that have the rank before the present: with the attacker, and with the
    /// defender to move.
    pub(crate) const PASSED_ATTACK: usize = 6;
    pub(crate) const PASSED_DEFEND: usize = 7;

    pub(crate) const COUNT: usize = 8;
    /// Those that are empty under rules without bans.
    pub(crate) const OF_BANS: [usize; 2] = [BANNED, BANNED_NEXT];
    /// The classes that may have nodes of the present rank.
    pub(crate) const WAITING: [usize; 5] = [ATTACK, DEFEND, BANNED, PASSED_ATTACK, PASSED_DEFEND];
}

/// How the ranks of a class stand to the present one: enough to tell which of its nodes have that.
#[derive(Clone, Copy, Debug)]
struct Turn {
    rank: Rank,
    /// The node after a pass, with the attacker to move (p): it has the rank before the present, or
    /// that or a lower one.
    passed_attack: bool,
    passed_attack_before: bool,
    /// The same with the defender to move (q), and that it has a still lower rank.
    passed_defend: bool,
    passed_defend_before: bool,
}

impl Turn {
    /// Whether the attacker's node has the present rank, min(plays, q + 1).
    fn attack(self, plays_now: bool, plays_before: bool) -> bool {
        plays_now && !self.passed_defend_before || self.passed_defend && !plays_before
    }

    /// Whether the defender's node has the present rank, max(plays, p + 1).
    fn defend(self, plays_now: bool, plays_by_now: bool) -> bool {
        plays_now && self.passed_attack_before || self.passed_attack && plays_by_now
    }
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
            states: Vec::with_capacity(count),
            bans: BanList::default(),
            sets: std::array::from_fn(|set| vec![0; words(setting, set, count)]),
        };
        for (local, position) in positions.enumerate() {
            if local % CLASSES == CLASSES - 1 {
                progress.add(CLASSES as u64)?;
            }
            let plays = setting.plays(position, Colour::White);
            let deficit = setting.end(position.area(setting.game.board())).deficit().unwrap_or_default();
            shard.states.push(State::new(deficit, plays.count_ones()));
            if !setting.has_bans() {
                continue;
            }
            let open = |plays: u32| if plays == 0 { Rank::VACUOUS.bits() } else { OPEN + plays.count_ones() };
            let left = |ban| open(plays & !setting.banned(position, Colour::White, ban));
            let [attack, defend] = Colour::BOTH.map(|to_move| setting.bans(position, to_move));
            let words = attack.iter().map(|_| OPEN).chain(defend.iter().map(|&ban| left(ban)));
            shard.bans.push([attack.len(), defend.len()], words);
            shard.bans.points.extend(attack.iter().chain(&defend));
        }
        shard.bans.shrink();
        progress.add((count % CLASSES) as u64)?;
        Ok(shard)
    }

    /// The number of classes.
    pub(crate) fn len(&self) -> usize {
        self.states.len()
    }

    /// Before the first message: the classes in which the defender has no plays.
    pub(crate) fn vacuous(&self) -> impl Iterator<Item = usize> {
        (0..self.len()).filter(|local| self.states[*local].defend())
    }

    /// How many classes have their plays settled, counted for either side.
    pub(crate) fn settled(&self) -> u64 {
        self.states.iter().map(|state| u64::from(state.attack()) + u64::from(state.defend())).sum()
    }

    /// How many classes have plays of the present rank, counted for either side.
    pub(crate) fn present(&self) -> u64 {
        let sets = [set::ATTACK, set::DEFEND].into_iter().flat_map(|set| &self.sets[set]);
        sets.map(|word| u64::from(word.count_ones())).sum()
    }

    /// Those of 64 classes that may have nodes of the present rank.
    #[inline]
    pub(crate) fn waiting(&self, place: usize) -> u64 {
        set::WAITING.iter().filter_map(|set| self.sets[*set].get(place)).fold(0, |all, word| all | word)
    }

    /// The number of words of a set.
    pub(crate) fn words(&self) -> usize {
        self.sets[set::ATTACK].len()
    }

    /// Whether the attacker's and the defender's node of a class have the present rank, and how its
    /// ranks stand to that.
    #[inline]
    fn turn(&self, local: usize, rank: Rank) -> ([bool; 2], Turn) {
        let has = |set: usize| self.sets[set][local / 64] >> (local % 64) & 1 == 1;
        let state = self.states[local];
        let [attack, defend] = [has(set::ATTACK), has(set::DEFEND)];
        let [passed_attack, passed_defend] = [has(set::PASSED_ATTACK), has(set::PASSED_DEFEND)];
        let attack_before = state.attack() && !attack && !has(set::ATTACK_NEXT);
        let defend_by_now = state.defend() && !has(set::DEFEND_NEXT);
        let ends = state.ends_by(rank);
        let turn = Turn {
            rank,
            passed_attack,
            passed_attack_before: ends || attack_before,
            passed_defend,
            passed_defend_before: ends && defend_by_now && !defend && !passed_defend,
        };
        ([turn.attack(attack, attack_before), turn.defend(defend, defend_by_now)], turn)
    }

    /// The nodes of a class after a ban that have the present rank: who is to move, and what is
    /// banned.
    fn banned(&self, local: usize, turn: Turn) -> impl Iterator<Item = (Colour, u8)> {
        let [attack, defend] = self.bans.places(local);
        let rank = turn.rank.bits();
        let word = |place: usize| self.bans.words[place];
        let attack = attack.filter(move |&place| turn.attack(word(place) == rank, word(place) < rank));
        let defend = defend.filter(move |&place| turn.defend(word(place) == rank, word(place) <= rank));
        let attack = attack.map(|place| (Colour::Black, self.bans.points[place]));
        attack.chain(defend.map(|place| (Colour::White, self.bans.points[place])))
    }

    /// Begins a score: this is the lowest rank of its nodes, one move before the pass that ends the
    /// game.
    ///
    /// # Errors
    /// [`Error::Stopped`].
    pub(crate) fn seed(&mut self, rank: Rank, progress: &Progress) -> Result<(), Error> {
        for local in 0..self.len() {
            if local % SCANNED == 0 {
                progress.go_on()?;
            }
            let state = self.states[local];
            if Some(state.deficit()) == rank.deficit() {
                // Where plays have a lower rank it is decided by them.
                self.sets[set::PASSED_ATTACK][local / 64] |= u64::from(!state.attack()) << (local % 64);
                self.sets[set::PASSED_DEFEND][local / 64] |= u64::from(state.defend()) << (local % 64);
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
            for local in members(place, self.waiting(place)) {
                let (nodes, turn) = self.turn(local, rank);
                let mut banned = self.banned(local, turn).peekable();
                if nodes == [false; 2] && banned.peek().is_none() {
                    continue;
                }
                found.clear();
                let position = position(local);
                let images = setting.symmetries.images(position);
                predecessors(setting, (position, &images), nodes, banned, &mut found);
                // Where the position is its own image, so are some of the plays to it.
                if images.stabilizer() > 1 {
                    found.sort_unstable();
                    found.dedup();
                }
                found.iter().copied().for_each(&mut tell);
            }
        }
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
        let settled = self.states[local].settle(points.count_ones(), defender);
        let set = if defender { set::DEFEND_NEXT } else { set::ATTACK_NEXT };
        self.sets[set][local / 64] |= u64::from(settled) << (local % 64);
        let mut touched = false;
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
        if touched {
            self.sets[set::BANNED_NEXT][local / 64] |= 1 << (local % 64);
        }
        settled
    }

    /// Goes on to the next rank of the same score, this one, and tells the classes whose plays have
    /// it, in order. Whether there may be nodes of it, or of the one after.
    ///
    /// # Errors
    /// [`Error::Stopped`].
    pub(crate) fn advance(
        &mut self,
        rank: Rank,
        progress: &Progress,
        mut tell: impl FnMut(Settled),
    ) -> Result<bool, Error> {
        let mut more = false;
        for place in 0..self.words() {
            if place % WORDS == 0 {
                progress.go_on()?;
            }
            let mut word = |set: usize| self.sets[set].get_mut(place).map(std::mem::take).unwrap_or_default();
            let [attack, defend] = [word(set::ATTACK), word(set::DEFEND)];
            let [attack_next, defend_next, banned_next] =
                [word(set::ATTACK_NEXT), word(set::DEFEND_NEXT), word(set::BANNED_NEXT)];
            for local in members(place, attack_next | defend_next) {
                tell((local as u32, [attack_next, defend_next].map(|word| word >> (local % 64) & 1 == 1)));
            }
            let ends = |local: &usize| self.states[*local].ends_by(rank);
            // p = min(a, e) and q = max(d, e).
            let passed_attack = members(place, attack).filter(|local| !ends(local)).fold(0, with);
            let passed_defend = members(place, defend).filter(ends).fold(0, with);
            for (set, word) in [
                (set::ATTACK, attack_next),
                (set::DEFEND, defend_next),
                (set::PASSED_ATTACK, passed_attack),
                (set::PASSED_DEFEND, passed_defend),
            ] {
                self.sets[set][place] = word;
            }
            if let Some(banned) = self.sets[set::BANNED].get_mut(place) {
                *banned = banned_next;
            }
            more |= self.waiting(place) != 0;
        }
        Ok(more)
    }

    /// Forgets what only the analysis needs.
    pub(crate) fn finish(&mut self) {
        self.states = Vec::new();
        self.sets = Default::default();
    }
}

/// The words of one of [`set`] with so many classes.
pub(crate) fn words(setting: &Setting, set: usize, classes: usize) -> usize {
    if set::OF_BANS.contains(&set) && !setting.has_bans() { 0 } else { classes.div_ceil(64) }
}

/// The classes of a word of a set, in order.
fn members(place: usize, mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (word != 0).then(|| {
            let local = place * 64 + word.trailing_zeros() as usize;
            word &= word - 1;
            local
        })
    })
}

/// A word of a set with a class.
fn with(word: u64, local: usize) -> u64 {
    word | 1 << (local % 64)
}

/// The plays that lead to some nodes of a position: those without a ban, of the attacker and of the
/// defender, and those with one.
fn predecessors(
    setting: &Setting,
    (position, images): (Position, &Orbit),
    [attack, defend]: [bool; 2],
    banned: impl Iterator<Item = (Colour, u8)>,
    found: &mut Vec<Play>,
) {
    for (to_move, node) in [(Colour::Black, attack), (Colour::White, defend)] {
        if node {
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
    for (to_move, ban) in banned {
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

/// Some plays that a ban leaves lead to settled nodes now: the attacker needs one, the defender has
/// lost when no other is left.
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
