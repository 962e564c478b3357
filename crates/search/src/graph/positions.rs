//! Positions as numbers: one for all images of a position.

use kosolver_board::{Board, Colour, PointSet, Position, Settled};
use smallvec::SmallVec;

use crate::concurrent::Index;
use crate::concurrent::{Budget, Full, NONE, Records, Shared, read, write};
use crate::graph::{Group, Stabiliser, Turn};
use crate::lemma::BITS;

/// The positions met so far, each as the least of its images.
///
/// A record has the black and the white points up to the 32nd; the area of its stones, how many points are settled
/// for Black and for White, and the number of the turns that leave it as it is; and the number of the last of its
/// [plain](crate::graph::Plain) nodes that has been made, which leads to the others.
pub(crate) struct Positions {
    board: Board,
    /// Whether it is kept how many points are settled.
    counts_settled: bool,
    records: Records<4>,
    /// The black and the white points beyond the 32nd, on boards that have so many.
    beyond: Option<Records<2>>,
    /// The bits of how many points are settled for a player.
    settled_bits: u32,
    index: Index,
}

/// The bits of an area.
const AREA: u32 = 8;

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
    let [a, b, c, d] = words;
    let set = |low: u32, high: u32| PointSet::from_bits(u64::from(low) | u64::from(high) << 32);
    Position { black: set(a, b), white: set(c, d) }
}

/// 32 bits of a hash, all well mixed.
pub(crate) fn hash(words: impl IntoIterator<Item = u32>) -> u32 {
    let mixed = words.into_iter().fold(0_u64, |hash, word| {
        (hash.rotate_left(26) ^ u64::from(word)).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    });
    (mixed >> 32) as u32
}

/// The bucket of what has this hash: see `lemma/buckets.rs`.
pub(crate) fn bucket(hash: u32) -> u32 {
    hash >> (32 - BITS)
}

fn fill<const N: usize>(record: &[Shared; N], words: impl IntoIterator<Item = u32>) {
    for (place, word) in record.iter().zip(words) {
        write(place, word);
    }
}

impl Positions {
    /// Room for so many positions.
    pub(crate) fn new(board: Board, most: u32, threads: u32, counts_settled: bool) -> Positions {
        Positions {
            counts_settled,
            records: Records::new(most, threads),
            beyond: (board.points() > 32).then(|| Records::new(most, threads)),
            // Small boards have more symmetries, and so more stabilisers.
            settled_bits: if board.points() < 32 { 5 } else { 7 },
            index: Index::new(),
            board,
        }
    }

    /// How many there are; they are numbered from 0.
    pub(crate) fn len(&self) -> u32 {
        self.records.len()
    }

    /// The number of a position, and the turn that leads from it to its least image.
    pub(crate) fn number(&self, group: &Group, position: Position, budget: &Budget) -> Result<Place, Full> {
        let (least, to_least) = group.least(position);
        Ok(Place { number: self.add(group, least, budget)?, to_least })
    }

    /// The number of a least image.
    fn add(&self, group: &Group, least: Position, budget: &Budget) -> Result<u32, Full> {
        let words = position_words(least);
        let hash_of = |number| hash(position_words(self.get(number)));
        let same = |number| self.get(number) == least;
        if let Some(number) = self.index.find(hash(words), same) {
            return Ok(number);
        }
        // Before the index is locked: other threads wait for it.
        let area = u32::from(least.area(&self.board) as i8 as u8);
        let settled = |player| {
            let settled =
                self.counts_settled.then(|| Settled::of(&self.board, least.stones(player))).flatten();
            settled.map_or(0, |settled| settled.points.len())
        };
        let [black, white] = Colour::BOTH.map(settled);
        let about = area
            | black << AREA
            | white << (AREA + self.settled_bits)
            | group.stabiliser(least).word() << (AREA + 2 * self.settled_bits);
        let make = || {
            let number = self.records.add(budget)?;
            let [black, black_beyond, white, white_beyond] = words;
            fill(self.records.get(number), [black, white, about, NONE]);
            if let Some(beyond) = &self.beyond {
                fill(beyond.reach(number, budget), [black_beyond, white_beyond]);
            }
            Ok(number)
        };
        self.index.find_or_add(hash(words), same, hash_of, budget, make)
    }

    /// For each of some positions whether it has a plain node that has been made.
    pub(crate) fn have_nodes(
        &self,
        group: &Group,
        positions: impl Iterator<Item = Position>,
    ) -> SmallVec<[bool; 64]> {
        let leasts: SmallVec<[(Position, u32); 64]> = positions
            .map(|position| {
                let (least, _) = group.least(position);
                (least, hash(position_words(least)))
            })
            .collect();
        self.touch(leasts.iter().map(|(_, hash)| self.index.glance(*hash)));
        let has_node = |(least, hash): &(Position, u32)| {
            let number = self.index.find(*hash, |number| self.get(number) == *least);
            number.is_some_and(|number| read(self.first_node(number)) != NONE)
        };
        leasts.iter().map(has_node).collect()
    }

    /// Reads what is kept of positions that may have these numbers: the reads do not wait for each other.
    fn touch(&self, numbers: impl Iterator<Item = u32>) {
        let numbers: SmallVec<[u32; 64]> = numbers.collect();
        let most = self.records.len();
        let known = numbers.into_iter().filter(|number| *number < most);
        std::hint::black_box(known.fold(0, |sum, number| sum ^ read(&self.records.get(number)[0])));
    }

    /// The numbers of several positions.
    pub(crate) fn numbers(
        &self,
        group: &Group,
        positions: impl Iterator<Item = Position>,
        budget: &Budget,
        into: &mut Vec<(Position, Place)>,
    ) -> Result<(), Full> {
        let first = into.len();
        // The first place of each in the index, and with it a guess at its number: the reads do
        // not wait for each other.
        for position in positions {
            let (least, to_least) = group.least(position);
            let number = self.index.glance(hash(position_words(least)));
            into.push((position, Place { number, to_least }));
        }
        self.touch(into[first..].iter().map(|(_, place)| place.number));
        for (position, place) in &mut into[first..] {
            let least = group.position(place.to_least, *position);
            place.number = self.add(group, least, budget)?;
        }
        Ok(())
    }

    /// The least image with a number.
    #[inline]
    pub(crate) fn get(&self, number: u32) -> Position {
        let [black, white, ..] = self.records.get(number);
        let [black_beyond, white_beyond] = match &self.beyond {
            Some(beyond) => {
                let [black, white] = beyond.get(number);
                [read(black), read(white)]
            }
            None => [0, 0],
        };
        words_position([read(black), black_beyond, read(white), white_beyond])
    }

    #[inline]
    fn about(&self, number: u32) -> u32 {
        read(&self.records.get(number)[2])
    }

    /// The area score of the stones of the least image, as they stand, without komi.
    #[inline]
    pub(crate) fn area(&self, number: u32) -> i32 {
        (self.about(number) as i8).into()
    }

    /// How many points of it are empty.
    #[inline]
    pub(crate) fn empty(&self, number: u32) -> u32 {
        self.get(number).empty(&self.board).len()
    }

    /// How many points of the least image are settled for Black and for White.
    #[inline]
    pub(crate) fn settled(&self, number: u32) -> [u8; 2] {
        let (word, bits) = (self.about(number) >> AREA, self.settled_bits);
        [word, word >> bits].map(|settled| (settled & ((1 << bits) - 1)) as u8)
    }

    /// The turns that leave the least image as it is.
    #[inline]
    pub(crate) fn stabiliser(&self, number: u32) -> Stabiliser {
        Stabiliser::of_word(self.about(number) >> (AREA + 2 * self.settled_bits))
    }

    /// The bucket of the least image.
    #[inline]
    pub(crate) fn bucket(&self, number: u32) -> u32 {
        bucket(hash(position_words(self.get(number))))
    }

    /// Where the number of the last plain node is kept, [`NONE`] as long as none has been made.
    #[inline]
    pub(crate) fn first_node(&self, number: u32) -> &Shared {
        &self.records.get(number)[3]
    }
}
