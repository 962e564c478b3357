//! Handicap stones on boards that have no room for them.

use kosolver_board::Board;
use kosolver_rules::{Game, Score};
use kosolver_search::{Error, Meter, Request, solve};

fn solved(board: &str, rules: &str) -> Result<Score, Error> {
    let board: Board = board.parse().unwrap();
    let request = Request::empty(Game::new(board, rules.parse().unwrap())?);
    solve(&request, &Meter::default()).map(|solution| solution.value.worth)
}

/// On an edge and a point by itself only one stone can stand: every other would have no liberty.
#[test]
fn every_part_of_the_board_keeps_a_point_empty() {
    // White takes the stone, and two points with it; the third belongs to nobody.
    assert_eq!(solved("graph6:B_", "psk handicap=1 komi=-10"), Ok(Score::points(8)));
    for rules in ["psk handicap=2", "psk handicap=2 komi=-10", "primitive handicap=2"] {
        let error = solved("graph6:B_", rules).unwrap_err().to_string();
        assert!(error.contains("there is room for 1"), "{error}");
    }
    assert!(solved("1x5", "psk handicap=5").is_err());
    assert!(solved("1x5", "psk handicap=4").is_ok());
}
