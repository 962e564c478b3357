//! Where ko rules differ, held against solutions found one by one.

use kosolver_board::{Board, Colour, Position, distinct_positions};
use kosolver_report::{Comparison, Event, Format, Pair, WIDTH};
use kosolver_rules::{Game, Move, Referee, Score, Suicide};
use kosolver_search::{Meter, Request, reference, solve};
use kosolver_study::{Census, Column};

use crate::parting;

use parting::check_parting;

fn compared(boards: &[&str], rules: &str) -> Comparison {
    let column = |ko: &str| Column::of_ko(ko.parse().unwrap(), Suicide::Forbidden);
    solved(boards, rules.split(',').map(column).collect())
}

fn solved(boards: &[&str], columns: Vec<Column>) -> Comparison {
    let boards = boards.iter().map(|board| (board.parse().unwrap(), columns.clone())).collect();
    let census = Census { boards };
    census.check().unwrap();
    census.solve(&Meter::default(), &|_| ()).unwrap()
}

fn game(board: &str, ko: &str) -> Game {
    Game::new(board.parse().unwrap(), ko.parse().unwrap()).unwrap()
}

fn pair<'a>(comparison: &'a Comparison, board: &str, rules: [&str; 2]) -> &'a Pair {
    let board = comparison.boards.iter().find(|compared| compared.board.to_string() == board).unwrap();
    board.pairs.iter().find(|pair| pair.rules == rules).unwrap()
}

fn value(board: &str, ko: &str, position: Position) -> Score {
    let request = Request::new(game(board, ko), position, Colour::Black).unwrap();
    solve(&request, &Meter::default()).unwrap().value.worth
}

/// Whether positional and situational superko differ in more than the moves they prohibit is asked
/// at Sensei's Library ("Strategic difference between Superko variants"). They do from 1x6 and 2x3
/// on, and on no smaller board; on 1x6 from a single start.
#[test]
fn positional_and_situational_superko_part_first_on_1x6_and_2x3() {
    let comparison = compared(&["1x2", "1x3", "1x4", "1x5", "1x6", "2x2", "2x3"], "psk,ssk");
    for board in ["1x2", "1x3", "1x4", "1x5", "2x2"] {
        assert_eq!(pair(&comparison, board, ["psk", "ssk"]).differ, 0, "{board}");
    }
    for (board, differ, position, psk, ssk) in [("1x6", 1, "X.X.X.", 1, 6), ("2x3", 3, "OO./...", 0, 1)] {
        let pair = pair(&comparison, board, ["psk", "ssk"]);
        assert_eq!(pair.differ, differ, "{board}");
        let separator = pair.smallest.as_ref().unwrap();
        assert_eq!(separator.position, position);
        let start = Position::parse(&board.parse().unwrap(), position).unwrap();
        for (ko, expected) in [("psk", psk), ("ssk", ssk)] {
            assert_eq!(value(board, ko, start), Score::points(expected), "{board} {position} {ko}");
        }
        let Event::Prohibited { by, reason, .. } = &separator.parting.event else { panic!("{separator:?}") };
        assert_eq!(by, "psk");
        assert!(reason.contains("prohibited by positional superko"), "{reason}");
    }
}

/// The same by the plain search of the whole tree, which knows neither lemmas nor symmetries.
#[test]
fn the_reference_solver_separates_superkos_on_two_points() {
    let comparison = compared(&["1x2"], "psk,nssk");
    let pair = pair(&comparison, "1x2", ["psk", "nssk"]);
    assert_eq!((pair.differ, pair.sum, pair.largest), (2, Score::points(8), Score::points(4)));
    let board: Board = "1x2".parse().unwrap();
    let separator = pair.smallest.as_ref().unwrap();
    let start = Position::parse(&board, &separator.position).unwrap();
    for (ko, expected) in [("psk", 2), ("nssk", -2)] {
        let game = game("1x2", ko);
        let (node, facts) = game.start(start, Colour::Black);
        assert_eq!(reference::value(&game, &node, &facts, 100_000), Some(Score::points(expected)), "{ko}");
    }
}

const BOARDS: [&str; 5] = ["1x2", "1x4", "1x5", "2x2", "2x3"];

fn everything() -> (Vec<&'static str>, Comparison) {
    let rules: Vec<&str> =
        Census::default_rules(&"2x3".parse().unwrap()).iter().map(|ko| ko.name()).collect();
    let comparison = compared(&BOARDS, &rules.join(","));
    (rules, comparison)
}

#[test]
fn the_matrix_is_what_single_solutions_make_it() {
    let (rules, comparison) = everything();
    for compared in &comparison.boards {
        let starts = distinct_positions(&compared.board);
        assert_eq!(compared.starts, starts.len());
        let values = |ko: &str| -> Vec<Score> {
            starts.iter().map(|start| value(&compared.board.to_string(), ko, *start)).collect()
        };
        let values: Vec<Vec<Score>> = rules.iter().map(|ko| values(ko)).collect();
        let index = |name: &str| rules.iter().position(|ko| *ko == name).unwrap();
        for pair in &compared.pairs {
            let [one, other] = pair.rules.each_ref().map(|name| &values[index(name)]);
            let differences: Vec<Score> = one.iter().zip(other).map(|(a, b)| (*a - *b).abs()).collect();
            let board = &compared.board;
            assert_eq!(
                pair.differ,
                differences.iter().filter(|d| **d > Score::ZERO).count(),
                "{board} {:?}",
                pair.rules
            );
            assert_eq!(pair.sum, differences.iter().fold(Score::ZERO, |sum, d| sum + *d));
            assert_eq!(Some(&pair.largest), differences.iter().max());
            let first = starts.iter().zip(&differences).find(|(_, d)| **d > Score::ZERO);
            let text = first.map(|(start, _)| start.text(board));
            assert_eq!(pair.smallest.as_ref().map(|separator| separator.position.clone()), text);
        }
        let agreed =
            (0..starts.len()).filter(|&start| values.iter().all(|column| column[start] == values[0][start]));
        assert_eq!(compared.agreed, agreed.count());
    }
}

#[test]
fn every_parting_is_as_it_says() {
    let (_, comparison) = everything();
    let mut checked = 0;
    for compared in &comparison.boards {
        for pair in &compared.pairs {
            for separator in [&pair.smallest, &pair.swing].into_iter().flatten() {
                assert_eq!(separator.to_play, None);
                check_parting(&compared.board, pair, separator, |ko| game(&compared.board.to_string(), ko));
                checked += 1;
            }
            assert_eq!(pair.differ > 0, pair.smallest.is_some());
        }
    }
    assert!(checked > 100, "only {checked}");
}

/// The move of a variation that the other rule prohibits is the first such move.
#[test]
fn prohibited_moves_of_variations_are_the_first() {
    let (_, comparison) = everything();
    let mut found = 0;
    for compared in &comparison.boards {
        let board = compared.board;
        for pair in &compared.pairs {
            for separator in [&pair.smallest, &pair.swing].into_iter().flatten() {
                let start =
                    compared.separators.iter().find(|start| start.position == separator.position).unwrap();
                for (index, ko) in pair.rules.iter().enumerate() {
                    let variation =
                        &start.values.iter().find(|solved| solved.rules.name() == ko).unwrap().variation;
                    let position = Position::parse(&board, &start.position).unwrap();
                    let mut referee = Referee::new(
                        game(&board.to_string(), &pair.rules[1 - index]),
                        position,
                        Colour::Black,
                    );
                    let refused = variation.iter().enumerate().find_map(|(number, made)| {
                        let over = referee.score().is_some();
                        referee
                            .play(Move::parse(&board, made).unwrap())
                            .err()
                            .filter(|_| !over)
                            .map(|_| number + 1)
                    });
                    let said = separator.prohibited[index].as_ref().map(|prohibition| prohibition.number);
                    // After the end nothing is prohibited any more.
                    if let Some(number) = said {
                        assert_eq!(refused, Some(number));
                        found += 1;
                    }
                }
            }
        }
    }
    assert!(found > 30, "only {found}");
}

#[test]
fn rules_without_scores_are_compared_by_who_wins() {
    let comparison = compared(&["1x3", "1x4", "2x2"], "psk,primitive");
    for compared in &comparison.boards {
        let starts = distinct_positions(&compared.board);
        let sign = |score: Score| score.cmp(&Score::ZERO) as i32;
        let differ = starts.iter().filter(|start| {
            sign(value(&compared.board.to_string(), "psk", **start))
                != sign(value(&compared.board.to_string(), "primitive", **start))
        });
        assert_eq!(compared.pairs[0].differ, differ.count(), "{}", compared.board);
        assert!(compared.pairs[0].largest <= Score::points(2));
    }
}

#[test]
fn every_format_says_where_the_rules_part() {
    let comparison = compared(&["1x6"], "psk,ssk,none");
    for format in Format::ALL {
        let text = format.comparison(&comparison, WIDTH).unwrap();
        assert!(text.contains("X.X.X."), "{format}: {text}");
        assert!(!text.contains("basic"), "{format} names a rule that was not compared");
        if format != Format::Csv {
            // In lines that fit.
            let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
            assert!(
                words.contains("prohibited by positional superko: the position X.X.X. has occurred before"),
                "{format}"
            );
        }
    }
    let csv = Format::Csv.comparison(&comparison, WIDTH).unwrap();
    let line =
        csv.lines().find(|line| line.starts_with("1x6,313,164,psk,ssk,forbidden,1,5,5,X.X.X.,1,6,")).unwrap();
    assert!(line.ends_with(",psk,A1,X.X.X.,1,6"), "{line}");
}
