//! The front door: a game that is played and asked about.

use std::time::Duration;

use kosolver::search::reference;
use kosolver::{
    Colour, Error, Game, Guides, Meter, Move, NamedMove, Outcome, Position, Request, Resources, Score,
    Session, Solution, Value, solve_request, verify,
};
use proptest::prelude::*;
use proptest::sample::{Index, select};

fn session(board: &str, rules: &str) -> Session {
    Session::new(Game::new(board.parse().unwrap(), rules.parse().unwrap()).unwrap())
}

fn is_send<T: Send + 'static>(_: &T) {}

/// A session may be made in one thread and used in another.
#[test]
fn a_session_moves_between_threads() {
    let mut game = session("2x2", "psk");
    is_send(&game);
    game.play("A1").unwrap();
    let value = std::thread::spawn(move || game.value().unwrap()).join().unwrap();
    assert_eq!(value.to_string(), "1");
}

/// On 1x2 the recapture is prohibited by the game's own history, so the value depends on it.
#[test]
fn the_history_of_the_game_counts() {
    let mut game = session("1x2", "psk");
    for made in ["A1", "B1"] {
        game.play(made).unwrap();
    }
    assert_eq!(game.value().unwrap().to_string(), "-2");
    let candidates = game.candidates();
    assert_eq!(candidates[0].made.to_string(), "A1");
    assert_eq!(
        candidates[0].illegal.as_ref().unwrap().to_string(),
        "black A1 is prohibited by positional superko: the position X. has occurred before, by move 1"
    );
    assert_eq!(candidates[1].illegal, None, "the pass is legal");
    assert!(matches!(game.play("A1"), Err(Error::Illegal { number: 3, .. })));
    assert_eq!(game.undo().unwrap(), Move::Play(kosolver::Point::new(1)));

    // The same position with White to move, but without the history: Black may recapture.
    game.restart(Position::parse(game.game().board(), ".O").unwrap(), Colour::Black).unwrap();
    assert_eq!(game.value().unwrap().to_string(), "2");
    assert!(game.play("C1").unwrap_err().to_string().contains("C1"), "there is no such point");
}

#[test]
fn a_game_that_is_over_has_its_score() {
    for (board, rules, moves, value) in [
        ("1x2", "psk", "pass pass", "0"),
        ("1x3", "basic", "B1 pass pass", "3"),
        ("complete:3", "ko=basic scoring=territory", "pass 3 1 2 1 3 2 3", "NR"),
        ("1x1", "primitive", "", "white wins"),
    ] {
        let mut game = session(board, rules);
        for made in moves.split_whitespace() {
            game.play(made).unwrap();
        }
        assert!(game.referee().outcome().is_some());
        assert_eq!(game.value().unwrap().to_string(), value, "{board} {rules} {moves}");
        assert_eq!(game.values().unwrap(), []);
        assert_eq!(game.best_line().unwrap().to_string(), "");
        // A start without a legal move has a proof like any other.
        assert_eq!(matches!(game.certificate(), Err(Error::Over)), !moves.is_empty());
    }
}

#[test]
fn budgets_end_a_search_and_the_session_goes_on() {
    let meter = Meter::default();
    let game = Game::new("4x4".parse().unwrap(), "psk".parse().unwrap()).unwrap();
    let resources = Resources::default().with_nodes(Some(2000));
    let mut few = Session::with(game.clone(), resources, &meter);
    assert_eq!(few.value(), Err(Error::Nodes { nodes: 2000, saved: false }));
    let time = Duration::from_millis(500);
    // Without a guide: to make one takes longer, and visits no node.
    let resources = Resources::default().with_time(Some(time)).with_guides(Guides::none());
    let mut short = Session::with(game, resources, &meter);
    assert_eq!(short.value(), Err(Error::Time { time }));
    let (least, greatest) = meter.bounds();
    assert!(least < greatest && meter.nodes() > 0);
    // A small question is answered all the same.
    let full = Position::parse(few.game().board(), "X.X./XXXX/XXXX/XXXX").unwrap();
    few.restart(full, Colour::White).unwrap();
    assert_eq!(few.value().unwrap().to_string(), "16");

    // A tablebase is stopped too, and by the same handle.
    let meter = Meter::default();
    let game = Game::new("4x5".parse().unwrap(), "basic".parse().unwrap()).unwrap();
    let resources = Resources::default().with_memory(8 << 30).unwrap();
    let mut large = Session::with(game, resources, &meter);
    let interrupt = meter.interrupt_handle().clone();
    let stopper = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(50));
        interrupt.stop();
    });
    assert_eq!(large.value(), Err(Error::Interrupted { saved: false }));
    stopper.join().unwrap();
}

#[test]
fn results_are_read_as_they_were_written() {
    for (board, rules) in [("2x2", "psk"), ("1x5", "basic"), ("1x3", "primitive"), ("2x2", "kee:sum")] {
        let game = Game::new(board.parse().unwrap(), rules.parse().unwrap()).unwrap();
        let request = Request::empty(game).with_openings(true).with_line(true).with_certificate(true);
        let solution = solve_request(&request, &Meter::default()).unwrap();
        let json = serde_json::to_string(&solution).unwrap();
        assert_eq!(serde_json::from_str::<Solution>(&json).unwrap(), solution);
    }
    let mut game = session("2x2", "psk");
    let values = game.values().unwrap();
    let json = serde_json::to_string(&values).unwrap();
    assert_eq!(serde_json::from_str::<Vec<(NamedMove, Value)>>(&json).unwrap(), values);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    /// Whatever has been played and asked before, the value of the game as it stands is that of the
    /// reference solver, which has no memory; the moves' values fit it, and its certificate holds.
    #[test]
    fn every_moment_of_a_random_game_has_the_right_value(
        board in select(vec!["1x2", "1x3", "1x4", "2x2"]),
        rules in select(vec!["psk", "ssk", "nssk", "fixed", "spight", "kee", "basic", "aga", "japanese-kgs"]),
        choices in prop::collection::vec((any::<Index>(), any::<bool>()), 1..14),
    ) {
        prop_assume!(board != "2x2" || !["kee", "japanese-kgs"].contains(&rules));
        let mut session = session(board, rules);
        for (choice, back) in choices {
            if session.referee().score().is_some() || (back && session.undo().is_some()) {
                continue;
            }
            let values = session.values().unwrap();
            let value = session.value().unwrap();
            let worths = values.iter().map(|(_, value)| value.worth);
            let black = session.referee().node().to_move == Colour::Black;
            prop_assert_eq!(if black { worths.max() } else { worths.min() }, Some(value.worth));

            let facts: Vec<_> = session.referee().facts().copied().collect();
            let found = reference::value(session.game(), session.referee().node(), &facts, 20_000);
            if let (Some(found), false) = (found, value.outcome == Outcome::NoResult) {
                prop_assert_eq!(value.worth, found, "{} {} {:?}", board, rules, session.played());
            }
            let mut file = Vec::new();
            session.certificate().unwrap().write(&mut file).unwrap();
            let verified = verify(&file[..]).unwrap();
            prop_assert_eq!(&verified.moves, &session.played());

            let made = choice.get(&values).0.made();
            session.make(made).unwrap();
        }
    }

    /// A score is what it says.
    #[test]
    fn scores_print_as_they_are_read(halves in -20..=20_i64) {
        let score = Score::fraction(halves, 2);
        prop_assert_eq!(score.to_string().parse(), Ok(score));
    }
}
