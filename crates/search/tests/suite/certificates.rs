//! What the search writes the checker verifies, under every kind of rules on the smallest boards.

use kosolver_board::{Colour, Position};
use kosolver_checker::{Proved, verify};
use kosolver_rules::{Compensation, Game, Ruleset, Suicide};
use kosolver_search::{Error, Meter, Request, Resources, Solution, solve};

/// Beyond, a board is left out: some fights take hours.
const NODES: u64 = 1_000_000;

/// Solves the empty board and verifies the certificate; false if it takes too long.
fn proved(board: &str, rules: Ruleset, threads: usize) -> bool {
    let game = Game::new(board.parse().unwrap(), rules).unwrap();
    let nodes = (threads == 1).then_some(NODES);
    let resources = Resources::default().with_threads(threads).unwrap().with_nodes(nodes);
    let request = Request::new(game, Position::EMPTY, Colour::Black)
        .unwrap()
        .with_certificate(true)
        .with_resources(resources);
    let solution = match solve(&request, &Meter::default()) {
        Err(Error::Nodes { .. }) => return false,
        other => other.unwrap_or_else(|error| panic!("{board} {rules}: {error}")),
    };
    verified(request.game(), solution);
    true
}

/// The certificate of a solution, which proves its value.
pub fn verified(game: &Game, solution: Solution) -> Vec<u8> {
    let mut file = Vec::new();
    solution.certificate.unwrap().write(&mut file).unwrap();
    let verified = verify(&file[..]).unwrap_or_else(|error| panic!("{game}: {error}"));
    let value = match solution.value.bounds {
        Some((lower, upper)) => Proved::Bounds(lower, upper),
        None => Proved::Score(solution.value.worth),
    };
    assert_eq!((&verified.game, verified.value), (game, value));
    file
}

#[test]
fn certificates_of_every_kind_of_rules_are_verified() {
    for rules in Ruleset::kinds() {
        for suicide in Suicide::ALL {
            for board in ["1x1", "1x2", "1x3"] {
                for threads in [1, 2] {
                    let rules = rules.but().suicide(suicide).build().unwrap();
                    assert!(proved(board, rules, threads), "{board} {rules}");
                }
            }
        }
    }
}

/// On 2x2 rules with long fights take hours, Kee's readings in which a cycle counts a million nodes.
#[test]
fn certificates_of_four_points_are_verified() {
    for rules in Ruleset::kinds() {
        assert!(proved("1x4", rules, 1) && proved("1x4", rules, 2), "1x4 {rules}");
        if !rules.ko().has_long_fights() && !rules.ko().name().ends_with("cycle") {
            assert!(proved("2x2", rules, 1), "2x2 {rules}");
        }
    }
}

/// Black's stones come first; one point at least stays empty.
#[test]
fn certificates_of_handicaps_are_verified() {
    for rules in Ruleset::kinds() {
        for (handicap, board) in [(1, "1x2"), (1, "1x3"), (2, "1x3"), (2, "1x4"), (3, "1x4")] {
            for compensation in Compensation::ALL {
                let rules = rules.but().handicap(handicap).compensation(compensation).build();
                if let Ok(rules) = rules {
                    assert!(proved(board, rules, 1), "{board} {rules}");
                }
            }
        }
    }
}
