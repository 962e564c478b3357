//! Solver and checker agree: the certificate of a value found from a random start position,
//! under every ko rule, proves that value to a checker that shares no code with the search.

use kosolver_board::{Board, Colour, Position, legal_positions};
use kosolver_checker::Proved;
use kosolver_rules::{Game, Ko, Ruleset, Score, Suicide};
use kosolver_search::{Meter, Request, solve};
use proptest::prelude::*;
use proptest::sample::select;

fn start() -> impl Strategy<Value = (Board, Position, Colour)> {
    select(vec!["1x1", "1x3", "1x4", "1x5", "2x2", "2x3"]).prop_flat_map(|board| {
        let board: Board = board.parse().unwrap();
        let positions: Vec<Position> = legal_positions(&board).collect();
        (Just(board), select(positions), select(Colour::BOTH.to_vec()))
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_certificate_proves_its_value(
        (board, position, to_move) in start(),
        ko in select(Ko::all().flat_map(Ko::readings).collect::<Vec<_>>()),
        suicide in select(Suicide::ALL.to_vec()),
        halves in -3..=3_i64,
    ) {
        // Kee's rules only where they are quick from every position.
        prop_assume!(!(ko.combines_scores() || ko.has_long_fights()) || board.points() <= 4 && board.rows() == 1);
        let komi = if ko.win_or_loss() { Score::ZERO } else { Score::fraction(halves, 2) };
        let game = Game::new(board, Ruleset::with(ko).suicide(suicide).komi(komi).build().unwrap()).unwrap();
        let request = Request::new(game.clone(), position, to_move).unwrap().with_certificate(true);
        let solution = solve(&request, &Meter::default()).unwrap();
        let mut bytes = Vec::new();
        solution.certificate.unwrap().write(&mut bytes).unwrap();
        let verified = kosolver_checker::verify(&bytes[..]).unwrap_or_else(|error| panic!("{}: {error}", *game.rules()));
        prop_assert_eq!(verified.game, game);
        prop_assert_eq!((verified.position, verified.to_play), (position, to_move));
        match solution.value.bounds {
            Some((lower, upper)) => prop_assert_eq!(verified.value, Proved::Bounds(lower, upper)),
            None => prop_assert_eq!(verified.value, Proved::Score(solution.value.worth)),
        }
    }
}
