//! What a different end of the game changes.

use board::{Board, Colour, distinct_positions};
use rules::{End, Game, Ko, Ruleset, Suicide};
use search::{Meter, Session};

#[test]
#[ignore]
fn explore() {
    for suicide in [Suicide::Forbidden, Suicide::Allowed] {
        for ko in Ko::all().filter(|ko| !ko.has_own_end()) {
            let mut total = 0;
            let mut differ = 0;
            let mut shown = 0;
            for name in ["1x1", "1x2", "1x3", "1x4", "1x5", "2x2", "1x6", "2x3"] {
                let board: Board = name.parse().unwrap();
                let meter = Meter::default();
                let two = Ruleset { suicide, ..Ruleset::new(ko) };
                let four = Ruleset { end: End::Agreement, ..two };
                let mut one = Session::new(Game::new(board, two), &meter).unwrap();
                let mut other = Session::new(Game::new(board, four), &meter).unwrap();
                for position in distinct_positions(&board) {
                    let a = one.request(position, Colour::Black);
                    let b = other.request(position, Colour::Black);
                    let (a, b) = (one.solve(&a).unwrap().value, other.solve(&b).unwrap().value);
                    total += 1;
                    if a.worth != b.worth || a.outcome != b.outcome || a.bounds != b.bounds {
                        differ += 1;
                        if shown < 4 {
                            shown += 1;
                            println!("{suicide} {ko} {name} {}: two {a:?} four {b:?}", position.text(&board));
                        }
                    }
                }
            }
            println!("{suicide} {ko}: {differ} of {total}");
        }
    }
}
