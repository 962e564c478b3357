//! Boards on which fights are very long (`docs/kee.md`).

use kosolver_rules::{Game, Score};
use kosolver_search::{Meter, Request, solve};

/// Kee's rules of 2007: on 2x2 Black gets a point, whether suicide is allowed or not.
#[test]
fn two_by_two_is_worth_a_point() {
    for rules in ["kee-2007", "ko=kee-2007 suicide=allowed"] {
        let game = Game::new("2x2".parse().unwrap(), rules.parse().unwrap()).unwrap();
        let solution = solve(&Request::empty(game), &Meter::default()).unwrap();
        assert_eq!(solution.value.worth, Score::points(1), "{rules}");
    }
}
