//! The positions that stand for all their images under the symmetries of the board, numbered
//! without holes.

use std::ops::Range;

use rayon::prelude::*;

use crate::error::Error;
use crate::progress::{Progress, Stage};
use crate::setting::Setting;

/// Words of bits of a group: with two counts they fill a line of the cache.
const WORDS: usize = 6;

/// Positions of a group.
const GROUP: u64 = 64 * WORDS as u64;

/// Bits of the count of the classes before a word of a group: enough for all its positions.
const COUNT: u32 = 9;

/// Classes between those whose group is noted.
const STRIDE: u64 = 512;

/// Some legal positions, a bit each.
#[repr(align(64))]
#[derive(Clone, Copy, Debug, Default)]
struct Group {
    /// The number of classes before these.
    before: u64,
    /// For each word the number of classes of the group before it, [`COUNT`] bits each.
    sums: u64,
    bits: [u64; WORDS],
}

impl Group {
    /// How many classes of the group come before a word of it.
    #[inline]
    fn sum(&self, word: usize) -> u64 {
        self.sums >> (COUNT * word as u32) & ((1 << COUNT) - 1)
    }

    /// Finds the classes of this group of some positions.
    fn find(
        &mut self,
        setting: &Setting,
        positions: &Range<u64>,
        number: usize,
        progress: &Progress,
    ) -> Result<(), Error> {
        let first = positions.end.min(positions.start + number as u64 * GROUP);
        let last = positions.end.min(first + GROUP);
        for (place, position) in setting.index.positions(first..last).enumerate() {
            let least = setting.symmetries.stabilizer(position).is_some();
            self.bits[place / 64] |= u64::from(least) << (place % 64);
        }
        progress.add(last - first)
    }
}

/// A bit for each of some legal positions with numbers in a row: whether it is the least of its
/// images. Counting the bits before it numbers the classes. Numbers of positions are counted from
/// the first of them.
#[derive(Debug)]
pub(crate) struct Classes {
    /// One more at the end, without positions.
    groups: Vec<Group>,
    /// The group of each [`STRIDE`]-th set bit.
    places: Vec<u32>,
}

impl Classes {
    /// Looks at every legal position, in as many threads as there are.
    ///
    /// # Errors
    /// [`Error::Stopped`].
    pub(crate) fn new(setting: &Setting, progress: &Progress) -> Result<Classes, Error> {
        let positions = 0..setting.positions();
        progress.start(Stage::Classes, positions.end);
        let mut groups = groups(&positions);
        let found = groups.par_iter_mut().enumerate().with_min_len(16);
        found.try_for_each(|(number, group)| group.find(setting, &positions, number, progress))?;
        Ok(Classes::of(groups))
    }

    /// Looks at some legal positions, in this thread.
    ///
    /// # Errors
    /// [`Error::Stopped`].
    pub(crate) fn among(
        setting: &Setting,
        positions: Range<u64>,
        progress: &Progress,
    ) -> Result<Classes, Error> {
        let mut groups = groups(&positions);
        for (number, group) in groups.iter_mut().enumerate() {
            group.find(setting, &positions, number, progress)?;
        }
        Ok(Classes::of(groups))
    }

    /// Counts the classes of groups.
    fn of(mut groups: Vec<Group>) -> Classes {
        let mut places = Vec::new();
        let mut total = 0;
        for (number, group) in groups.iter_mut().enumerate() {
            group.before = total;
            for (word, bits) in group.bits.iter().enumerate() {
                group.sums |= (total - group.before) << (COUNT * word as u32);
                total += u64::from(bits.count_ones());
            }
            while (places.len() as u64) * STRIDE < total {
                places.push(number as u32);
            }
        }
        Classes { groups, places }
    }

    /// The number of classes.
    pub(crate) fn count(&self) -> u64 {
        self.groups[self.groups.len() - 1].before
    }

    /// The bytes that all this takes.
    pub(crate) fn bytes(&self) -> u64 {
        (size_of::<Group>() * self.groups.len() + size_of::<u32>() * self.places.len()) as u64
    }

    /// The number of classes whose positions come before this number.
    #[inline]
    pub(crate) fn before(&self, rank: u64) -> u64 {
        let group = &self.groups[(rank / GROUP) as usize];
        let (word, bit) = ((rank % GROUP / 64) as usize, rank % 64);
        let part = (group.bits[word] & ((1 << bit) - 1)).count_ones();
        group.before + group.sum(word) + u64::from(part)
    }

    /// The number of a position among those that stand for a class.
    pub(crate) fn rank(&self, class: u64) -> u64 {
        let mut number = self.places[(class / STRIDE) as usize] as usize;
        while self.groups[number + 1].before <= class {
            number += 1;
        }
        let group = &self.groups[number];
        let within = class - group.before;
        let place = (1..WORDS).filter(|&word| group.sum(word) <= within).count();
        let mut word = group.bits[place];
        for _ in group.sum(place)..within {
            word &= word - 1;
        }
        number as u64 * GROUP + place as u64 * 64 + u64::from(word.trailing_zeros())
    }

    /// The numbers of the positions of some classes, in order.
    pub(crate) fn ranks(&self, classes: Range<u64>) -> impl Iterator<Item = u64> {
        let word_at = |place: u64| self.groups[place as usize / WORDS].bits[place as usize % WORDS];
        let (mut place, mut word) = (0, 0);
        if !classes.is_empty() {
            let first = self.rank(classes.start);
            place = first / 64;
            word = word_at(place) >> (first % 64) << (first % 64);
        }
        classes.map(move |_| {
            while word == 0 {
                place += 1;
                word = word_at(place);
            }
            let bit = word.trailing_zeros();
            word &= word - 1;
            place * 64 + u64::from(bit)
        })
    }
}

/// Groups for some positions, and one without any.
fn groups(positions: &Range<u64>) -> Vec<Group> {
    vec![Group::default(); (positions.end - positions.start).div_ceil(GROUP) as usize + 1]
}
