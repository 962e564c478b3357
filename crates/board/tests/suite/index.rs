//! The perfect index of legal positions is a bijection, and counts what is published.

use kosolver_board::{
    Board, Colour, Index, Point, PointSet, Position, count_legal, count_legal_with, legal_positions,
};
use proptest::prelude::*;

fn board(text: &str) -> Board {
    text.parse().unwrap()
}

#[test]
fn numbers_and_legal_positions_are_one_to_one() {
    for text in ["1x1", "1x2", "2x1", "1x9", "9x1", "2x2", "2x4", "4x2", "3x3", "2x5", "3x4", "4x3"] {
        let board = board(text);
        let index = Index::new(&board).unwrap();
        let mut seen = vec![false; usize::try_from(index.count()).unwrap()];
        for position in legal_positions(&board) {
            let rank = index.rank(position).unwrap();
            assert_eq!(index.unrank(rank), position, "{text}");
            assert!(!std::mem::replace(&mut seen[rank as usize], true), "{text}: {rank} twice");
        }
        assert!(seen.iter().all(|seen| *seen), "{text}");
        let count = index.count();
        assert!(index.positions(0..count).eq((0..count).map(|rank| index.unrank(rank))), "{text}");
        assert_eq!(index.positions(count..count).count(), 0);
    }
}

/// Tromp and Farnebäck, "Combinatorics of Go" (2007); OEIS A094777.
#[test]
fn larger_boards_are_counted() {
    for (text, published) in [
        ("3x5", 8_180_343),
        ("5x3", 8_180_343),
        ("4x4", 24_318_165),
        ("2x8", 21_826_045),
        ("3x6", 208_144_601),
        ("4x5", 1_840_058_693),
        ("5x4", 1_840_058_693),
        ("5x5", 414_295_148_741),
    ] {
        assert_eq!(Index::new(&board(text)).unwrap().count(), published, "{text}");
    }
    assert!(Index::new(&board("1x64")).is_none());
    assert!(Index::new(&board("2x32")).is_none());
}

#[test]
fn positions_without_liberties_have_no_number() {
    let board = board("2x3");
    let index = Index::new(&board).unwrap();
    for black in 0..64_u64 {
        for white in (0..64_u64).filter(|white| white & black == 0) {
            let [black, white] = [black, white].map(PointSet::from_bits);
            let position = Position { black, white };
            assert_eq!(index.rank(position).is_some(), position.is_legal(&board), "{position:?}");
        }
    }
}

#[test]
fn positions_with_given_points_are_counted() {
    for text in ["1x4", "2x3", "3x2", "3x3"] {
        let board = board(text);
        let last = Point::new(board.points() - 1);
        for first in [None, Some(Colour::Black)] {
            for second in [None, Some(Colour::Black), Some(Colour::White)] {
                let given = [(Point::new(0), first), (last, second)];
                let symbol = |colour: Option<Colour>| match colour {
                    None => '.',
                    Some(Colour::Black) => 'X',
                    Some(Colour::White) => 'O',
                };
                let fits = |position: &Position| {
                    given.iter().all(|(point, colour)| position.symbol(*point) == symbol(*colour))
                };
                let counted = legal_positions(&board).filter(fits).count() as u128;
                assert_eq!(count_legal_with(&board, &given), counted, "{text} {given:?}");
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_number_is_that_of_its_position(
        text in prop::sample::select(vec!["3x5", "4x4", "2x8", "4x5", "5x4", "5x5", "1x20", "3x7"]),
        fraction in 0.0..1.0_f64,
    ) {
        let board = board(text);
        let index = Index::new(&board).unwrap();
        prop_assert_eq!(u128::from(index.count()), count_legal(&board));
        let rank = ((index.count() as f64 * fraction) as u64).min(index.count() - 1);
        let position = index.unrank(rank);
        prop_assert!(position.is_legal(&board));
        prop_assert_eq!(index.rank(position), Some(rank));
        let next = index.count().min(rank + 100);
        prop_assert!(index.positions(rank..next).eq((rank..next).map(|rank| index.unrank(rank))));
    }

    #[test]
    fn any_arrangement_has_a_number_exactly_if_it_is_legal(black: u32, white: u32) {
        let board = board("4x5");
        let index = Index::new(&board).unwrap();
        let position = Position {
            black: PointSet::from_bits((black & !white).into()) & board.all(),
            white: PointSet::from_bits(white.into()) & board.all(),
        };
        let rank = index.rank(position);
        prop_assert_eq!(rank.is_some(), position.is_legal(&board));
        if let Some(rank) = rank {
            prop_assert_eq!(index.unrank(rank), position);
        }
    }
}
