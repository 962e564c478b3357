//! Whole rulesets compared, with both players to move, held against solutions found one by one.

use kosolver_board::{Board, Colour, Position, distinct_positions};
use kosolver_report::{Comparison, Format, WIDTH};
use kosolver_rules::{Game, Ruleset, Score};
use kosolver_search::{Meter, Request, solve};
use kosolver_study::{Census, Column};

use crate::parting;

use parting::check_parting;

fn compared(boards: &[&str], rulesets: &[&str]) -> Comparison {
    let columns: Vec<Column> = rulesets.iter().map(|text| Column::named(text).unwrap()).collect();
    let boards = boards.iter().map(|board| (board.parse().unwrap(), columns.clone())).collect();
    let census = Census { boards };
    let tasks = census.tasks();
    let done = std::sync::atomic::AtomicUsize::new(0);
    let count = |_: Option<&str>| {
        done.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
    };
    let comparison = census.solve(&Meter::default(), &count).unwrap();
    assert_eq!(done.into_inner(), tasks);
    comparison
}

fn game(board: &Board, rules: &str) -> Game {
    Game::new(*board, Ruleset::named(rules).unwrap()).unwrap()
}

fn value(board: &Board, rules: &str, position: Position, first: Colour) -> Score {
    let request = Request::new(game(board, rules), position, first).unwrap();
    solve(&request, &Meter::default()).unwrap().value.worth
}

/// Komi, Ikeda's rule, pass stones and prisoners, long cycles with a worth, and who wins.
const UNFAIR: [&str; 6] = [
    "ko=psk komi=1/2",
    "ikeda-area-3",
    "aga",
    "ko=basic scoring=territory no-result=1",
    "no-pass",
    "tromp-taylor",
];

#[test]
fn both_players_start_where_rules_do_not_treat_them_alike() {
    let comparison = compared(&["1x3", "1x4", "2x2"], &UNFAIR);
    for compared in &comparison.boards {
        assert!(compared.both_to_play);
        let positions = distinct_positions(&compared.board);
        assert_eq!(compared.starts, 2 * positions.len());
        let starts = positions.iter().flat_map(|position| Colour::BOTH.map(|first| (*position, first)));
        let starts: Vec<(Position, Colour)> = starts.collect();
        let values: Vec<Vec<Score>> = UNFAIR
            .iter()
            .map(|rules| {
                let value =
                    |(position, first): &(Position, Colour)| value(&compared.board, rules, *position, *first);
                starts.iter().map(value).collect()
            })
            .collect();
        for pair in &compared.pairs {
            let places =
                pair.rules.each_ref().map(|name| UNFAIR.iter().position(|rules| rules == name).unwrap());
            let [one, other] = places.map(|place| &values[place]);
            // Without scores only who wins is compared.
            let sign = |score: &Score| score.cmp(&Score::ZERO);
            let winning = pair.rules.iter().any(|name| name == "no-pass");
            let differs = |(a, b): &(&Score, &Score)| if winning { sign(a) != sign(b) } else { a != b };
            let differ: Vec<bool> = one.iter().zip(other).map(|pair| differs(&pair)).collect();
            assert_eq!(pair.differ, differ.iter().filter(|differs| **differs).count(), "{:?}", pair.rules);
            let first = differ.iter().position(|differs| *differs).map(|place| starts[place]);
            let named = pair.smallest.as_ref().map(|separator| {
                (Position::parse(&compared.board, &separator.position).unwrap(), separator.to_play.unwrap())
            });
            assert_eq!(named, first, "{:?}", pair.rules);
        }
    }
}

#[test]
fn every_parting_of_rulesets_is_as_it_says() {
    let comparison = compared(&["1x3", "1x4", "2x2"], &UNFAIR);
    let mut white = 0;
    for compared in &comparison.boards {
        for pair in &compared.pairs {
            for separator in [&pair.smallest, &pair.swing].into_iter().flatten() {
                check_parting(&compared.board, pair, separator, |rules| game(&compared.board, rules));
                white += usize::from(separator.first() == Colour::White);
            }
        }
    }
    assert!(white > 5, "only {white} with White to move");
    let json = serde_json::to_string(&comparison).unwrap();
    assert_eq!(serde_json::from_str::<Comparison>(&json).unwrap(), comparison);
    for format in Format::ALL {
        let text = format.comparison(&comparison, WIDTH).unwrap();
        assert!(text.contains("ikeda-area-3") && text.contains("white"), "{format}");
    }
}

/// Such a ruleset begins with the empty board or with the stones on it.
#[test]
fn handicap_stones_belong_to_the_start() {
    let rulesets = ["ko=psk handicap=1 compensation=K", "ko=psk handicap=1"];
    let comparison = compared(&["2x2"], &rulesets);
    let board = &comparison.boards[0];
    assert_eq!((board.starts, board.both_to_play), (2, true));
    assert_eq!((board.pairs[0].differ, board.pairs[0].largest), (2, Score::points(1)));
    let starts: Vec<_> =
        board.separators.iter().map(|start| (start.position.as_str(), start.first())).collect();
    assert_eq!(starts, [("../..", Colour::Black)]);
}

#[test]
fn rules_that_are_the_same_for_both_players_have_black_to_move() {
    let comparison = compared(&["1x4"], &["tromp-taylor", "ko=psk scoring=stones", "ssk"]);
    let board = &comparison.boards[0];
    assert!(!board.both_to_play);
    assert_eq!(board.starts, distinct_positions(&board.board).len());
    assert!(board.separators.iter().all(|start| start.to_play.is_none()));
}
