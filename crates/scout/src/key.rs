//! Keys of states: the same for all images of a state under the symmetries of the board.

use kosolver_board::{Board, Colour, Point, Symmetry};
use kosolver_rules::Ban;

use crate::codes::{CHUNK, CODES, chunks, codes, digits};
use crate::state::State;

/// The key of a state, and by which symmetry it was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Key {
    pub hash: u64,
    pub frame: u8,
}

/// What is added to a key where White moves, where the last move was a pass, and where a lone suicide is banned.
const WHITE: u64 = 0x9e37_79b9_7f4a_7c15;
const PASSED: u64 = 0xd1b5_4a32_d192_ed03;
const LONE: u64 = 0xa076_1d64_78bd_642f;

/// The most symmetries of a rectangle.
const IMAGES: usize = 8;
type Words = [u64; IMAGES];

/// The keys of a board. Each point has a random word for either colour (A. Zobrist, 1970); the key of a
/// position is the least of the sums of its images.
pub(crate) struct Keys {
    /// Of the empty board: 0 for each symmetry, and what is never the least where there are fewer.
    empty: Words,
    /// By chunk and code what its stones add to the sum of each image.
    sums: Vec<[Words; CODES]>,
    /// By symmetry where each point goes.
    to: Vec<Vec<Point>>,
    /// By point what a banned play there adds.
    bans: Vec<Words>,
    /// What a banned lone suicide adds.
    lone: Words,
}

impl Keys {
    pub(crate) fn new(board: &Board) -> Keys {
        let mut random = fastrand::Rng::with_seed(0);
        let points = usize::from(board.points());
        let words: Vec<[u64; 3]> = (0..points).map(|_| [0, random.u64(..), random.u64(..)]).collect();
        let symmetries = Symmetry::all(board);
        let to: Vec<Vec<Point>> = symmetries
            .iter()
            .map(|symmetry| board.all().iter().map(|point| symmetry.point(point)).collect())
            .collect();
        let images = |word: &dyn Fn(&[Point]) -> u64| -> Words {
            std::array::from_fn(|number| to.get(number).map_or(0, |to| word(to)))
        };
        let chunk = |chunk: usize| {
            std::array::from_fn(|code| {
                images(&|to| {
                    let stones = to[chunk * CHUNK..].iter().zip(digits(code));
                    stones.fold(0, |sum, (point, digit)| sum ^ words[usize::from(point.number())][digit])
                })
            })
        };
        let sums = (0..chunks(board)).map(chunk).collect();
        let bans: Vec<u64> = (0..points).map(|_| random.u64(..)).collect();
        let ban = |point: usize| images(&|to| bans[usize::from(to[point].number())]);
        let bans = (0..points).map(ban).collect();
        let empty = std::array::from_fn(|number| if number < to.len() { 0 } else { u64::MAX });
        Keys { empty, lone: images(&|_| LONE), sums, bans, to }
    }

    /// The key of a state.
    #[inline]
    pub(crate) fn of(&self, state: State) -> Key {
        let State { position, mover, passed, ban } = state;
        let mut sums = self.empty;
        let mut add = |words: &Words| sums.iter_mut().zip(words).for_each(|(sum, word)| *sum ^= word);
        for (sums, code) in self.sums.iter().zip(codes(self.sums.len(), position.black, position.white)) {
            add(&sums[usize::from(code)]);
        }
        match ban {
            Ban::None => {}
            Ban::Point(point) => add(&self.bans[usize::from(point.number())]),
            Ban::LoneSuicide => add(&self.lone),
        }
        let (mut hash, mut frame) = (u64::MAX, 0);
        for (number, sum) in (0..).zip(sums) {
            if sum < hash {
                (hash, frame) = (sum, number);
            }
        }
        let hash = if mover == Colour::White { hash ^ WHITE } else { hash };
        let hash = if passed { hash ^ PASSED } else { hash };
        // The least of several sums has few high bits.
        Key { hash: (hash ^ hash >> 32).wrapping_mul(WHITE), frame }
    }

    /// A point in the frame of a key, and one of it on the board.
    pub(crate) fn framed(&self, frame: u8, point: Point) -> Point {
        self.to[usize::from(frame)][usize::from(point.number())]
    }

    pub(crate) fn out_of_frame(&self, frame: u8, point: Point) -> Point {
        let place = self.to[usize::from(frame)].iter().position(|image| *image == point);
        place.map_or(point, |place| Point::new(place as u8))
    }
}
