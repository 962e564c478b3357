//! Equivalence scoring counts what area scoring counts: played out on random games of every ko rule
//! that it goes with. `docs/rulesets.md` proves it.

use kosolver_board::{Board, Colour, Position, legal_positions};
use kosolver_rules::{Game, Ko, Move, Referee, Ruleset, Score, Scoring, Suicide};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};

/// Rulesets with equivalence scoring, Ikeda's rule in half of them.
fn rulesets() -> Vec<Ruleset> {
    Ruleset::kinds().into_iter().filter(|rules| rules.scoring() == Scoring::Equivalence).collect()
}

fn starts() -> impl Strategy<Value = (Board, Position, Colour)> {
    select(vec!["1x2", "1x3", "1x5", "2x2", "2x3", "3x3"]).prop_flat_map(|board| {
        let board: Board = board.parse().unwrap();
        let positions: Vec<Position> = legal_positions(&board).collect();
        let position = prop_oneof![Just(Position::EMPTY), select(positions)];
        (Just(board), position, select(Colour::BOTH.to_vec()))
    })
}

#[test]
fn every_rule_that_scores_one_position_is_tried() {
    let tried: std::collections::BTreeSet<&str> = rulesets().iter().map(|rules| rules.ko().name()).collect();
    let rest: Vec<&str> = Ko::all().map(|ko| ko.name()).filter(|name| !tried.contains(name)).collect();
    assert_eq!(rest, ["kee", "primitive"]);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 10_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn equivalence_counts_what_area_counts(
        (board, position, to_move) in starts(),
        rules in select(rulesets()),
        suicide in select(&Suicide::ALL[..]),
        handicap in prop_oneof![2 => Just(0), 1 => 1..=3_u8],
        choices in vec((prop::bool::weighted(0.3), any::<Index>()), 200),
    ) {
        let handicap = handicap.min(board.points() - 1);
        let equivalence = rules.but().suicide(suicide).handicap(handicap).build().unwrap();
        let area = equivalence.but().scoring(Scoring::Area).build().unwrap();
        let referee = |rules| Referee::new(Game::new(board, rules).unwrap(), position, to_move);
        let (mut one, mut other) = (referee(equivalence), referee(area));
        for (pass, index) in &choices {
            let moves: Vec<Move> = one.legal_steps().iter().map(|step| step.made).collect();
            let same: Vec<Move> = other.legal_steps().iter().map(|step| step.made).collect();
            prop_assert_eq!(&moves, &same);
            if moves.is_empty() {
                break;
            }
            let made = if *pass && moves.contains(&Move::Pass) { Move::Pass } else { *index.get(&moves) };
            prop_assert!(one.play(made).is_ok() && other.play(made).is_ok());
            // Handicap stones are moves that White did not answer and did not pay for.
            let stones = Score::points(i32::from(handicap.saturating_sub(1)));
            prop_assert_eq!(one.score(), other.score().map(|score| score - stones));
        }
    }
}
