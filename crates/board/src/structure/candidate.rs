//! Candidates for mouths: where, with all else fixed, each side can be taken whole again and again.

use std::collections::BTreeSet;

use crate::{Board, Colour, Point, PointSet, Position};
use ahash::{HashMap, HashMapExt};

/// Two sets of points, one for stones of each colour, that are exchanged completely.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Candidate {
    /// Where black stones can stand, and where white ones can.
    pub sides: Position,
    /// The colourings that lie on a common round trip with the present one, in order.
    pub colourings: Vec<Position>,
}

impl Candidate {
    /// All of its points.
    pub(crate) fn points(&self) -> PointSet {
        self.sides.occupied()
    }

    /// Whether it may come to have this colouring.
    pub(crate) fn has(&self, colouring: Position) -> bool {
        self.colourings.binary_search(&colouring).is_ok()
    }
}

/// The stones of a position on some points.
pub(crate) fn within(position: Position, points: PointSet) -> Position {
    Position { black: position.black & points, white: position.white & points }
}

/// The most stones of a complete ko string: an area can be divided in 2^(2 · LONGEST) ways.
const LONGEST: u32 = 3;

/// All candidates of a position, in the order of their sides.
pub(crate) fn candidates(board: &Board, position: Position) -> Vec<Candidate> {
    let mut found = Vec::new();
    for area in areas(board, position) {
        for sides in divisions(board, position, area) {
            if let Some(colourings) = round_trips(board, position, sides) {
                found.push(Candidate { sides, colourings });
            }
        }
    }
    found.sort_unstable_by_key(|candidate| candidate.sides);
    found
}

/// The connected sets of whole empty regions and whole strings that have the liberties of their
/// strings, and at least one region.
fn areas(board: &Board, position: Position) -> BTreeSet<PointSet> {
    let small = |points: &PointSet| points.len() <= 2 * LONGEST;
    let strings: Vec<PointSet> = Colour::BOTH
        .into_iter()
        .flat_map(|colour| board.parts(position.stones(colour)))
        .filter(|string| string.len() <= LONGEST)
        .collect();
    let empty = position.empty(board);
    let mut open: Vec<PointSet> = board.parts(empty).filter(small).collect();
    let mut found: BTreeSet<PointSet> = open.iter().copied().collect();
    while let Some(area) = open.pop() {
        let around = board.adjacent(area) - area;
        for string in strings.iter().filter(|string| !(**string & around).is_empty()) {
            let more = area | *string | board.connected(board.adjacent(*string), empty);
            if small(&more) && found.insert(more) {
                open.push(more);
            }
        }
    }
    found
}

/// The ways to divide an area between the colours: its stones stand on their own side, and what
/// is next to a side, outside the area, is a stone of the other colour.
fn divisions(board: &Board, position: Position, area: PointSet) -> Vec<Position> {
    let mut fixed = within(position, area);
    let mut free = Vec::new();
    for point in area - position.occupied() {
        let around = board.adjacent(PointSet::of(point)) - area;
        match ((around & position.black).is_empty(), (around & position.white).is_empty()) {
            (true, true) => free.push(point),
            (false, true) => fixed.white |= PointSet::of(point),
            (true, false) => fixed.black |= PointSet::of(point),
            (false, false) => return Vec::new(),
        }
    }
    let whole = |side: PointSet| {
        let first = side.first().map_or(PointSet::EMPTY, PointSet::of);
        !side.is_empty() && side.len() <= LONGEST && board.connected(first, side) == side
    };
    let chosen = |number: u64| -> PointSet {
        free.iter()
            .enumerate()
            .filter(|(place, _)| number >> place & 1 == 1)
            .map(|(_, point)| *point)
            .collect()
    };
    (0..1_u64 << free.len())
        .map(|number| {
            let black = fixed.black | chosen(number);
            Position { black, white: area - black }
        })
        .filter(|sides| whole(sides.black) && whole(sides.white))
        .collect()
}

/// A play inside an area, whose own strings reach no liberty outside it and whose surroundings
/// never die; the colouring after it and what it captures. `None` if it is suicide.
fn play_inside(
    board: &Board,
    area: PointSet,
    colouring: Position,
    colour: Colour,
    point: Point,
) -> Option<(Position, PointSet)> {
    let bit = PointSet::of(point);
    let (own, enemy) = (colouring.stones(colour) | bit, colouring.stones(!colour));
    let empty = area - colouring.occupied() - bit;
    let touched = board.connected(board.adjacent(bit), enemy);
    let captured = touched - board.connected(board.adjacent(empty), touched);
    let string = board.connected(bit, own);
    if captured.is_empty() && (board.adjacent(string) & empty).is_empty() {
        return None;
    }
    let enemy = enemy - captured;
    let after = match colour {
        Colour::Black => Position { black: own, white: enemy },
        Colour::White => Position { black: enemy, white: own },
    };
    Some((after, captured))
}

/// The colourings of an area from which the present one can be reached again, in order, if the plays
/// between them take all of either side at once.
fn round_trips(board: &Board, position: Position, sides: Position) -> Option<Vec<Position>> {
    let area = sides.occupied();
    let start = within(position, area);
    let mut known: Vec<Position> = vec![start];
    let mut numbers: HashMap<Position, usize> = HashMap::new();
    numbers.insert(start, 0);
    // From, to, and whether all of White's, all of Black's side is taken.
    let mut plays: Vec<(usize, usize, [bool; 2])> = Vec::new();
    let mut next = 0;
    while next < known.len() {
        let here = known[next];
        for colour in Colour::BOTH {
            for point in sides.stones(colour) - here.occupied() {
                let Some((after, captured)) = play_inside(board, area, here, colour, point) else { continue };
                let number = *numbers.entry(after).or_insert_with(|| {
                    known.push(after);
                    known.len() - 1
                });
                plays.push((next, number, [captured == sides.white, captured == sides.black]));
            }
        }
        next += 1;
    }
    let mut sources: Vec<Vec<usize>> = vec![Vec::new(); known.len()];
    plays.iter().for_each(|(from, to, _)| sources[*to].push(*from));
    let mut returns = vec![false; known.len()];
    let mut open = vec![0];
    while let Some(number) = open.pop() {
        if !std::mem::replace(&mut returns[number], true) {
            open.extend(&sources[number]);
        }
    }
    let taken = |side: usize| plays.iter().any(|(from, to, all)| all[side] && returns[*from] && returns[*to]);
    if !(taken(0) && taken(1)) {
        return None;
    }
    let mut colourings: Vec<Position> =
        known.iter().zip(&returns).filter(|(_, returns)| **returns).map(|(known, _)| *known).collect();
    colourings.sort_unstable();
    Some(colourings)
}
