//! Boards on which fights are very long (`docs/kee.md`).

use std::num::NonZeroU64;

use kosolver_rules::{Game, Score};
use kosolver_search::{Meter, Request, Resources, solve};

/// Kee's rules of 2007: on 2x2 Black gets a point, whether suicide is allowed or not.
#[test]
fn two_by_two_is_worth_a_point() {
    for rules in ["kee-2007", "ko=kee-2007 suicide=allowed"] {
        let game = Game::new("2x2".parse().unwrap(), rules.parse().unwrap()).unwrap();
        let resources = Resources::default().with_begin_again(NonZeroU64::new(20_000));
        let request = Request::empty(game).with_guess(Some(Score::points(1))).with_resources(resources);
        assert_eq!(solve(&request, &Meter::default()).unwrap().value.worth, Score::points(1), "{rules}");
    }
}
