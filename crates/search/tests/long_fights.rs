//! What is known of boards on which fights are too long to be solved (`docs/kee.md`).

use kosolver_rules::{Game, Score};
use kosolver_search::{Error, Meter, Request, Resources, solve};

/// What is known of the value when so many nodes have been visited, if this score is asked for first.
fn bounds(board: &str, guess: i32, nodes: u64) -> (Option<Score>, Option<Score>) {
    let game = Game::new(board.parse().unwrap(), "kee-2007".parse().unwrap()).unwrap();
    let resources = Resources::default().with_nodes(Some(nodes));
    let request = Request::empty(game).with_guess(Some(Score::points(guess))).with_resources(resources);
    let meter = Meter::default();
    assert!(matches!(solve(&request, &meter), Err(Error::Nodes { .. })));
    meter.bounds()
}

/// Kee's rules of 2007: on 2x2 Black gets at least -1 and at most 1.
#[test]
fn bounds_of_two_by_two() {
    assert_eq!(bounds("2x2", -1, 5_000).0, Some(Score::points(-1)));
    assert_eq!(bounds("2x2", 2, 5_000).1, Some(Score::points(1)));
}
