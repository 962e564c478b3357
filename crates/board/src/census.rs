//! Legal positions: all of them for small boards, their number for larger ones.

use std::collections::HashMap;

use crate::{Board, Colour, Point, Position, Symmetry, points_of};

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
    positions.sort_by_key(|position| (position.occupied().count_ones(), *position));
    positions
}

/// The next arrangement of stones in base-3 order, legal or not.
fn successor(mut position: Position, points: u8) -> Option<Position> {
    for number in 0..points {
        let bit = Point::new(number).bit();
        if position.black & bit != 0 {
            position.black &= !bit;
            position.white |= bit;
            return Some(position);
        }
        if position.white & bit != 0 {
            position.white &= !bit;
        } else {
            position.black |= bit;
            return Some(position);
        }
    }
    None
}

/// What the border of a half-filled board must remember of one border point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Border {
    Empty,
    /// A stone of a chain that has a liberty already.
    Safe(Stone),
    /// A stone of a chain that still needs one; stones of the same chain share the label.
    Needy(Stone, u8),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
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

/// The order in which the points of a board are filled, and the length of the border: the
/// border is a row, so rows are the short side.
pub(crate) fn filling(board: &Board) -> (Vec<Point>, usize) {
    let (rows, columns) = (board.rows(), board.columns());
    let order = if columns <= rows {
        points_of(board.all()).collect()
    } else {
        (0..columns).flat_map(|c| (0..rows).map(move |r| Point::new(r * columns + c))).collect()
    };
    (order, usize::from(rows.min(columns)))
}

/// The number of legal positions of a board, by the border-state dynamic programme of
/// J. Tromp and G. Farnebäck, "Combinatorics of Go" (2007): points are filled one by one, and
/// fillings with the same border (the last row's worth of points) are counted together.
pub fn count_legal(board: &Board) -> u128 {
    count_legal_with(board, &[])
}

/// The number of legal positions of a board in which certain points have certain stones, or
/// none.
pub fn count_legal_with(board: &Board, given: &[(Point, Option<Colour>)]) -> u128 {
    let (order, width) = filling(board);
    let stone = |colour: Colour| if colour == Colour::Black { Stone::Black } else { Stone::White };
    let mut counts: HashMap<Vec<Border>, u128> = HashMap::from([(Vec::new(), 1)]);
    for (number, point) in order.into_iter().enumerate() {
        let wanted = given.iter().find(|(other, _)| *other == point).map(|(_, colour)| colour.map(stone));
        let mut next: HashMap<Vec<Border>, u128> = HashMap::new();
        for (border, count) in counts {
            for stone in STONES {
                if wanted.is_none_or(|wanted| wanted == stone)
                    && let Some(grown) = fill(&border, number, width, stone)
                {
                    *next.entry(grown).or_default() += count;
                }
            }
        }
        counts = next;
    }
    counts.into_iter().filter(|(border, _)| is_finished(border)).map(|(_, count)| count).sum()
}

/// Whether every chain of the border of a filled board has a liberty.
pub(crate) fn is_finished(border: &[Border]) -> bool {
    !border.iter().any(|point| matches!(point, Border::Needy(..)))
}

/// The border after filling point `number`, or `None` if a chain is left without liberties.
/// `border[c]` is the last filled point of column c (the row above from column
/// `number % width` on).
pub(crate) fn fill(
    border: &[Border],
    number: usize,
    width: usize,
    stone: Option<Stone>,
) -> Option<Vec<Border>> {
    let column = number % width;
    let mut grown = border.to_vec();
    let above = border.get(column).copied();
    let left = if column > 0 { Some(border[column - 1]) } else { None };
    // A label no chain of the border has.
    const NEW: u8 = u8::MAX;

    let mut placed = match stone {
        None => Border::Empty,
        Some(stone) => {
            if above == Some(Border::Empty) || left == Some(Border::Empty) {
                Border::Safe(stone)
            } else {
                Border::Needy(stone, NEW)
            }
        }
    };
    if column < grown.len() {
        grown[column] = placed;
    } else {
        grown.push(placed);
    }
    for neighbour in [above, left].into_iter().flatten() {
        // An empty point saves the chains next to it; a stone joins its own colour's.
        let touches = placed == Border::Empty || placed.stone() == neighbour.stone();
        if !touches {
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
    // The point above leaves the border: its chain must live on in it, or have a liberty.
    if let Some(Border::Needy(stone, label)) = above {
        let saved = placed == Border::Empty || placed == Border::Safe(stone);
        let joined = placed.stone() == Some(stone);
        let on_border = grown.iter().any(|point| matches!(point, Border::Needy(_, other) if *other == label));
        if !saved && !joined && !on_border {
            return None;
        }
    }
    canonical(&mut grown);
    Some(grown)
}

fn relabel(border: &mut [Border], label: u8, to: Border) {
    for point in border {
        if matches!(point, Border::Needy(_, other) if *other == label) {
            *point = to;
        }
    }
}

/// Numbers the needy chains in order of appearance.
fn canonical(border: &mut [Border]) {
    let mut labels: Vec<u8> = Vec::new();
    for point in border {
        if let Border::Needy(stone, label) = *point {
            let index = labels.iter().position(|known| *known == label).unwrap_or_else(|| {
                labels.push(label);
                labels.len() - 1
            });
            *point = Border::Needy(stone, index as u8);
        }
    }
}
