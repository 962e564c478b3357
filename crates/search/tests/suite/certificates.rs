//! What the search writes the checker verifies, under every kind of rules on the smallest boards.

use std::time::Duration;

use kosolver_board::{Colour, Position, legal_positions};
use kosolver_checker::{Proved, verify};
use kosolver_rules::{Compensation, Game, Ruleset, Suicide};
use kosolver_search::{Error, Guides, Meter, Request, Resources, Solution, solve};

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

/// What lemmas rest on is found again in the tables, whether a scout has looked ahead or not, and after a checkpoint:
/// all certificates prove the same.
#[test]
fn what_a_certificate_rests_on_is_found_again() {
    let (folder, mut differ, mut resumed) = (tempfile::tempdir().unwrap(), false, 0);
    let games = ["psk", "ssk", "nssk", "spight", "basic-fixed", "fixed", "psk komi=1/2", "kee", "kee-2020"];
    let boards = [("2x2", 5), ("2x3", 31), ("1x5", 23), ("3x3", 1201), ("2x4", 701), ("3x4", 50_001)];
    for ((rules, (board, apart)), number) in
        games.into_iter().flat_map(|rules| boards.map(|board| (rules, board))).zip(0..)
    {
        let game = Game::new(board.parse().unwrap(), rules.parse().unwrap()).unwrap();
        for (start, position) in legal_positions(game.board()).step_by(apart).enumerate() {
            // Fights take long under some rules.
            let two = start % 2 == 1 && !["fixed", "kee", "kee-2020"].contains(&rules);
            let resources = Resources::default()
                .with_threads(1 + usize::from(two))
                .unwrap()
                .with_nodes((!two).then_some(20_000))
                .with_guides(Guides::learned(None, Some(2_000), Vec::new()));
            let mover = if start % 3 == 0 { Colour::Black } else { Colour::White };
            let request = Request::new(game.clone(), position, mover).unwrap().with_certificate(true);
            let found = match solve(&request.clone().with_resources(resources.clone()), &Meter::default()) {
                Err(Error::Nodes { .. }) => continue,
                found => found.unwrap(),
            };
            let alone = resources.clone().with_nodes(Some(10_000)).with_guides(Guides::none());
            let alone = match solve(&request.clone().with_resources(alone), &Meter::default()) {
                Err(Error::Nodes { .. }) => continue,
                alone => alone.unwrap(),
            };
            assert_eq!(found.value, alone.value, "{game} {}", position.text(game.board()));
            let checkpoint = folder.path().join(format!("{number}-{start}"));
            let saved = |nodes, resume| {
                let resources = resources.clone().with_nodes(Some(nodes));
                let every = Duration::from_secs(3600);
                let resources = resources.with_checkpoint(checkpoint.clone(), every, resume);
                solve(&request.clone().with_resources(resources), &Meter::default())
            };
            if let Err(Error::Nodes { saved: true, .. }) = saved(found.effort.nodes / 2, false) {
                let gone_on = saved(400_000, true).unwrap();
                assert_eq!(found.value, gone_on.value, "{game} {}", position.text(game.board()));
                verified(&game, gone_on);
                resumed += 1;
            }
            differ |= verified(&game, found) != verified(&game, alone);
        }
    }
    assert!(differ && resumed > 100, "a scout changed nothing, or it was after {resumed} checkpoints alone");
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
