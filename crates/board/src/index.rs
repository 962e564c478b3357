//! Legal positions by number: 0, 1, 2, … without holes.

use std::collections::HashMap;
use std::ops::Range;

use crate::census::{STONES, State, border, fill, filling};
use crate::{Board, Point, PointSet, Position};

/// A perfect index of the legal positions of a board: a bijection between them and the numbers
/// below [`Index::count`].
///
/// It walks the automaton whose states are the borders of half-filled boards in the
/// dynamic programme of J. Tromp and G. Farnebäck, "Combinatorics of Go" (2007). For each state
/// and stone it has the next state, and how many legal positions go on from the same state with
/// a smaller stone; the number of a position is the sum of these along its points.
///
/// ```
/// use kosolver_board::{Board, Index, Position};
///
/// let board: Board = "3x3".parse()?;
/// let index = Index::new(&board).expect("a small board");
/// assert_eq!(index.count(), 12_675);
/// let position = Position::parse(&board, "X../.O./..X")?;
/// let number = index.rank(position).expect("it is legal");
/// assert_eq!(index.unrank(number), position);
/// # Ok::<(), kosolver_board::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Index {
    /// The points in the order in which they are filled.
    order: Vec<Point>,
    /// Three branches a state: empty, black, white.
    branches: Vec<[Branch; 3]>,
    /// The same for [`LEAP`] points at once, by their stones as digits to the base of 3, the first
    /// point's the highest. The next state is a place here. So they ascend, but for those after the last
    /// number of three digits.
    leaps: Vec<[Branch; LEAPS]>,
    /// For each byte of a set, and each value of it, the digits of all leaps if its points are black:
    /// [`BITS`] bits each, the first leap's the lowest.
    digits: Vec<[[u64; WORDS]; 256]>,
    /// For each leap the sets of black and of white points that three digits stand for.
    stones: Vec<[Position; LEAPS]>,
    count: u64,
}

/// What a stone on the next point comes to.
#[derive(Clone, Copy, Debug)]
struct Branch {
    /// Legal positions that go on with a smaller stone.
    before: u64,
    /// The next state, or [`DEAD`].
    next: u32,
}

/// Points that are taken in one step where nothing between them matters.
const LEAP: usize = 3;

/// Bits that hold three digits to the base of 3, and the numbers of so many bits.
const BITS: usize = 5;
const LEAPS: usize = 1 << BITS;

/// Leaps whose digits fit into a word, and the words that are enough for all points.
const FIT: usize = 64 / BITS;
const WORDS: usize = 2;

/// No legal position goes on this way.
const DEAD: u32 = u32::MAX;

impl Index {
    /// The widest [`border`] of a board with an index; that of every grid is narrower.
    pub const WIDEST: u32 = 9;

    /// The index of a board; `None` if it has 2^63 legal positions or more, or too wide a border.
    pub fn new(board: &Board) -> Option<Index> {
        if border(board) > Index::WIDEST {
            return None;
        }
        let steps = filling(board);
        // All borders, point by point, each with where its three branches lead.
        let mut layers: Vec<Vec<[Option<u32>; 3]>> = Vec::with_capacity(steps.len());
        let mut borders: Vec<State> = vec![State::new()];
        for step in &steps {
            let mut places: HashMap<State, u32> = HashMap::new();
            let mut next: Vec<State> = Vec::new();
            let mut layer = Vec::with_capacity(borders.len());
            for border in &borders {
                layer.push(STONES.map(|stone| {
                    let grown = fill(border, step, stone)?;
                    Some(*places.entry(grown.clone()).or_insert_with(|| {
                        next.push(grown);
                        next.len() as u32 - 1
                    }))
                }));
            }
            layers.push(layer);
            borders = next;
        }
        // How many legal positions go on from each, from the last point back.
        let mut counts = vec![1_u64; borders.len()];
        let mut tables: Vec<Vec<[Branch; 3]>> = Vec::with_capacity(layers.len());
        for layer in layers.iter().rev() {
            let mut totals = Vec::with_capacity(layer.len());
            let mut table = Vec::with_capacity(layer.len());
            for nexts in layer {
                let mut before = 0_u64;
                let mut branches = [Branch { before: 0, next: DEAD }; 3];
                for (branch, next) in branches.iter_mut().zip(nexts) {
                    let count = next.map_or(0, |next| counts[next as usize]);
                    let live = if count > 0 { *next } else { None };
                    *branch = Branch { before, next: live.unwrap_or(DEAD) };
                    before = before.checked_add(count).filter(|total| *total < 1 << 63)?;
                }
                table.push(branches);
                totals.push(before);
            }
            counts = totals;
            tables.push(table);
        }
        // One array: the next state is a place in it.
        let mut branches = Vec::new();
        let mut layers = Vec::with_capacity(tables.len());
        for mut table in tables.into_iter().rev() {
            layers.push(branches.len());
            let after = (branches.len() + table.len()) as u32;
            for branch in table.iter_mut().flatten().filter(|branch| branch.next != DEAD) {
                branch.next += after;
            }
            branches.append(&mut table);
        }
        let order: Vec<Point> = steps.into_iter().map(|step| step.point).collect();
        let leaps = leaps(&branches, &layers);
        let (digits, stones) = (digits(board, &order), stones(&order));
        Some(Index { order, branches, leaps, digits, stones, count: counts[0] })
    }

    /// The number of legal positions.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// The number of a position; `None` if a chain of it has no liberty.
    #[inline]
    pub fn rank(&self, position: Position) -> Option<u64> {
        let (mut black, mut white) = (position.black.bits(), position.white.bits());
        let mut words = [0; WORDS];
        for table in &self.digits {
            let (of_black, of_white) = (table[(black & 0xff) as usize], table[(white & 0xff) as usize]);
            for (word, (of_black, of_white)) in words.iter_mut().zip(of_black.iter().zip(of_white)) {
                *word += of_black + 2 * of_white;
            }
            black >>= 8;
            white >>= 8;
        }
        let (mut rank, mut state) = (0, 0);
        let mut left = self.stones.len();
        for mut word in words {
            for _ in 0..left.min(FIT) {
                let branch = self.leaps[state as usize][word as usize % LEAPS];
                if branch.next == DEAD {
                    return None;
                }
                rank += branch.before;
                state = branch.next;
                word >>= BITS;
            }
            left = left.saturating_sub(FIT);
        }
        Some(rank)
    }

    /// The positions with some numbers, in order: much faster than each by itself.
    ///
    /// # Panics
    /// If one of the numbers is not below [`Index::count`].
    pub fn positions(&self, ranks: Range<u64>) -> impl Iterator<Item = Position> {
        assert!(ranks.end <= self.count, "{} is more than {}", ranks.end, self.count);
        let mut position = if ranks.is_empty() { Position::EMPTY } else { self.unrank(ranks.start) };
        let mut states = [0_u32; 65];
        self.walk(position, &mut states);
        let first = ranks.start;
        ranks.map(move |rank| {
            if rank > first {
                self.step(&mut position, &mut states);
            }
            position
        })
    }

    /// The states along a position.
    fn walk(&self, position: Position, states: &mut [u32; 65]) {
        for (place, point) in self.order.iter().enumerate() {
            let black = position.black.bits() >> point.number() & 1;
            let white = position.white.bits() >> point.number() & 1;
            states[place + 1] = self.branches[states[place] as usize][(black | white << 1) as usize].next;
        }
    }

    /// The next position: the last point that can have a larger stone gets it, and those after
    /// it the smallest they can.
    fn step(&self, position: &mut Position, states: &mut [u32; 65]) {
        let mut place = self.order.len();
        let mut stone = 0;
        let branch = |states: &[u32; 65], place: usize, stone: usize| {
            self.branches[states[place] as usize][stone].next
        };
        while place > 0 {
            place -= 1;
            let point = self.order[place];
            let [black, white] = [position.black, position.white].map(|set| usize::from(set.contains(point)));
            let present = black + 2 * white;
            let larger = (present + 1..3).find(|stone| branch(states, place, *stone) != DEAD);
            position.black -= point.bit();
            position.white -= point.bit();
            if let Some(larger) = larger {
                stone = larger;
                break;
            }
        }
        for place in place..self.order.len() {
            while branch(states, place, stone) == DEAD {
                stone += 1;
            }
            states[place + 1] = branch(states, place, stone);
            let number = self.order[place].number();
            position.black |= PointSet::from_bits(u64::from(stone == 1) << number);
            position.white |= PointSet::from_bits(u64::from(stone == 2) << number);
            stone = 0;
        }
    }

    /// The position with this number.
    ///
    /// # Panics
    /// If there is none: the number is not below [`Index::count`].
    #[inline]
    pub fn unrank(&self, rank: u64) -> Position {
        assert!(rank < self.count, "{rank} is not below {}", self.count);
        let (mut rest, mut state) = (rank, 0);
        let mut position = Position::EMPTY;
        for stones in &self.stones {
            let branches = &self.leaps[state as usize];
            // The last branch that begins at this number or before; it is not dead.
            let mut digits = 0;
            for half in [16, 8, 4, 2, 1] {
                digits += if branches[digits + half].before <= rest { half } else { 0 };
            }
            rest -= branches[digits].before;
            state = branches[digits].next;
            position.black |= stones[digits].black;
            position.white |= stones[digits].white;
        }
        position
    }
}

/// The digits of each value of each byte of a set.
fn digits(board: &Board, order: &[Point]) -> Vec<[[u64; WORDS]; 256]> {
    let mut of_points = [[0; WORDS]; 64];
    for (place, point) in order.iter().enumerate() {
        let (leap, digit) = (place / LEAP, [9, 3, 1][place % LEAP]);
        of_points[usize::from(point.number())][leap / FIT] = digit << (BITS * (leap % FIT));
    }
    let of_byte = |byte: usize| {
        std::array::from_fn(|value| {
            let points = PointSet::from_bits(value as u64).iter();
            let points = points.map(|point| of_points[8 * byte + usize::from(point.number())]);
            points.fold([0; WORDS], |sum, digits| std::array::from_fn(|word| sum[word] + digits[word]))
        })
    };
    (0..usize::from(board.points()).div_ceil(8)).map(of_byte).collect()
}

/// The stones that the digits of each leap stand for.
fn stones(order: &[Point]) -> Vec<[Position; LEAPS]> {
    let of_leap = |points: &[Point]| {
        std::array::from_fn(|digits| {
            let mut position = Position::EMPTY;
            for (point, worth) in points.iter().zip([9, 3, 1]) {
                match digits / worth % 3 {
                    1 => position.black |= point.bit(),
                    2 => position.white |= point.bit(),
                    _ => (),
                }
            }
            position
        })
    };
    order.chunks(LEAP).map(of_leap).collect()
}

/// What several points in a row come to, from each state at which a leap begins. `layers` has the first
/// state of each point.
fn leaps(branches: &[[Branch; 3]], layers: &[usize]) -> Vec<[Branch; LEAPS]> {
    let mut leaps = Vec::new();
    for first in (0..layers.len()).step_by(LEAP) {
        let layer = |number: usize| layers.get(number).copied().unwrap_or(branches.len());
        let points = LEAP.min(layers.len() - first);
        let states = layer(first)..layer(first + 1);
        let after = leaps.len() + states.len();
        leaps.extend(states.map(|state| {
            let mut leap: [Branch; LEAPS] = std::array::from_fn(|digits| {
                let mut whole = Branch { before: 0, next: state as u32 };
                for (place, worth) in [9, 3, 1].into_iter().enumerate() {
                    // Beyond the last number of three digits is nothing, beyond the last point an empty one.
                    let digit = digits / worth % 3;
                    let next = if digits >= 27 || (place >= points && digit > 0) {
                        Branch { before: 0, next: DEAD }
                    } else if place >= points {
                        continue;
                    } else {
                        branches[whole.next as usize][digit]
                    };
                    if next.next == DEAD {
                        return next;
                    }
                    whole = Branch { before: whole.before + next.before, next: next.next };
                }
                whole.next = (whole.next as usize - layer(first + points) + after) as u32;
                whole
            });
            // The dead begin where the next that lives does, so that they are never the last to begin.
            let mut before = u64::MAX;
            for branch in leap.iter_mut().rev() {
                if branch.next == DEAD {
                    branch.before = before;
                }
                before = branch.before;
            }
            leap
        }));
    }
    leaps
}
