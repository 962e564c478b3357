//! What a different end of the game changes: `docs/rulesets.md`.

use kosolver_board::{Board, Colour, Position, distinct_positions};
use kosolver_rules::{End, Game, Ko, Ruleset, Score, Suicide};
use kosolver_search::{Meter, Outcome, Request, Resources, Session, Value, solve};

/// The values of all starts of a board with two passes and with four.
fn both(board: Board, rules: Ruleset) -> Vec<(Position, Value, Value)> {
    let meter = Meter::default();
    let session = |end| {
        Session::with(
            Game::new(board, rules.but().end(end).build().unwrap()).unwrap(),
            Resources::default(),
            &meter,
        )
    };
    let (mut two, mut four) = (session(End::TwoPasses), session(End::Agreement));
    let starts = distinct_positions(&board).into_iter();
    let value = |session: &mut Session, position| {
        let request = session.request(position, Colour::Black).unwrap();
        session.solve(&request).unwrap().value
    };
    starts.map(|position| (position, value(&mut two, position), value(&mut four, position))).collect()
}

#[test]
fn an_agreement_phase_changes_scores_where_passes_lift_a_ban() {
    for suicide in Suicide::ALL {
        for ko in Ko::all().filter(|ko| !ko.has_own_end()) {
            let rules = Ruleset::with_suicide(ko, suicide);
            let mut differ = 0;
            for name in ["1x1", "1x2", "1x3", "1x4", "1x5", "1x6", "2x2", "2x3"] {
                let values = both(name.parse().unwrap(), rules);
                differ += values.iter().filter(|(_, two, four)| two != four).count();
            }
            assert_eq!(differ > 0, ko.bans_retaking(), "{rules}: {differ} starts");
        }
    }
}

fn value(board: &str, rules: &str) -> (Score, Outcome) {
    let game = Game::new(board.parse().unwrap(), rules.parse().unwrap()).unwrap();
    let value =
        solve(&Request::new(game, Position::EMPTY, Colour::Black).unwrap(), &Meter::default()).unwrap().value;
    (value.worth, value.outcome)
}

/// The smallest examples, from the empty board.
#[test]
fn ends_that_change_a_score() {
    let score = |points| (Score::points(points), Outcome::Score(Score::points(points)));
    assert_eq!(value("1x2", "basic"), score(0));
    assert_eq!(value("1x2", "basic end=agreement"), (Score::ZERO, Outcome::NoResult));
    for ko in ["basic-fixed", "basic-ko-rules", "configuration-rules"] {
        assert_eq!(value("1x2", &format!("ko={ko}")), score(0), "{ko}");
        assert_eq!(value("1x2", &format!("ko={ko} end=agreement")), score(2), "{ko}");
    }

    let (won, lost) = (Outcome::Win(Colour::Black), Outcome::Win(Colour::White));
    let winners = |rules: &str| ["1x1", "1x2", "1x3", "1x4", "1x5", "1x6"].map(|board| value(board, rules).1);
    assert_eq!(winners("psk end=no-pass"), [lost, lost, won, won, won, won]);
    assert_eq!(winners("psk end=prisoner-return"), [lost, lost, won, won, lost, won]);
    assert_eq!(winners("ssk end=no-pass"), [lost, lost, won, won, won, lost]);
    assert_eq!(winners("ssk end=prisoner-return"), [lost, lost, won, won, lost, won]);

    assert_eq!(value("1x3", "psk"), score(3));
    assert_eq!(value("1x3", "psk ikeda=yes"), score(2));
    assert_eq!(value("2x2", "psk"), score(1));
    for ko in ["spight", "spight-2", "kee", "kee-2020", "kee-2020-03"] {
        assert_eq!(value("2x2", ko), score(0), "{ko}");
    }
}

/// Passes that cost something once only are not all alike, whatever the ko rule.
#[test]
fn an_agreement_phase_changes_scores_under_ikedas_rule() {
    for ko in ["psk", "ssk"] {
        let score = |end: &str| {
            let rules: Ruleset = format!("ko={ko} ikeda=yes end={end}").parse().unwrap();
            let board: Board = "1x2".parse().unwrap();
            let start = Position::parse(&board, "O.").unwrap();
            let request = Request::new(Game::new(board, rules).unwrap(), start, Colour::Black).unwrap();
            solve(&request, &Meter::default()).unwrap().value.worth
        };
        assert_eq!([score("two-passes"), score("agreement")], [1, 2].map(Score::points), "{ko}");
    }
}

/// Under territory scoring the side that a long cycle would cost the game can pass instead.
#[test]
fn no_start_is_won_by_a_long_cycle() {
    for suicide in Suicide::ALL {
        for name in ["1x2", "1x3", "1x4", "2x2"] {
            let board: Board = name.parse().unwrap();
            let rules =
                "basic scoring=territory".parse::<Ruleset>().unwrap().but().suicide(suicide).build().unwrap();
            let meter = Meter::default();
            let mut session = Session::with(Game::new(board, rules).unwrap(), Resources::default(), &meter);
            for position in distinct_positions(&board) {
                let request = session.request(position, Colour::Black).unwrap();
                let worth = session.solve(&request).unwrap().value.worth;
                let most = u32::from(board.points()) + position.occupied().len();
                assert!(worth.abs() <= Score::points(most as i32), "{name} {}", position.text(&board));
            }
        }
    }
}
