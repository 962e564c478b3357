//! Positions as numbers: one for all images of a position.

use kosolver_board::{PointSet, Position};

use crate::arena::{Budget, NONE, Records, Shared, read, write};
use crate::buckets::BITS;
use crate::index::Index;
use crate::stabilisers::Stabiliser;
use crate::symmetry::{Group, Turn};

/// The positions met so far, each as the least of its images.
///
/// A record has the four words of the position, and the numbers of the nodes that have it and
/// nothing else that matters: by player to move and whether there was a pass.
pub(crate) struct Positions {
    records: Records<8>,
    /// The number of the turns that leave each position as it is, and above it its bucket.
    stabilisers: Records<1>,
    index: Index,
}

/// A position met on the way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    pub number: u32,
    /// From the position to its least image.
    pub to_least: Turn,
}

pub(crate) fn position_words(position: Position) -> [u32; 4] {
    let [black, white] = [position.black, position.white].map(PointSet::bits);
    [black as u32, (black >> 32) as u32, white as u32, (white >> 32) as u32]
}

pub(crate) fn words_position(words: [u32; 4]) -> Position {
    let [a, b, c, d] = words.map(u64::from);
    Position { black: PointSet::from_bits(a | b << 32), white: PointSet::from_bits(c | d << 32) }
}

/// 32 bits of a hash, all well mixed.
pub(crate) fn hash(words: impl IntoIterator<Item = u32>) -> u32 {
    let mixed = words.into_iter().fold(0_u64, |hash, word| {
        (hash.rotate_left(26) ^ u64::from(word)).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    });
    (mixed >> 32) as u32
}

/// The bucket of what has this hash: see [`crate::buckets`].
pub(crate) fn bucket(hash: u32) -> u32 {
    hash >> (32 - BITS)
}

impl Positions {
    /// Room for so many positions.
    pub(crate) fn new(most: u32, threads: u32) -> Positions {
        Positions {
            records: Records::new(most, threads),
            stabilisers: Records::new(most, threads),
            index: Index::new(),
        }
    }

    /// How many there are; they are numbered from 0.
    pub(crate) fn len(&self) -> u32 {
        self.records.len()
    }

    /// The number of a position, and the turn that leads from it to its least image.
    pub(crate) fn number(&self, group: &Group, position: Position, budget: &Budget) -> Place {
        let (least, to_least) = group.least(position);
        Place { number: self.add(group, least, budget), to_least }
    }

    /// The number of a least image.
    fn add(&self, group: &Group, least: Position, budget: &Budget) -> u32 {
        let words = position_words(least);
        let make = || {
            let number = self.records.add(budget);
            let stabiliser = self.stabilisers.add(budget);
            debug_assert_eq!(number, stabiliser, "both grow under one lock");
            let record = self.records.get(number);
            for (place, word) in record.iter().zip(words.into_iter().chain([NONE; 4])) {
                write(place, word);
            }
            write(
                &self.stabilisers.get(number)[0],
                group.stabiliser(least).word() | bucket(hash(words)) << 16,
            );
            number
        };
        self.index.find_or_add(hash(words), |number| self.get(number) == least, budget, make)
    }

    /// The numbers of several positions.
    pub(crate) fn numbers(
        &self,
        group: &Group,
        positions: impl Iterator<Item = Position>,
        budget: &Budget,
        into: &mut Vec<(Position, Place)>,
    ) {
        let first = into.len();
        // The first place of each in the index, and with it a guess at its number: the reads do
        // not wait for each other.
        for position in positions {
            let (least, to_least) = group.least(position);
            let number = self.index.glance(hash(position_words(least)));
            into.push((position, Place { number, to_least }));
        }
        let most = self.records.len();
        let mut touched = 0;
        for (_, place) in &into[first..] {
            if place.number < most {
                touched ^= read(&self.records.get(place.number)[0]);
            }
        }
        std::hint::black_box(touched);
        for (position, place) in &mut into[first..] {
            let least = group.position(place.to_least, *position);
            *place = Place { number: self.add(group, least, budget), ..*place };
        }
    }

    /// The least image with a number.
    #[inline]
    pub(crate) fn get(&self, number: u32) -> Position {
        let record = self.records.get(number);
        words_position(std::array::from_fn(|place| read(&record[place])))
    }

    /// The turns that leave the least image as it is.
    #[inline]
    pub(crate) fn stabiliser(&self, number: u32) -> Stabiliser {
        Stabiliser::of_word(read(&self.stabilisers.get(number)[0]))
    }

    /// The bucket of the least image.
    #[inline]
    pub(crate) fn bucket(&self, number: u32) -> u32 {
        read(&self.stabilisers.get(number)[0]) >> 16
    }

    /// Where the number of a plain node is kept: by player to move and passes, 0 or 1.
    #[inline]
    pub(crate) fn node(&self, number: u32, white_to_move: bool, passes: u8) -> &Shared {
        &self.records.get(number)[4 + usize::from(white_to_move) * 2 + usize::from(passes)]
    }
}
