//! A session answers as a search of its own for each start does.

use kosolver_board::{Board, Colour, Position, legal_positions};
use kosolver_rules::{Game, Ko, Move, Referee, Ruleset, Suicide};
use kosolver_search::{Certificate, Error, Meter, Outcome, Request, Resources, Session, solve};
use proptest::prelude::*;
use proptest::sample::{select, subsequence};

fn board(name: &str) -> Board {
    name.parse().unwrap()
}

/// Some starts of a small board, in any order, under any rule; Kee's only on the smallest boards.
fn starts() -> impl Strategy<Value = (Game, Vec<(Position, Colour)>)> {
    let boards = select(vec!["1x2", "1x3", "1x4", "1x5", "2x2", "2x3"]);
    let rules = select(Ko::all().flat_map(Ko::readings).collect::<Vec<_>>());
    (boards, rules, select(Suicide::ALL.to_vec())).prop_flat_map(|(name, ko, suicide)| {
        let name = if ko.combines_scores() || ko.has_long_fights() { "1x3" } else { name };
        let board = board(name);
        let all: Vec<(Position, Colour)> = legal_positions(&board)
            .flat_map(|position| Colour::BOTH.map(|colour| (position, colour)))
            .collect();
        let game = Game::new(board, Ruleset::with_suicide(ko, suicide)).unwrap();
        let most = all.len().min(12);
        (Just(game), subsequence(all, 1..=most).prop_shuffle())
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn values_openings_and_lines_do_not_depend_on_what_was_solved_before((game, starts) in starts()) {
        let meter = Meter::default();
        let mut session = Session::with(game.clone(), Resources::default(), &meter);
        for (position, to_move) in starts {
            let request = session.request(position, to_move).unwrap().with_openings(true).with_line(true);
            let (shared, own) = (session.solve(&request).unwrap(), solve(&request, &meter).unwrap());
            prop_assert_eq!(shared.value, own.value);
            prop_assert_eq!(&shared.openings, &own.openings);
            // Ranks depend on what else was solved; the play does its work all the same.
            if game.rules().endless() {
                prop_assert_eq!(shared.line.repeats_after.is_some(), own.line.repeats_after.is_some());
            } else {
                prop_assert_eq!(&shared.line, &own.line);
            }
        }
    }

    /// What follows a first move is worth what the opening says, and a move that keeps the value
    /// is one of the best.
    #[test]
    fn play_goes_on_from_the_middle_of_a_game((game, starts) in starts()) {
        let meter = Meter::default();
        let mut session = Session::with(game.clone(), Resources::default(), &meter);
        for start in starts {
            let request = session.request(start.0, start.1).unwrap().with_openings(true);
            let solution = session.solve(&request).unwrap();
            let moves: Vec<Move> = solution.openings.iter().map(|opening| opening.made).collect();
            let kept = session.keeping(start, &[], &moves, solution.value.worth).unwrap();
            let worth = |made| solution.openings.iter().find(|opening| Some(opening.made) == made);
            prop_assert_eq!(worth(kept).map(|opening| opening.value.worth), moves.first().map(|_| solution.value.worth));
            for opening in &solution.openings {
                let mut referee = Referee::new(game.clone(), start.0, start.1);
                referee.play(opening.made).unwrap();
                let Some(line) = session.continuation(start, &[opening.made]).unwrap() else {
                    prop_assert_eq!(referee.score(), Some(opening.value.worth));
                    continue;
                };
                for made in &line.moves {
                    prop_assert!(referee.play(*made).is_ok());
                }
                match opening.value.outcome {
                    Outcome::NoResult => prop_assert!(line.repeats_after.is_some()),
                    _ => prop_assert_eq!(referee.score(), Some(opening.value.worth)),
                }
            }
        }
    }
}

#[test]
fn effort_is_that_of_one_start() {
    let meter = Meter::default();
    let game = Game::new(board("3x3"), "psk".parse().unwrap()).unwrap();
    let mut session = Session::with(game, Resources::default(), &meter);
    let request = session.request(Position::EMPTY, Colour::Black).unwrap();
    let (first, again) = (session.solve(&request).unwrap().effort, session.solve(&request).unwrap().effort);
    assert!(first.nodes > 100 && first.lemmas > 100, "{first:?}");
    assert_eq!((again.nodes, again.lemmas, again.questions), (0, 0, first.questions), "all is known already");
}

#[test]
#[should_panic(expected = "a session is about one game")]
fn a_session_knows_its_game() {
    let meter = Meter::default();
    let game = |rules: &str| Game::new(board("1x2"), rules.parse().unwrap()).unwrap();
    let mut session = Session::with(game("psk"), Resources::default(), &meter);
    let _ = session.solve(&Request::new(game("ssk"), Position::EMPTY, Colour::Black).unwrap());
}

/// A request brings its resources, and one without any has those of the session.
#[test]
fn a_session_keeps_to_the_resources_of_a_request() {
    let game = Game::new(board("2x5"), "psk".parse().unwrap()).unwrap();
    let (meter, asked) = (Meter::default(), Request::empty(game.clone()));
    let few = Resources::default().with_nodes(Some(20));
    let mut session = Session::with(game.clone(), Resources::default(), &meter);
    let stopped = Err(Error::Nodes { nodes: 20, saved: false });
    assert_eq!(session.solve(&asked.clone().with_resources(few.clone())), stopped);
    // The least memory: less than a certificate of this board needs.
    let little = Resources::default().with_memory(Resources::LEAST_MEMORY).unwrap();
    let proved = asked.clone().with_certificate(true).with_resources(little);
    let refused = Err(Error::Memory { bytes: Resources::LEAST_MEMORY });
    assert_eq!(session.solve(&proved), refused);
    let value = session.solve(&asked).unwrap().value;
    assert_eq!(value, solve(&asked, &meter).unwrap().value);

    let mut session = Session::with(game, few, &meter);
    assert_eq!(session.solve(&asked), stopped);
    let own = asked.with_resources(Resources::default());
    assert_eq!(session.solve(&own).unwrap().value, value);
    assert_eq!(session.value(), Err(Error::Nodes { nodes: 20, saved: false }), "the value is asked for anew");
}

/// A session proves what it has solved, in its own tables, and goes on.
#[test]
fn a_session_writes_certificates() {
    let game = Game::new(board("2x3"), "psk".parse().unwrap()).unwrap();
    let bytes = |certificate: Certificate| certificate.parts().concat();
    let mut session = Session::new(game.clone());
    let value = session.value().unwrap();
    let proved = solve(&Request::empty(game).with_certificate(true), &Meter::default()).unwrap();
    assert_eq!(bytes(session.certificate().unwrap()), bytes(proved.certificate.unwrap()));
    assert_eq!(session.value().unwrap(), value);
    assert!(session.values().unwrap().iter().any(|(_, of)| *of == value));
}
