//! Counting what there is on small boards, against published numbers.

use crate::naive;

use std::collections::BTreeSet;

use kosolver_board::{
    Board, Colour, Point, PointSet, Position, Symmetry, count_legal, distinct_positions, legal_positions,
};
use naive::Grid;

/// The numbers of J. Tromp and G. Farnebäck, "Combinatorics of Go" (2007); those of the square
/// boards are OEIS A094777.
const LEGAL_POSITIONS: &str = include_str!("../data/legal-positions.csv");

/// Plays summed over all legal positions and both colours: where suicide is forbidden, and
/// where two or more stones may remove themselves. Recounted below on a table of characters.
const PLAYS: &str = include_str!("../data/plays.csv");

/// The rows below the heading, each split at the commas.
fn rows(csv: &str) -> impl Iterator<Item = Vec<&str>> {
    csv.lines().skip(1).map(|line| line.split(',').collect())
}

fn board(text: &str) -> Board {
    text.parse().unwrap()
}

/// The board turned by a right angle.
fn turned(board: &Board) -> Board {
    Board::new(u64::from(board.columns()), u64::from(board.rows())).unwrap()
}

#[test]
fn legal_positions_are_as_many_as_published() {
    for row in rows(LEGAL_POSITIONS) {
        let (board, published) = (board(row[0]), row[1].parse().unwrap());
        assert_eq!(count_legal(&board), published, "{board}");
        if board.rows() != board.columns() {
            assert_eq!(count_legal(&turned(&board)), published, "{board} turned");
        }
        if board.points() <= 12 {
            assert_eq!(legal_positions(&board).count() as u128, published, "{board} one by one");
            assert_eq!(legal_positions(&turned(&board)).count() as u128, published, "{board} turned");
        }
    }
}

#[test]
fn enumerated_positions_are_legal_different_and_in_order() {
    let base3 = |position: &Position| {
        (0..12)
            .map(Point::new)
            .map(|point| {
                3_u64.pow(point.number().into()) * ".XO".find(position.symbol(point)).unwrap() as u64
            })
            .sum::<u64>()
    };
    for text in ["1x1", "1x7", "2x4", "3x3", "4x3"] {
        let all: Vec<Position> = legal_positions(&board(text)).collect();
        assert!(all.iter().all(|position| position.is_legal(&board(text))), "{text}");
        assert!(all.is_sorted_by_key(base3), "{text}");
        assert_eq!(all.iter().map(base3).collect::<BTreeSet<_>>().len(), all.len(), "{text}");
    }
}

#[test]
fn plays_are_as_many_as_counted() {
    for row in rows(PLAYS) {
        let board = board(row[0]);
        let (mut forbidden, mut multi_stone) = (0, 0);
        for position in legal_positions(&board) {
            for colour in Colour::BOTH {
                for point in board.all() {
                    if let Some(play) = position.play(&board, colour, point) {
                        forbidden += u64::from(play.suicide.is_empty());
                        multi_stone += u64::from(!play.is_lone_suicide());
                    }
                }
            }
        }
        assert_eq!([forbidden, multi_stone], [1, 2].map(|column| row[column].parse::<u64>().unwrap()), "{board}");
    }
}

/// The same numbers from the plain implementation: they are no product of the bits.
#[test]
fn plays_are_as_many_on_a_table_of_characters() {
    for row in rows(PLAYS) {
        let (mut forbidden, mut multi_stone) = (0, 0);
        for position in legal_positions(&board(row[0])) {
            let grid = Grid::parse(&position.text(&board(row[0])));
            for play in ['X', 'O'].into_iter().flat_map(|stone| {
                grid.places().into_iter().filter_map(|place| grid.play(stone, place)).collect::<Vec<_>>()
            }) {
                forbidden += u64::from(play.suicide.is_empty());
                multi_stone += u64::from(play.suicide.len() != 1);
            }
        }
        assert_eq!([forbidden, multi_stone], [1, 2].map(|column| row[column].parse::<u64>().unwrap()), "{}", row[0]);
    }
}

/// Positions that differ by a symmetry of the board, or an exchange of colours, counted as one.
const UP_TO_SYMMETRY_AND_COLOUR: [(&str, u128); 3] = [("2x2", 8), ("3x3", 924), ("4x4", 1_524_805)];

#[test]
fn classes_of_positions_counted_by_their_least_members() {
    for (text, published) in &UP_TO_SYMMETRY_AND_COLOUR[..2] {
        let symmetries = Symmetry::all(&board(text));
        let least = |position: Position| {
            let images = symmetries.iter().map(|symmetry| symmetry.position(position));
            images.flat_map(|image| [image, image.inverted()]).min()
        };
        let classes: BTreeSet<_> = legal_positions(&board(text)).map(least).collect();
        assert_eq!(classes.len() as u128, *published, "{text}");
    }
}

/// Burnside's lemma: as many classes as a symmetry leaves positions unchanged on average.
#[test]
fn classes_of_positions_counted_by_burnside() {
    for (text, published) in UP_TO_SYMMETRY_AND_COLOUR {
        let board = board(text);
        let symmetries = Symmetry::all(&board);
        let fixed: u128 = symmetries
            .iter()
            .flat_map(|symmetry| [false, true].map(|invert| unchanged(&board, symmetry, invert)))
            .sum();
        assert_eq!(fixed, published * 2 * symmetries.len() as u128, "{board}");
    }
}

#[test]
fn one_position_stands_for_its_images() {
    for text in ["1x1", "1x4", "1x7", "2x2", "2x3", "3x2", "3x3"] {
        let board = board(text);
        let symmetries = Symmetry::all(&board);
        let positions = distinct_positions(&board);
        let fixed: u128 = symmetries.iter().map(|symmetry| unchanged(&board, symmetry, false)).sum();
        assert_eq!(fixed, (positions.len() * symmetries.len()) as u128, "{board}");
        let images: BTreeSet<Position> = positions
            .iter()
            .flat_map(|position| symmetries.iter().map(|symmetry| symmetry.position(*position)))
            .collect();
        assert_eq!(images.len() as u128, count_legal(&board), "{board}");
        assert!(positions.iter().map(|position| position.occupied().len()).is_sorted());
    }
}

/// The number of legal positions unchanged by a symmetry (and an exchange of colours).
fn unchanged(board: &Board, symmetry: &Symmetry, invert: bool) -> u128 {
    if symmetry.is_identity() && !invert {
        return count_legal(board);
    }
    // Whoever fills one point of a cycle fills all of it.
    let mut positions = vec![Position::EMPTY];
    let mut seen = PointSet::EMPTY;
    for point in board.all() {
        if seen.contains(point) {
            continue;
        }
        let cycle = cycle_of(symmetry, point);
        seen.extend(cycle.iter().copied());
        if invert && cycle.len() % 2 == 1 {
            continue; // its stones would have to change colour: it is empty
        }
        let mut filled = Position::EMPTY;
        for (index, point) in cycle.into_iter().enumerate() {
            if invert && index % 2 == 1 {
                filled.white |= point.bit();
            } else {
                filled.black |= point.bit();
            }
        }
        positions = positions
            .into_iter()
            .flat_map(|position| {
                [Position::EMPTY, filled, filled.inverted()].map(|more| Position {
                    black: position.black | more.black,
                    white: position.white | more.white,
                })
            })
            .collect();
    }
    positions.iter().filter(|position| position.is_legal(board)).count() as u128
}

fn cycle_of(symmetry: &Symmetry, start: Point) -> Vec<Point> {
    let mut cycle = vec![start];
    let mut next = symmetry.point(start);
    while next != start {
        cycle.push(next);
        next = symmetry.point(next);
    }
    cycle
}
