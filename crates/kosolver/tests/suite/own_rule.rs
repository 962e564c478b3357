//! A rule that is not this library's: the example's, against a literal reading of its sentence, the
//! reference solver and the checker.

use std::sync::OnceLock;

use kosolver::board::legal_positions;
use kosolver::search::reference;
use kosolver::{Board, Colour, Game, Ko, Move, Position, Referee, Ruleset, Session, Suicide, verify};
use proptest::prelude::*;
use proptest::sample::{Index, select};

#[allow(dead_code)]
#[path = "../../examples/own_rule.rs"]
mod example;

fn ko() -> Ko {
    static KO: OnceLock<Ko> = OnceLock::new();
    *KO.get_or_init(|| Ko::register(example::TwoPasses).expect("it is registered once"))
}

fn game(board: &str, suicide: Suicide) -> Game {
    let rules = Ruleset::with(ko()).suicide(suicide).build().unwrap();
    Game::new(board.parse().unwrap(), rules).unwrap()
}

/// The moves that the sentence allows, read from the record of the game: T must not have occurred at or
/// after the last pass but one.
fn allowed(game: &Game, start: Position, record: &[(Colour, Move, Position)], mover: Colour) -> Vec<Move> {
    let mut stood = vec![start];
    stood.extend(record.iter().map(|(_, _, after)| *after));
    let now = stood[record.len()];
    let passes = (0..record.len()).rev().filter(|number| record[*number].1 == Move::Pass);
    // After the pass there stands what stood before it.
    let since = passes.map(|number| number + 1).nth(1).unwrap_or(0);
    let empty = now.empty(game.board());
    let plays = empty.iter().filter(|point| {
        let play = now.play(game.board(), mover, *point).unwrap();
        game.rules().suicide().allows(play.suicide.len()) && !stood[since..].contains(&play.after)
    });
    plays.map(Move::Play).chain([Move::Pass]).collect()
}

#[test]
fn it_has_a_name_and_is_registered_once() {
    let ko = ko();
    assert_eq!("ko=SPIGHT-TWO-PASSES".parse(), Ok(Ruleset::new(ko)));
    assert!(Ko::registered().contains(&ko));
    let again = Ko::register(example::TwoPasses).unwrap_err().to_string();
    assert!(again.contains("there is a ko rule of this name"), "{again}");
}

/// On 1x3 after Black 1, White 2, pass, White 3 Black could go back to X.. under Spight's rule.
#[test]
fn a_pass_is_not_enough() {
    let mut session = Session::new(game("1x3", Suicide::Forbidden));
    for made in ["A1", "B1", "pass", "C1"] {
        session.play(made).unwrap();
    }
    assert_eq!(session.legal().iter().map(ToString::to_string).collect::<Vec<_>>(), ["pass"]);
    let reasons: Vec<String> = session
        .candidates()
        .into_iter()
        .filter_map(|candidate| Some(candidate.illegal?.to_string()))
        .collect();
    assert_eq!(
        reasons[0],
        "black A1 is prohibited by Spight's superko with a longer memory: the position X.. has occurred at or after the last pass but one, by move 3"
    );
}

#[test]
#[ignore = "slow: test.sh --all runs it"]
fn every_start_has_the_value_that_the_reference_finds() {
    let mut compared = 0;
    for (board, suicide) in [
        ("1x2", Suicide::Forbidden),
        ("1x2", Suicide::Allowed),
        ("1x3", Suicide::Forbidden),
        ("1x3", Suicide::MultiStone),
        ("1x4", Suicide::Forbidden),
        ("cycle:3", Suicide::Forbidden),
        ("2x2", Suicide::Forbidden),
    ] {
        let game = game(board, suicide);
        let mut session = Session::new(game.clone());
        let board: Board = *game.board();
        for position in legal_positions(&board) {
            for to_move in Colour::BOTH {
                session.restart(position, to_move).unwrap();
                let value = session.value().unwrap();
                let (node, facts) = game.start(position, to_move);
                if let Some(found) = reference::value(&game, &node, &facts, 50_000) {
                    assert_eq!(value.worth, found, "{board} {} {to_move}", position.text(&board));
                    compared += 1;
                }
                let mut file = Vec::new();
                session.certificate().unwrap().write(&mut file).unwrap();
                assert_eq!(verify(&file[..]).unwrap().value.to_string(), value.to_string());
            }
        }
    }
    assert!(compared > 100, "{compared}");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_referee_allows_what_the_sentence_allows(
        board in select(vec!["1x3", "1x4", "1x5", "2x2", "2x3", "cycle:4"]),
        suicide in select(vec![Suicide::Forbidden, Suicide::MultiStone]),
        white: bool,
        choices in prop::collection::vec(any::<Index>(), 1..60),
    ) {
        let game = game(board, suicide);
        let first = if white { Colour::White } else { Colour::Black };
        let mut referee = Referee::new(game.clone(), Position::EMPTY, first);
        for choice in &choices {
            if referee.score().is_some() {
                break;
            }
            let mover = referee.node().to_move;
            let legal: Vec<Move> = referee.legal_steps().iter().map(|step| step.made).collect();
            prop_assert_eq!(&legal, &allowed(&game, Position::EMPTY, referee.record(), mover));
            let made = *choice.get(&legal);
            prop_assert!(referee.play(made).is_ok());
        }
    }
}
