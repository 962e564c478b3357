//! Laws of positions and plays, on random legal positions of random boards, and an independent
//! implementation to agree with.

use crate::naive;

use kosolver_board::{Board, Colour, Error, Point, PointSet, Position, Symmetry};
use naive::{Grid, Place};
use proptest::collection::vec;
use proptest::prelude::*;

fn boards() -> impl Strategy<Value = Board> {
    let size = prop_oneof![
        12 => (1..=5_u64, 1..=5_u64),
        4 => (1..=1_u64, 1..=25_u64),
        1 => prop_oneof![Just((8, 8)), Just((1, 64)), Just((64, 1)), Just((2, 32))],
    ];
    size.prop_map(|(rows, columns)| Board::new(rows, columns).unwrap())
}

/// A board and a legal position of it, from nearly empty to nearly full.
fn positions() -> impl Strategy<Value = (Board, Position)> {
    (boards(), 1..=6_u8)
        .prop_flat_map(|(board, density)| {
            (Just(board), Just(density), vec(0..12_u8, usize::from(board.points())))
        })
        .prop_map(|(board, density, dice)| {
            let symbol = |die: &u8| match die {
                die if *die < density => 'X',
                die if *die < 2 * density => 'O',
                _ => '.',
            };
            let rows = dice.chunks(usize::from(board.columns()));
            let grid = Grid(rows.map(|row| row.iter().map(symbol).collect()).collect());
            (board, Position::parse(&board, &grid.made_legal().text()).unwrap())
        })
}

/// The places of a set of points.
fn places(board: &Board, set: PointSet) -> Vec<Place> {
    let columns = usize::from(board.columns());
    let place = |point: Point| (usize::from(point.number()) / columns, usize::from(point.number()) % columns);
    set.iter().map(place).collect()
}

fn stone(colour: Colour) -> char {
    match colour {
        Colour::Black => 'X',
        Colour::White => 'O',
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn text_is_read_as_it_was_written((board, position) in positions()) {
        let text = position.text(&board);
        prop_assert_eq!(Position::parse(&board, &text), Ok(position));
        prop_assert_eq!(Position::parse(&board, &text.to_lowercase().replace('.', "-")), Ok(position));
        prop_assert_eq!(Grid::parse(&text).text(), text);
        prop_assert_eq!(board.to_string().parse(), Ok(board));
    }

    #[test]
    fn plays_lead_from_legal_to_legal_positions((board, position) in positions()) {
        prop_assert!(position.is_legal(&board));
        for (colour, point) in Colour::BOTH.into_iter().flat_map(|c| board.all().iter().map(move |p| (c, p))) {
            let play = position.play(&board, colour, point);
            prop_assert_eq!(play.is_some(), position.empty(&board).contains(point));
            let Some(play) = play else { continue };
            prop_assert!(play.after.is_legal(&board));
            prop_assert_eq!((play.colour, play.point, play.before), (colour, point, position));
            prop_assert!(play.captured.is_empty() || play.suicide.is_empty());
            // Stones are neither made nor lost.
            let own = position.stones(colour) | point.bit();
            prop_assert_eq!(play.after.stones(colour) | play.suicide, own);
            prop_assert_eq!(play.after.stones(!colour) | play.captured, position.stones(!colour));
            prop_assert_eq!(play.is_lone_suicide(), play.after == position);
        }
    }

    #[test]
    fn plays_and_area_agree_with_a_table_of_characters((board, position) in positions()) {
        let grid = Grid::parse(&position.text(&board));
        prop_assert_eq!(position.area(&board), grid.area());
        for colour in Colour::BOTH {
            for (point, place) in board.all().iter().zip(places(&board, board.all())) {
                match (position.play(&board, colour, point), grid.play(stone(colour), place)) {
                    (None, None) => {}
                    (Some(play), Some(outcome)) => {
                        prop_assert_eq!(play.after.text(&board), outcome.after.text());
                        prop_assert_eq!(places(&board, play.captured), Vec::from_iter(outcome.captured));
                        prop_assert_eq!(places(&board, play.suicide), Vec::from_iter(outcome.suicide));
                    }
                    (play, outcome) => prop_assert!(false, "{:?} but {:?}", play, outcome),
                }
            }
        }
    }

    #[test]
    fn plays_commute_with_symmetries_and_inversion((board, position) in positions()) {
        for symmetry in Symmetry::all(&board) {
            let image = symmetry.position(position);
            for colour in Colour::BOTH {
                for point in position.empty(&board) {
                    let play = position.play(&board, colour, point).unwrap();
                    let moved = image.play(&board, colour, symmetry.point(point)).unwrap();
                    prop_assert_eq!(moved.after, symmetry.position(play.after));
                    prop_assert_eq!(moved.captured, symmetry.set(play.captured));
                    prop_assert_eq!(moved.suicide, symmetry.set(play.suicide));
                }
            }
        }
        for colour in Colour::BOTH {
            for point in position.empty(&board) {
                let play = position.play(&board, colour, point).unwrap();
                let inverted = position.inverted().play(&board, !colour, point).unwrap();
                prop_assert_eq!(inverted.after, play.after.inverted());
                prop_assert_eq!((inverted.captured, inverted.suicide), (play.captured, play.suicide));
            }
        }
    }

    #[test]
    fn area_is_invariant_negated_by_inversion_and_bounded((board, position) in positions()) {
        let area = position.area(&board);
        prop_assert!(area.abs() <= i32::from(board.points()));
        prop_assert_eq!(position.inverted().area(&board), -area);
        for symmetry in Symmetry::all(&board) {
            prop_assert_eq!(symmetry.position(position).area(&board), area);
        }
    }

    #[test]
    fn symmetries_are_those_of_the_rectangle(board in boards(), set in any::<u64>()) {
        let symmetries = Symmetry::all(&board);
        let number = match (board.rows(), board.columns()) {
            (1, 1) => 1,
            (1, _) | (_, 1) => 2,
            (rows, columns) if rows == columns => 8,
            _ => 4,
        };
        prop_assert_eq!(symmetries.len(), number);
        prop_assert!(symmetries[0].is_identity());
        prop_assert!(symmetries[1..].iter().all(|symmetry| !symmetry.is_identity()));
        for symmetry in symmetries {
            prop_assert_eq!(symmetry.set(board.all()), board.all());
            let set = PointSet::from_bits(set) & board.all();
            prop_assert_eq!(symmetry.set(board.adjacent(set)), board.adjacent(symmetry.set(set)));
        }
    }
}

const NO_BOARD: &str = "'3' is not a board: write rows x columns, as in 3x4 or 1x9, or one of cycle:5, \
    complete:4, star:5 (a centre and 4 leaves), torus:3x3, cylinder:3x4 (rows are rings), graph6:TEXT";

#[test]
fn boards_that_are_none_are_refused() {
    for (text, error, message) in [
        ("3", Error::Board("3".into()), NO_BOARD),
        ("axb", Error::Board("axb".into()), &NO_BOARD.replace("'3'", "'axb'")),
        (
            "0x4",
            Error::Points { board: "0x4".into(), points: 0 },
            "the board 0x4 has 0 points; a board has 1 to 64 points",
        ),
        (
            "9x8",
            Error::Points { board: "9x8".into(), points: 72 },
            "the board 9x8 has 72 points; a board has 1 to 64 points",
        ),
    ] {
        let found = text.parse::<Board>().unwrap_err();
        assert_eq!((found.to_string().as_str(), found), (message, error));
    }
}

#[test]
fn colours_that_are_none_are_refused() {
    for (text, colour) in [("black", Colour::Black), ("B", Colour::Black), ("White", Colour::White)] {
        assert_eq!(text.parse(), Ok(colour));
        assert_eq!(colour.to_string().parse(), Ok(colour));
    }
    let found = "red".parse::<Colour>().unwrap_err();
    assert_eq!(found.to_string(), "'red' is not a colour: write black or white");
}

#[test]
fn points_that_are_none_are_refused() {
    let board: Board = "2x9".parse().unwrap();
    assert_eq!(board.parse_point("j2"), Ok(Point::new(8)));
    for text in ["", "A", "I1", "K1", "A3", "A0", "1A", "A01"] {
        let found = board.parse_point(text).unwrap_err();
        assert!(matches!(found, Error::Point { .. }), "{found:?}");
        assert_eq!(found.to_string(), format!("'{text}' is not a point of 2x9: its points are A1 to J2"));
    }
}

#[test]
fn positions_that_are_none_are_refused() {
    let board: Board = "2x3".parse().unwrap();
    for (text, fault) in [
        ("...", "it has 1 row(s)"),
        (".../.../...", "it has 3 row(s)"),
        ("..../...", "row 1 has 4 point(s)"),
        (".../", "row 2 has 0 point(s)"),
        (".../.+.", "'+' is no stone"),
    ] {
        let found = Position::parse(&board, text).unwrap_err();
        assert!(matches!(&found, Error::Shape { fault: told, .. } if told == fault), "{found:?}");
        assert_eq!(
            found.to_string(),
            format!(
                "the position '{text}' does not fit 2x3: {fault}; write 2 row(s) of 3 from the top, \
                 X black, O white, . empty, with / between rows"
            )
        );
    }
    for (text, colour, point) in [
        ("XO./O..", "black", "A2"),
        (".XO/..X", "white", "C2"),
        ("XXX/OOO", "black", "A2"),
        ("OOO/XXX", "white", "A2"),
    ] {
        let found = Position::parse(&board, text).unwrap_err();
        assert!(matches!(found, Error::NoLiberty { .. }), "{found:?}");
        assert_eq!(
            found.to_string(),
            format!("the position '{text}' is not legal: the {colour} chain at {point} has no liberty")
        );
    }
}
