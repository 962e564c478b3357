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
    /// The same for [`LEAP`] points at once: with the stones of one after the other as digits to the
    /// base of 3, the first point's the lowest. The next state is a place here.
    leaps: Vec<[Branch; 27]>,
    /// The numbers of the points of each leap. Where there are fewer, a number that no board has.
    leap_order: Vec<[u8; LEAP]>,
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

/// The number of a point that no board with an index has: it would have too many positions.
const NOWHERE: u8 = 63;

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
        let numbers = |points: &[Point]| {
            std::array::from_fn(|place| points.get(place).map_or(NOWHERE, |point| point.number()))
        };
        let leap_order = order.chunks(LEAP).map(numbers).collect();
        Some(Index { order, branches, leaps, leap_order, count: counts[0] })
    }

    /// The number of legal positions.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// The number of a position; `None` if a chain of it has no liberty.
    #[inline]
    pub fn rank(&self, position: Position) -> Option<u64> {
        let [black, white] = [position.black.bits(), position.white.bits()];
        let (mut rank, mut state) = (0, 0);
        for &[first, second, third] in &self.leap_order {
            let digits = |set: u64| (set >> first & 1) + 3 * (set >> second & 1) + 9 * (set >> third & 1);
            let branch = self.leaps[state as usize][(digits(black) + 2 * digits(white)) as usize];
            if branch.next == DEAD {
                return None;
            }
            rank += branch.before;
            state = branch.next;
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
        for point in &self.order {
            let branches = &self.branches[state as usize];
            let stone = usize::from(rest >= branches[1].before) + usize::from(rest >= branches[2].before);
            rest -= branches[stone].before;
            state = branches[stone].next;
            position.black |= PointSet::from_bits(u64::from(stone == 1) << point.number());
            position.white |= PointSet::from_bits(u64::from(stone == 2) << point.number());
        }
        position
    }
}

/// What several points in a row come to, from each state at which a leap begins. `layers` has the first
/// state of each point.
fn leaps(branches: &[[Branch; 3]], layers: &[usize]) -> Vec<[Branch; 27]> {
    let mut leaps = Vec::new();
    for first in (0..layers.len()).step_by(LEAP) {
        let layer = |number: usize| layers.get(number).copied().unwrap_or(branches.len());
        let points = LEAP.min(layers.len() - first);
        let states = layer(first)..layer(first + 1);
        let after = leaps.len() + states.len();
        leaps.extend(states.map(|state| {
            std::array::from_fn(|digits| {
                let mut whole = Branch { before: 0, next: state as u32 };
                let mut rest = digits;
                for _ in 0..points {
                    let Branch { before, next } = branches[whole.next as usize][rest % 3];
                    if next == DEAD {
                        return Branch { before: 0, next: DEAD };
                    }
                    whole = Branch { before: whole.before + before, next };
                    rest /= 3;
                }
                whole.next = (whole.next as usize - layer(first + points) + after) as u32;
                whole
            })
        }));
    }
    leaps
}
