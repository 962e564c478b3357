//! Legal positions: all of them for small boards, their number for larger ones.

use std::collections::HashMap;
use std::ops::ControlFlow;

use crate::{Board, Colour, Point, PointSet, Position, Shape, Symmetry};

/// Every legal position of a board, in ascending order of its base-3 number (point 0 the
/// lowest digit; empty 0, black 1, white 2). Meant for boards of up to about 12 points: there
/// are 3^n candidates.
pub fn legal_positions(board: &Board) -> impl Iterator<Item = Position> {
    let board = *board;
    let points = board.points();
    let mut next = Some(Position::EMPTY);
    std::iter::from_fn(move || {
        let current = next?;
        next = successor(current, points);
        Some(current)
    })
    .filter(move |position| position.is_legal(&board))
}

/// One of each set of legal positions that the symmetries of the board map to each other: the
/// least of it. Fewest stones first, then in ascending order.
///
/// With a player to move they are all starts up to symmetry and exchange of colours: a start
/// with White to move is one with Black to move, the colours exchanged.
pub fn distinct_positions(board: &Board) -> Vec<Position> {
    let symmetries = Symmetry::all(board);
    let least =
        |position: &Position| symmetries.iter().all(|symmetry| *position <= symmetry.position(*position));
    let mut positions: Vec<Position> = legal_positions(board).filter(least).collect();
    positions.sort_by_key(|position| (position.occupied().len(), *position));
    positions
}

/// The next arrangement of stones in base-3 order, legal or not.
fn successor(mut position: Position, points: u8) -> Option<Position> {
    for number in 0..points {
        let point = Point::new(number);
        let bit = point.bit();
        if position.black.contains(point) {
            position.black -= bit;
            position.white |= bit;
            return Some(position);
        }
        if position.white.contains(point) {
            position.white -= bit;
        } else {
            position.black |= bit;
            return Some(position);
        }
    }
    None
}

/// What a half-filled board must remember of a point on its border.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Border {
    Empty,
    /// A stone of a chain that has a liberty already.
    Safe(Stone),
    /// A stone of a chain that still needs one; stones of the same chain share the label.
    Needy(Stone, u8),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Stone {
    Black,
    White,
}

impl Border {
    fn stone(self) -> Option<Stone> {
        match self {
            Border::Empty => None,
            Border::Safe(stone) | Border::Needy(stone, _) => Some(stone),
        }
    }
}

/// The stones a point may have, in the order in which positions are numbered.
pub(crate) const STONES: [Option<Stone>; 3] = [None, Some(Stone::Black), Some(Stone::White)];

/// What must be remembered of the filled points: by the group of each on the border. Points of one
/// group are adjacent to the same points yet to be filled, so of two alike one is enough.
pub(crate) type State = Vec<(u8, Border)>;

/// The next point to fill, and what that does to the border: the filled points that are adjacent
/// to others yet to be filled.
#[derive(Clone, Debug)]
pub(crate) struct Step {
    pub(crate) point: Point,
    /// The groups of the border before: whether the point is adjacent to them, and their groups
    /// after; none where they leave the border.
    groups: Vec<(bool, Option<u8>)>,
    /// The group of the point itself, if it comes onto the border.
    own: Option<u8>,
}

/// The steps in which the points of a board are filled.
pub(crate) fn filling(board: &Board) -> Vec<Step> {
    let order = order(board);
    let mut filled = PointSet::EMPTY;
    let mut before: Vec<PointSet> = Vec::new();
    let mut steps = Vec::with_capacity(order.len());
    for point in order {
        filled |= point.bit();
        let rest = |point: Point| board.adjacent(point.bit()) - filled;
        let mut after: Vec<PointSet> = filled.iter().map(rest).filter(|rest| !rest.is_empty()).collect();
        after.sort_unstable();
        after.dedup();
        let group = |rest: PointSet| after.binary_search(&rest).ok().map(|group| group as u8);
        steps.push(Step {
            point,
            groups: before.iter().map(|set| (set.contains(point), group(*set - filled))).collect(),
            own: group(rest(point)),
        });
        before = after;
    }
    steps
}

/// The order in which the points are filled. The numbers of positions depend on it, and so do
/// files of tablebases.
fn order(board: &Board) -> Vec<Point> {
    let (rows, columns) = (board.rows(), board.columns());
    if board.shape() == Shape::Grid {
        // The border is a row, so rows are the short side.
        return if columns <= rows {
            board.all().iter().collect()
        } else {
            (0..columns).flat_map(|c| (0..rows).map(move |r| Point::new(r * columns + c))).collect()
        };
    }
    // From each point on, always that after which the border has the fewest groups. Of these orders
    // and that of the points the one with the fewest states, counted as threefold a group.
    let greedy = |first: Point| {
        let mut order = vec![first];
        let mut filled = first.bit();
        while filled != board.all() {
            let rest = (board.all() - filled).iter();
            let next = rest.min_by_key(|point| groups(board, filled | point.bit()));
            order.extend(next);
            filled.extend(next);
        }
        order
    };
    let orders = board.all().iter().map(greedy);
    let states = |order: &Vec<Point>| widths(board, order).map(|width| 3_u128.pow(width)).sum::<u128>();
    std::iter::once(board.all().iter().collect()).chain(orders).min_by_key(states).unwrap_or_default()
}

/// How many groups the border of some filled points has.
fn groups(board: &Board, filled: PointSet) -> u32 {
    let rest = filled.iter().map(|point| board.adjacent(point.bit()) - filled);
    let mut rest: Vec<PointSet> = rest.filter(|rest| !rest.is_empty()).collect();
    rest.sort_unstable();
    rest.dedup();
    rest.len() as u32
}

/// The groups of the border, point after point.
fn widths(board: &Board, order: &[Point]) -> impl Iterator<Item = u32> {
    order.iter().scan(PointSet::EMPTY, move |filled, point| {
        *filled |= point.bit();
        Some(groups(board, *filled))
    })
}

/// The most groups of points that [`count_legal`] has to remember at once of a half-filled board: on a grid
/// its shorter side. Time and memory grow three to five times with each: 8 take some
/// seconds, 9 up to a minute.
pub fn border(board: &Board) -> u32 {
    widths(board, &order(board)).max().unwrap_or(0)
}

/// The number of legal positions of a board, by the border-state dynamic programme of
/// J. Tromp and G. Farnebäck, "Combinatorics of Go" (2007): points are filled one by one, and
/// fillings with the same border (the filled points next to others yet to be filled) are counted
/// together.
///
/// What it takes is said by [`border`].
pub fn count_legal(board: &Board) -> u128 {
    count_legal_with(board, &[])
}

/// A number of legal positions that the board has at least, found at once: if some empty points are
/// adjacent to all others, these may be anything.
pub fn least_legal(board: &Board) -> u128 {
    let near = |point: Point| point.bit() | board.adjacent(point.bit());
    let (mut rest, mut empty) = (board.all(), 0);
    while let Some(next) = board.all().iter().max_by_key(|point| (near(*point) & rest).len())
        && !rest.is_empty()
    {
        rest -= near(next);
        empty += 1;
    }
    3_u128.pow(u32::from(board.points()) - empty)
}

/// The number of legal positions of a board in which certain points have certain stones, or
/// none.
pub fn count_legal_with(board: &Board, given: &[(Point, Option<Colour>)]) -> u128 {
    match count_legal_watched(board, given, &mut |_| ControlFlow::Continue(())) {
        Some(count) => count,
        None => unreachable!("nobody stops it"),
    }
}

/// How far counting positions is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Filling {
    /// How many points of the board have been filled.
    pub points: u8,
    /// The borders that are kept of the fillings so far.
    pub borders: u64,
    /// About how many bytes of memory they take.
    pub bytes: u64,
}

/// Borders that are grown between two looks at the watch: a few milliseconds' work.
const WATCHED: usize = 1 << 12;

/// As [`count_legal_with`], while somebody watches how far it is, many times a second, and may
/// break it off: then there is no number.
pub fn count_legal_watched(
    board: &Board,
    given: &[(Point, Option<Colour>)],
    watch: &mut dyn FnMut(Filling) -> ControlFlow<()>,
) -> Option<u128> {
    let stone = |colour: Colour| if colour == Colour::Black { Stone::Black } else { Stone::White };
    let mut counts = Borders { counts: HashMap::from([(State::new(), 1)]), bytes: 0 };
    for (points, step) in filling(board).into_iter().enumerate() {
        let wanted =
            given.iter().find(|(other, _)| *other == step.point).map(|(_, colour)| colour.map(stone));
        let mut next = Borders::default();
        let before = counts.bytes();
        for (number, (border, count)) in counts.counts.into_iter().enumerate() {
            if number.is_multiple_of(WATCHED) {
                let (borders, bytes) = (next.counts.len() as u64, before + next.bytes());
                if watch(Filling { points: points as u8, borders, bytes }).is_break() {
                    return None;
                }
            }
            for stone in STONES {
                if wanted.is_none_or(|wanted| wanted == stone)
                    && let Some(grown) = fill(&border, &step, stone)
                {
                    next.add(grown, count);
                }
            }
        }
        counts = next;
    }
    Some(counts.counts.into_values().sum())
}

/// The borders of all fillings of some points, each with the number of fillings that have it.
#[derive(Default)]
struct Borders {
    counts: HashMap<State, u128>,
    /// What the borders take themselves.
    bytes: usize,
}

impl Borders {
    fn add(&mut self, border: State, count: u128) {
        // What an allocation takes besides.
        const ALLOCATION: usize = 16;
        let bytes = border.capacity() * size_of::<(u8, Border)>() + ALLOCATION;
        let kept = self.counts.entry(border).or_insert_with(|| {
            self.bytes += bytes;
            0
        });
        *kept += count;
    }

    /// About how many bytes they take, with those that come before somebody looks again: a
    /// table that is full is copied into one twice as large.
    fn bytes(&self) -> u64 {
        let more = 3 * WATCHED;
        let full = self.counts.len() + more > self.counts.capacity();
        let places = self.counts.capacity() * 8 / 7 * if full { 3 } else { 1 };
        (places * (size_of::<(State, u128)>() + 1) + self.bytes + more * 64) as u64
    }
}

/// The number of legal positions that a symmetry of the board leaves as they are.
///
/// In such a position all points of an orbit have the same stone. Let two orbits be adjacent if a
/// point of one is adjacent to a point of the other. Then each point of the one is: the
/// symmetry carries it there. So a chain meets every orbit of its chain of orbits, and has a liberty if and only
/// if that one has: these positions are the legal positions of the graph of the orbits.
pub fn count_unchanged(board: &Board, symmetry: &Symmetry) -> u128 {
    match count_unchanged_watched(board, symmetry, &mut |_| ControlFlow::Continue(())) {
        Some(count) => count,
        None => unreachable!("nobody stops it"),
    }
}

/// As [`count_unchanged`], while somebody watches as with [`count_legal_watched`].
pub fn count_unchanged_watched(
    board: &Board,
    symmetry: &Symmetry,
    watch: &mut dyn FnMut(Filling) -> ControlFlow<()>,
) -> Option<u128> {
    let mut orbits: Vec<PointSet> = Vec::new();
    for point in board.all() {
        if orbits.iter().all(|orbit| !orbit.contains(point)) {
            let places =
                std::iter::successors(Some(symmetry.point(point)), |next| Some(symmetry.point(*next)));
            let others = places.take_while(|next| *next != point);
            orbits.push(std::iter::once(point).chain(others).collect());
        }
    }
    let neighbours = orbits.iter().enumerate().map(|(here, orbit)| {
        let near = board.adjacent(*orbit);
        let others =
            orbits.iter().enumerate().filter(|(there, other)| *there != here && !(near & **other).is_empty());
        others.map(|(there, _)| Point::new(there as u8)).collect()
    });
    let quotient = Board::graph(&neighbours.collect::<Vec<PointSet>>());
    match quotient {
        Ok(quotient) => count_legal_watched(&quotient, &[], watch),
        Err(_) => unreachable!("a board has at least one orbit and at most 64"),
    }
}

/// The border after the next step, or `None` if a chain is left without liberties.
pub(crate) fn fill(border: &[(u8, Border)], step: &Step, stone: Option<Stone>) -> Option<State> {
    // A label no chain of the border has.
    const NEW: u8 = u8::MAX;
    let mut grown = border.to_vec();
    let touches = |group: u8| step.groups[usize::from(group)].0;
    let liberty = grown.iter().any(|(group, point)| *point == Border::Empty && touches(*group));
    let mut placed = match stone {
        None => Border::Empty,
        Some(stone) if liberty => Border::Safe(stone),
        Some(stone) => Border::Needy(stone, NEW),
    };
    for place in 0..grown.len() {
        let (group, neighbour) = grown[place];
        // An empty point saves the chains next to it; a stone joins its own colour's.
        if !touches(group) || placed != Border::Empty && placed.stone() != neighbour.stone() {
            continue;
        }
        match (placed, neighbour) {
            (Border::Empty | Border::Safe(_), Border::Needy(stone, label)) => {
                relabel(&mut grown, label, Border::Safe(stone));
            }
            (Border::Needy(stone, label), Border::Safe(_)) => {
                relabel(&mut grown, label, Border::Safe(stone));
                placed = Border::Safe(stone);
            }
            (Border::Needy(stone, label), Border::Needy(_, joined)) => {
                relabel(&mut grown, joined, Border::Needy(stone, label));
            }
            _ => {}
        }
    }
    let after = grown.iter().map(|(group, point)| (step.groups[usize::from(*group)].1, *point));
    let kept = after.clone().chain([(step.own, placed)]);
    let mut kept: State = kept.filter_map(|(group, point)| Some((group?, point))).collect();
    // Points leave the border: a chain that needs a liberty must live on there.
    for (group, point) in after.chain([(step.own, placed)]) {
        if let (None, Border::Needy(_, label)) = (group, point)
            && !kept.iter().any(|(_, other)| matches!(other, Border::Needy(_, same) if *same == label))
        {
            return None;
        }
    }
    kept.sort_unstable();
    number_chains(&mut kept);
    kept.sort_unstable();
    kept.dedup();
    Some(kept)
}

fn relabel(border: &mut State, label: u8, to: Border) {
    for (_, point) in border {
        if matches!(point, Border::Needy(_, other) if *other == label) {
            *point = to;
        }
    }
}

/// Numbers the needy chains in order of appearance.
fn number_chains(border: &mut State) {
    let mut labels: Vec<u8> = Vec::new();
    for (_, point) in border {
        if let Border::Needy(stone, label) = *point {
            let index = labels.iter().position(|known| *known == label).unwrap_or_else(|| {
                labels.push(label);
                labels.len() - 1
            });
            *point = Border::Needy(stone, index as u8);
        }
    }
}
