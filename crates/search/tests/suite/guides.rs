//! Guides change the way, never the answer.

use kosolver_board::{Board, Colour, Interrupt, Position, legal_positions};
use kosolver_rules::{Game, Ruleset, Score, Suicide};
use kosolver_scout::{Lessons, Network, Scout, State};
use kosolver_search::{Error, Guides, Meter, Request, Resources, Session, Solution, solve};

const RULES: [&str; 9] = ["psk", "ssk", "nssk", "fixed", "basic-fixed", "spight", "kee", "kee-2020", "aga"];

/// Starts of small boards have the same value, the same first moves and the same line in a session that makes a table
/// as soon as it has visited enough nodes, and in one without.
#[test]
fn values_do_not_depend_on_tables() {
    for (board, step) in [("2x3", 11), ("2x4", 397), ("star:6", 97)] {
        let board: Board = board.parse().unwrap();
        for rules in RULES {
            for suicide in [Suicide::Forbidden, Suicide::Allowed] {
                let Ok(rules) = rules.parse::<Ruleset>().unwrap().but().suicide(suicide).build() else {
                    continue;
                };
                let game = Game::new(board, rules).unwrap();
                let session = |guides| {
                    let resources = Resources::default().with_guides(guides);
                    Session::with(game.clone(), resources, &Meter::default())
                };
                let mut sessions = [Guides::default(), Guides::none()].map(session);
                let mut nodes = [0; 2];
                for position in legal_positions(&board).step_by(step) {
                    let request = sessions[0].request(position, Colour::Black).unwrap();
                    let request = request.with_openings(true).with_line(true);
                    let [one, other] = sessions.each_mut().map(|session| session.solve(&request).unwrap());
                    nodes = [nodes[0] + one.effort.nodes, nodes[1] + other.effort.nodes];
                    let text = position.text(&board);
                    assert_eq!(one.value, other.value, "{board} {rules} {text}");
                    assert_eq!(one.openings, other.openings, "{board} {rules} {text}");
                    assert_eq!(one.line, other.line, "{board} {rules} {text}");
                }
                assert!(nodes[0] != nodes[1] || nodes[0] < 5000, "{board} {rules}: a table guided it");
            }
        }
    }
}

/// Nor do they depend on what has learned or looked ahead; certificates hold.
#[test]
fn what_has_learned_changes_no_value() {
    nothing_learned_changes_values(&[
        ("2x2", "psk"),
        ("2x2", "kee"),
        ("1x4", "psk komi=1/2"),
        ("1x5", "fixed"),
    ]);
}

#[test]
#[ignore = "slow: test.sh --all runs it"]
fn what_has_learned_changes_no_value_of_larger_boards() {
    nothing_learned_changes_values(&[
        ("2x3", "psk"),
        ("2x3", "kee"),
        ("2x3", "psk komi=1/2"),
        ("3x3", "ssk"),
    ]);
}

fn nothing_learned_changes_values(games: &[(&str, &str)]) {
    for (board, rules) in games {
        let game = Game::new(board.parse().unwrap(), rules.parse().unwrap()).unwrap();
        let learned = || {
            let (board, suicide) = (*game.board(), game.rules().suicide());
            Network::learn(board, suicide, &Lessons::new(200, 1), &Interrupt::default(), &|_| ()).unwrap()
        };
        let session =
            |guides| Session::with(game.clone(), Resources::default().with_guides(guides), &Meter::default());
        let mut plain = session(Guides::none());
        let mut others = [(Some(learned()), None), (Some(learned()), Some(300)), (None, Some(300))]
            .map(|(network, scout)| session(Guides::learned(network, scout, Vec::new())));
        for position in legal_positions(game.board()).step_by(if *board == "3x3" { 1500 } else { 29 }) {
            let request = plain.request(position, Colour::White).unwrap();
            let request = request.with_openings(true).with_line(true).with_certificate(true);
            let expected = plain.solve(&request).unwrap();
            for other in &mut others {
                let found = other.solve(&request).unwrap();
                let shown =
                    |solution: &Solution| (solution.value, solution.openings.clone(), solution.line.clone());
                assert_eq!(
                    shown(&found),
                    shown(&expected),
                    "{board} {rules} {}",
                    position.text(game.board())
                );
                let mut bytes = Vec::new();
                found.certificate.unwrap().write(&mut bytes).unwrap();
                kosolver_checker::verify(&bytes[..]).unwrap();
            }
        }
    }
}

fn small() -> Game {
    Game::new("3x4".parse().unwrap(), "psk".parse().unwrap()).unwrap()
}

/// The nodes that its value takes.
fn nodes(guides: Guides) -> u64 {
    let request = Request::empty(small()).with_resources(Resources::default().with_guides(guides));
    let solution = solve(&request, &Meter::default()).unwrap();
    assert_eq!(solution.value.worth, Score::points(4));
    solution.effort.nodes
}

/// A search that a scout has looked ahead for goes straight.
#[test]
fn looking_ahead_saves_nodes() {
    let (alone, ahead) = (nodes(Guides::none()), nodes(Guides::learned(None, Some(200_000), Vec::new())));
    assert!(2 * ahead < alone, "{ahead} {alone}");
    // On other boards a network is left alone.
    let other = Network::learn(
        "2x2".parse().unwrap(),
        Suicide::Forbidden,
        &Lessons::new(10, 1),
        &Interrupt::default(),
        &|_| (),
    );
    assert_eq!(nodes(Guides::learned(Some(other.unwrap()), None, Vec::new())), nodes(Guides::default()));
}

/// A value takes two questions, and a proof that is given guides the search of its own.
#[test]
fn each_question_has_a_proof_of_its_own() {
    let kept = |score: &i32| {
        let start = State::new(Position::EMPTY, Colour::Black);
        let (mut scout, interrupt) =
            (Scout::new(&small(), *score, None, 1 << 24).unwrap(), Interrupt::default());
        assert_eq!(scout.search(start, 1, 1 << 20, &interrupt, &|_| ()).unwrap(), Some(*score <= 4));
        scout.keep_proof(start, 1 << 24, &interrupt, &|_| ()).unwrap();
        scout
    };
    let given = |scores: &[i32]| nodes(Guides::learned(None, Some(1), scores.iter().map(kept).collect()));
    let [none, one, other, both] = [&[][..], &[4], &[5], &[4, 5]].map(given);
    assert!(
        one < none && ![none, one, other].contains(&both) && other != none,
        "{none} {one} {other} {both}"
    );
}

/// Where the score is that of several positions a scout does not look ahead, whatever is asked for.
#[test]
fn a_scout_is_for_scores_of_one_position() {
    let game = Game::new("2x3".parse().unwrap(), "kee".parse().unwrap()).unwrap();
    let nodes = |scout| {
        let (board, suicide) = (*game.board(), game.rules().suicide());
        let network =
            Network::learn(board, suicide, &Lessons::new(100, 1), &Interrupt::default(), &|_| ()).unwrap();
        let resources = Resources::default().with_guides(Guides::learned(Some(network), scout, Vec::new()));
        let request = Request::empty(game.clone()).with_resources(resources);
        solve(&request, &Meter::default()).unwrap().effort.nodes
    };
    let alone = nodes(None);
    assert_eq!([nodes(Some(50)), nodes(Some(1_000_000))], [alone; 2]);
}

/// What makes a table in time finds the same with one thread, with two, and with so little memory that no table of
/// this board fits.
#[test]
fn a_guide_is_made_where_it_fits() {
    let game = Game::new("3x4".parse().unwrap(), "psk".parse().unwrap()).unwrap();
    let solved = |resources: Resources| {
        let request = Request::empty(game.clone()).with_certificate(true).with_resources(resources);
        let solution = solve(&request, &Meter::default()).unwrap();
        let mut bytes = Vec::new();
        solution.certificate.as_ref().unwrap().write(&mut bytes).unwrap();
        kosolver_checker::verify(&bytes[..]).unwrap();
        solution
    };
    let without = solved(Resources::default().with_guides(Guides::none()));
    let made = solved(Resources::default());
    let two = solved(Resources::default().with_threads(2).unwrap());
    let resources = Resources::default().with_memory(24 << 20).unwrap();
    let little = solve(&Request::empty(game.clone()).with_resources(resources), &Meter::default()).unwrap();
    for solution in [&made, &two, &little] {
        assert_eq!(solution.value, without.value);
    }
    // It is what guides are for.
    assert!(2 * made.effort.nodes < without.effort.nodes, "{} {}", made.effort.nodes, without.effort.nodes);
    assert!(little.effort.nodes > made.effort.nodes);
}

/// Where no table fits, a network learns, also where there is no room for a scout.
#[test]
#[ignore = "slow: test.sh --all runs it"]
fn a_network_guides_where_no_table_fits() {
    let game = Game::new("4x5".parse().unwrap(), "psk".parse().unwrap()).unwrap();
    let position = Position::parse(game.board(), ".X.X./.XXX./...../.....").unwrap();
    // No table of 4x5 fits into so much.
    let solved = |memory: u64, guides| {
        let resources = Resources::default().with_memory(memory).unwrap();
        let resources = resources.with_guides(guides).with_nodes(Some(400_000));
        let request = Request::new(game.clone(), position, Colour::White).unwrap();
        let request = request.with_guess(Some(Score::points(20))).with_resources(resources);
        solve(&request, &Meter::default())
    };
    assert_eq!(solved(400 << 20, Guides::default()).unwrap().value.worth, Score::points(20));
    // Nor a network into this.
    assert!(matches!(solved(300 << 20, Guides::default()), Err(Error::Nodes { .. })));
}
