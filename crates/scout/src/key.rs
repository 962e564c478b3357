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

/// The keys of a board. Each point has a random word for either colour (A. Zobrist, 1970); the key of a
/// position is the least of the sums of its images.
pub(crate) struct Keys {
    chunks: usize,
    /// By symmetry and chunk, for each code the sum of the image's words.
    sums: Vec<Vec<[u64; CODES]>>,
    /// By symmetry where each point goes.
    to: Vec<Vec<Point>>,
    /// By point the word of a play there that is banned.
    bans: Vec<u64>,
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
        let sums = to.iter().map(|to| {
            let chunk = |chunk: usize| {
                std::array::from_fn(|code| {
                    let images = to[chunk * CHUNK..].iter().zip(digits(code));
                    images.fold(0, |sum, (point, digit)| sum ^ words[usize::from(point.number())][digit])
                })
            };
            (0..chunks(board)).map(chunk).collect()
        });
        let sums = sums.collect();
        let bans = (0..points).map(|_| random.u64(..)).collect();
        Keys { chunks: chunks(board), sums, to, bans }
    }

    /// The key of a state.
    #[inline]
    pub(crate) fn of(&self, state: State) -> Key {
        let State { position, mover, passed, ban } = state;
        let codes = codes(self.chunks, position.black, position.white);
        let (mut hash, mut frame) = (u64::MAX, 0);
        for (number, sums) in self.sums.iter().enumerate() {
            let mut sum = sums.iter().zip(codes).fold(0, |sum, (sums, code)| sum ^ sums[usize::from(code)]);
            match ban {
                Ban::None => {}
                Ban::Point(point) => sum ^= self.bans[usize::from(self.framed(number as u8, point).number())],
                Ban::LoneSuicide => sum ^= LONE,
            }
            if sum < hash {
                (hash, frame) = (sum, number as u8);
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
