//! Long lists of lemmas, asked by bits.
//!
//! A list is walked lemma by lemma: does the history have a fact that must be absent? Where ko fights
//! are everything a node gets thousands of lemmas. Such a list is kept the other way round: for each fact
//! the lemmas that want it absent, as a row of bits. A history has few facts, so a few rows say which
//! lemmas it spoils, 64 at a time. Patterns have rows too: the lemmas of a node share most of theirs. For facts that
//! must be there one of each lemma is **watched** in the same way; a history without it cannot meet the lemma.

use std::cmp::Reverse;
use std::ops::Range;

use ahash::HashMap;
use smallvec::SmallVec;

use crate::concurrent::NONE;
use crate::concurrent::sync::{AtomicU32, OnceLock, Ordering, RwLock};
use crate::graph::FactNumber;
use crate::lemma::Pattern;

/// Bits of a word.
const BITS: usize = u64::BITS as usize;

/// Words that are read together; a row has whole blocks of them.
const BLOCK: usize = 8;

/// How many facts of a new lemma are looked at to find those that it may cover.
const SAMPLE: usize = 16;

/// How many lemmas are asked whether a new one covers them, the latest first. It covers hardly any, and one that it
/// covers and that stays is behind it, where it does no harm.
const ASKED: usize = 16;

/// A lemma as far as a row of bits tells.
pub(crate) struct Entry<A, P> {
    pub lemma: u32,
    /// The facts that must be absent.
    pub absent: A,
    /// The patterns of others that must be absent.
    pub patterns: P,
    /// One of the facts that must be there.
    pub watched: Option<FactNumber>,
    /// Whether there are buckets of facts that must be absent too.
    pub coarse: bool,
}

/// A long list. Each lemma has a place, the latest the last; a place is one bit of each row.
#[derive(Default)]
pub(crate) struct LongList {
    lemmas: Vec<u32>,
    /// The words of a row.
    width: usize,
    /// Those that have not been dropped.
    live: Vec<u64>,
    /// Those that ask for no fact to be there.
    free: Vec<u64>,
    coarse: Vec<u64>,
    /// By fact.
    rows: HashMap<FactNumber, Rows>,
    /// The number of the row of the lemmas that have a pattern.
    patterns: HashMap<Pattern, u32>,
    bits: Vec<u64>,
}

/// What is kept of a fact.
struct Rows {
    /// The number of the row of the lemmas that want it absent, or [`NONE`].
    absent: u32,
    /// The same of those that watch it.
    watched: u32,
    /// How many want it absent, dropped ones included.
    count: u32,
}

impl Default for Rows {
    fn default() -> Rows {
        Rows { absent: NONE, watched: NONE, count: 0 }
    }
}

impl LongList {
    /// With room for so many lemmas.
    pub(crate) fn with_room(lemmas: usize) -> LongList {
        let width = lemmas.div_ceil(BITS).next_multiple_of(BLOCK);
        let none = || vec![0; width];
        LongList { width, live: none(), free: none(), coarse: none(), ..LongList::default() }
    }

    /// Whether there is no room for another lemma.
    pub(crate) fn is_full(&self) -> bool {
        self.lemmas.len() == self.width * BITS
    }

    /// How many bytes it takes.
    pub(crate) fn bytes(&self) -> u64 {
        let words = self.bits.capacity() + 3 * self.width;
        let row = size_of::<(FactNumber, Rows)>() + 1;
        let pattern = size_of::<(Pattern, u32)>() + 1;
        let maps = (row * self.rows.capacity() + pattern * self.patterns.capacity()) * 8 / 7;
        let lists = maps + size_of::<u32>() * self.lemmas.capacity();
        (size_of::<u64>() * words + lists + 2 * size_of::<LongList>()) as u64
    }

    /// The most bytes more that it takes once it has got so many lemmas with so many facts and patterns together.
    pub(crate) fn growth(&self, lemmas: usize, [facts, patterns]: [usize; 2]) -> u64 {
        let fills = self.lemmas.len() + lemmas > self.width * BITS;
        let width = if fills { 2 * self.width + BLOCK } else { self.width };
        let now = if fills { 2 * self.bytes() } else { 0 };
        // Vectors and maps grow by doubling.
        let row = size_of::<u64>() * width;
        let [fact, pattern] = [size_of::<(FactNumber, Rows)>(), size_of::<(Pattern, u32)>()];
        now + (2 * (facts * (row + fact) + patterns * (row + pattern))) as u64
    }

    /// The blocks of a row that places are in.
    fn blocks(&self) -> Range<usize> {
        0..self.lemmas.len().div_ceil(BLOCK * BITS)
    }

    /// A block of the row with a number.
    fn block(&self, row: u32, block: usize) -> [u64; BLOCK] {
        block_of(&self.bits[row as usize * self.width..], block)
    }

    /// Sets the bit of a place in the row with a number; if there is none yet, it is made.
    fn set((bits, width): (&mut Vec<u64>, usize), row: &mut u32, place: usize) {
        if *row == NONE {
            *row = (bits.len() / width) as u32;
            bits.resize(bits.len() + width, 0);
        }
        bits[*row as usize * width + place / BITS] |= 1 << (place % BITS);
    }

    /// Adds a lemma at the end. There must be room.
    pub(crate) fn add(
        &mut self,
        entry: Entry<impl Iterator<Item = FactNumber>, impl Iterator<Item = Pattern>>,
    ) {
        let place = self.lemmas.len();
        let (word, bit) = (place / BITS, 1 << (place % BITS));
        self.lemmas.push(entry.lemma);
        let LongList { rows, patterns, bits, width, .. } = self;
        for fact in entry.absent {
            let rows = rows.entry(fact).or_default();
            rows.count += 1;
            LongList::set((bits, *width), &mut rows.absent, place);
        }
        for pattern in entry.patterns {
            LongList::set((bits, *width), patterns.entry(pattern).or_insert(NONE), place);
        }
        match entry.watched {
            Some(fact) => LongList::set((bits, *width), &mut rows.entry(fact).or_default().watched, place),
            None => self.free[word] |= bit,
        }
        if entry.coarse {
            self.coarse[word] |= bit;
        }
        self.live[word] |= bit;
    }

    /// The lemmas, the latest first.
    pub(crate) fn lemmas(&self) -> impl Iterator<Item = u32> + '_ {
        let words = 0..self.width;
        words.rev().flat_map(|word| self.places(word, self.live[word])).map(|(_, lemma)| lemma)
    }

    /// The places of a word's bits with their lemmas, the latest first.
    fn places(&self, word: usize, mut bits: u64) -> impl Iterator<Item = (u64, u32)> + '_ {
        std::iter::from_fn(move || {
            let last = bits.checked_ilog2()?;
            bits ^= 1 << last;
            Some((1 << last, self.lemmas[word * BITS + last as usize]))
        })
    }

    /// What `serves` finds for the latest lemma that it finds something for, of those that a history
    /// with these facts does not spoil; `matches` tells whether it has a fact of a pattern. That all facts are there
    /// that a lemma asks for, and its buckets, are left to `serves`.
    pub(crate) fn find<T>(
        &self,
        facts: impl Iterator<Item = FactNumber>,
        matches: impl Fn(&Pattern) -> bool,
        mut serves: impl FnMut(u32) -> Option<T>,
    ) -> Option<T> {
        let (mut spoiled, mut watched) = (SmallVec::<[&Rows; 64]>::new(), SmallVec::<[u32; 16]>::new());
        let matched = self.patterns.iter().filter(|(pattern, _)| matches(pattern));
        let matched: SmallVec<[u32; 16]> = matched.map(|(_, row)| *row).collect();
        for rows in facts.filter_map(|fact| self.rows.get(&fact)) {
            if rows.absent != NONE {
                spoiled.push(rows);
            }
            if rows.watched != NONE {
                watched.push(rows.watched);
            }
        }
        // Few rows are left to read where those that spoil most come first.
        spoiled.sort_unstable_by_key(|rows| Reverse(rows.count));
        self.blocks().rev().find_map(|block| {
            let mut open = block_of(&self.live, block);
            for row in matched.iter().copied().chain(spoiled.iter().map(|rows| rows.absent)) {
                let row = self.block(row, block);
                open.iter_mut().zip(row).for_each(|(open, word)| *open &= !word);
                if open == [0; BLOCK] {
                    return None;
                }
            }
            let mut met = block_of(&self.free, block);
            for row in &watched {
                let row = self.block(*row, block);
                met.iter_mut().zip(row).for_each(|(met, word)| *met |= word);
            }
            let words = (0..BLOCK).rev();
            words
                .flat_map(|word| self.places(block * BLOCK + word, open[word] & met[word]))
                .find_map(|(_, lemma)| serves(lemma))
        })
    }

    /// Drops the lemmas that a new one covers, which wants these facts absent. Only those are asked about
    /// that want a sample of these facts absent too, or have buckets, and not [all of them](ASKED).
    pub(crate) fn drop_covered(&mut self, absent: &[FactNumber], mut covered: impl FnMut(u32) -> bool) {
        let sample = absent.iter().step_by(absent.len().div_ceil(SAMPLE).max(1));
        let row = |fact: &FactNumber| self.rows.get(fact).map_or(NONE, |rows| rows.absent);
        let rows: SmallVec<[u32; SAMPLE]> = sample.map(row).collect();
        let mut asked = 0;
        for block in self.blocks().rev() {
            let (mut open, coarse) = (block_of(&self.live, block), block_of(&self.coarse, block));
            for row in &rows {
                let row = if *row == NONE { [0; BLOCK] } else { self.block(*row, block) };
                open.iter_mut()
                    .zip(row.iter().zip(coarse))
                    .for_each(|(open, (row, coarse))| *open &= row | coarse);
                if open == [0; BLOCK] {
                    break;
                }
            }
            for (place, open) in open.into_iter().enumerate().rev() {
                let word = block * BLOCK + place;
                let places = self.places(word, open).take(ASKED - asked).inspect(|_| asked += 1);
                let gone = places.filter(|(_, lemma)| covered(*lemma)).fold(0, |gone, (bit, _)| gone | bit);
                self.live[word] &= !gone;
            }
            if asked == ASKED {
                return;
            }
        }
    }
}

/// A block of a row.
fn block_of(row: &[u64], block: usize) -> [u64; BLOCK] {
    let Some(words) = row[block * BLOCK..].first_chunk() else { unreachable!("rows have whole blocks") };
    *words
}

/// Long lists, each made when it is first asked for.
type Part = Box<[OnceLock<RwLock<LongList>>]>;

/// All long lists, by number.
pub(crate) struct LongLists {
    /// Each part has twice as many as the one before it.
    parts: [OnceLock<Part>; PARTS],
    next: AtomicU32,
}

/// Together 2^30 − 1 lists. Each has a lemma or more, and there are no more than 2^30 lemmas.
const PARTS: usize = 30;

impl LongLists {
    pub(crate) fn new() -> LongLists {
        LongLists { parts: std::array::from_fn(|_| OnceLock::new()), next: AtomicU32::new(0) }
    }

    /// The list with a number.
    pub(crate) fn get(&self, number: u32) -> &RwLock<LongList> {
        let part = (number + 1).ilog2();
        let lists =
            self.parts[part as usize].get_or_init(|| (0..1 << part).map(|_| OnceLock::new()).collect());
        lists[(number + 1 - (1 << part)) as usize].get_or_init(|| RwLock::new(LongList::default()))
    }

    /// The number of a new list.
    pub(crate) fn add(&self) -> u32 {
        self.next.fetch_add(1, Ordering::Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use kosolver_board::{Colour, PointSet};
    use kosolver_rules::Scope;

    use super::*;

    /// What a lemma asks for, in the test's own words.
    #[derive(Clone, Debug)]
    struct Wants {
        absent: Vec<FactNumber>,
        patterns: Vec<Pattern>,
        watched: Option<FactNumber>,
        coarse: bool,
    }

    /// One that speaks of a stone on a point.
    fn pattern(point: u64) -> Pattern {
        let points = PointSet::from_bits(1 << point);
        Pattern { scope: Scope(0), player: Colour::Black, stones: PointSet::EMPTY, points }
    }

    fn facts(most: usize) -> impl Strategy<Value = Vec<FactNumber>> {
        let facts = prop::collection::btree_set(0..40_u64, 0..most);
        facts.prop_map(|facts| facts.into_iter().map(FactNumber).collect())
    }

    fn wants() -> impl Strategy<Value = Wants> {
        let watched = prop::option::of((0..6_u64).prop_map(FactNumber));
        let patterns = prop::collection::btree_set(0..8_u64, 0..3);
        let patterns = patterns.prop_map(|points| points.into_iter().map(pattern).collect());
        let coarse = prop::bool::weighted(0.1);
        (facts(24), patterns, watched, coarse).prop_map(|(absent, patterns, watched, coarse)| Wants {
            absent,
            patterns,
            watched,
            coarse,
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 40, failure_persistence: None, ..ProptestConfig::default() })]

        /// A long list finds and drops what trying its lemmas one by one does, in the same order.
        #[test]
        fn a_long_list_is_a_list(
            all in prop::collection::vec(wants(), 1..1200),
            histories in prop::collection::vec(facts(8), 20),
            covering in prop::collection::vec(facts(3), 20),
        ) {
            let mut long = LongList::with_room(all.len());
            for (lemma, wants) in all.iter().enumerate() {
                let Wants { absent, patterns, watched, coarse } = wants.clone();
                let (absent, patterns) = (absent.into_iter(), patterns.into_iter());
                long.add(Entry { lemma: lemma as u32, absent, patterns, watched, coarse });
            }
            let mut live: Vec<usize> = (0..all.len()).rev().collect();
            let matches = |pattern: &Pattern| *pattern == self::pattern(3);
            for (history, covering) in histories.iter().zip(&covering) {
                let open = |lemma: &usize| {
                    let Wants { absent, patterns, watched, .. } = &all[*lemma];
                    !absent.iter().any(|fact| history.contains(fact))
                        && !patterns.iter().any(&matches)
                        && watched.is_none_or(|fact| history.contains(&fact))
                };
                // Every other one is refused, as for a fact or a memory that the list does not know.
                let serves = |lemma: u32| lemma.is_multiple_of(2).then_some(lemma as usize);
                let found = live.iter().copied().filter(open).find(|lemma| lemma.is_multiple_of(2));
                prop_assert_eq!(long.find(history.iter().copied(), matches, serves), found);

                let covered = |lemma: usize| {
                    let Wants { absent, coarse, .. } = &all[lemma];
                    (*coarse && lemma.is_multiple_of(3)) || covering.iter().all(|fact| absent.contains(fact))
                };
                long.drop_covered(covering, |lemma| covered(lemma as usize));
                let mut asked = 0;
                live.retain(|lemma| {
                    let Wants { absent, coarse, .. } = &all[*lemma];
                    asked += usize::from(*coarse || covering.iter().all(|fact| absent.contains(fact)));
                    asked > ASKED || !covered(*lemma)
                });
                prop_assert_eq!(long.lemmas().map(|lemma| lemma as usize).collect::<Vec<usize>>(), live.clone());
            }
        }
    }
}
