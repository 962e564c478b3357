//! Whole games: perfect where the game is solved, honest where it is not.

use kosolver::{Colour, Game, Outcome, Resources, Session, Value};
use kosolver_gtp::{Ended, Settings, run};

use crate::common::{answers, check, session, settings};

/// What a game is worth after some moves.
fn value(board: &str, rules: &str, moves: &[String]) -> Value {
    let game = Game::new(board.parse().expect("a board"), rules.parse().expect("rules")).expect("a game");
    let mut session = Session::new(game);
    for made in moves {
        session.play(made).expect("a legal move");
    }
    session.value().expect("solved")
}

/// A move of a player who knows nothing: legal, and neither the first nor the last for long.
fn some_move(board: &str, rules: &str, moves: &[String], seed: &mut u64) -> Option<String> {
    let game = Game::new(board.parse().expect("a board"), rules.parse().expect("rules")).expect("a game");
    let mut session = Session::new(game);
    for made in moves {
        session.play(made).expect("a legal move");
    }
    let legal = session.legal();
    *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
    (!legal.is_empty()).then(|| legal[(*seed >> 33) as usize % legal.len()].to_string())
}

#[test]
fn a_solved_game_is_never_lost() {
    let games = [
        ("1x5", "psk"),
        ("2x2", "psk"),
        ("2x2", "kee"),
        ("2x2", "tromp-taylor"),
        ("2x3", "ssk"),
        ("2x2", "spight"),
        ("2x2", "fixed"),
        ("1x4", "primitive"),
        ("2x2", "aga"),
        ("1x6", "kee-2007"),
        ("2x3", "ko=psk komi=1/2 scoring=stones"),
    ];
    for (board, rules) in games {
        for own in Colour::BOTH {
            let mut seed = 7;
            let mut moves: Vec<String> = Vec::new();
            if own == Colour::White {
                moves.extend(some_move(board, rules, &moves, &mut seed));
            }
            let before = value(board, rules, &moves).worth;
            // The engine hears the whole game again at each move, and chooses the last.
            loop {
                let over = some_move(board, rules, &moves, &mut seed).is_none();
                if over {
                    break;
                }
                let mut player = Colour::Black;
                let mut commands: Vec<String> = Vec::new();
                for made in &moves {
                    commands.push(format!("play {player} {made}"));
                    player = !player;
                }
                assert_eq!(player, own);
                commands.push(format!("genmove {player}"));
                commands.push("kosolver-sure".to_owned());
                let commands: Vec<&str> = commands.iter().map(String::as_str).collect();
                let answers = answers(board, rules, &commands);
                let made = answers[moves.len()].trim_start_matches("= ").to_owned();
                assert!(
                    answers[moves.len() + 1].starts_with(&format!("= {made} is perfect: ")),
                    "{answers:?}"
                );
                moves.push(made);
                moves.extend(some_move(board, rules, &moves, &mut seed));
            }
            let after = value(board, rules, &moves).worth;
            let kept = if own == Colour::Black { after >= before } else { after <= before };
            assert!(kept, "{board} {rules} {own}: {before} became {after} by {moves:?}");
        }
    }
}

#[test]
fn both_sides_play_to_the_value() {
    for (board, rules) in [("2x2", "psk"), ("2x3", "psk"), ("3x3", "kee"), ("1x7", "ssk"), ("2x4", "basic")] {
        let moves: Vec<String> =
            (0..60).map(|number| format!("genmove {}", if number % 2 == 0 { "b" } else { "w" })).collect();
        let mut commands: Vec<&str> = moves.iter().map(String::as_str).collect();
        commands.push("final_score");
        let answers = answers(board, rules, &commands);
        let expected = match value(board, rules, &[]).outcome {
            Outcome::Score(score) if score.numerator() > 0 => format!("= B+{score}"),
            Outcome::Score(score) if score.numerator() == 0 => "= 0".to_owned(),
            outcome => panic!("{outcome}"),
        };
        assert_eq!(answers[60], expected, "{board} {rules}");
        // Long before that it was over.
        assert!(answers[59].starts_with("? the game is over"), "{answers:?}");
    }
}

#[test]
fn endless_play_is_played_on() {
    // 2x2 under basic has no result: the best moves go round for ever.
    let commands = ["kosolver-value", "final_score", "genmove b", "kosolver-sure", "kosolver-line"];
    let answers = answers("2x2", "basic", &commands);
    assert_eq!(answers[0], "= NR");
    assert_eq!(answers[1], "? cannot score: no result");
    assert!(answers[3].ends_with("is perfect: it keeps the value NR"), "{}", answers[3]);
    assert!(answers[4].contains("and again from move"), "{}", answers[4]);
}

#[test]
fn what_cannot_be_solved_is_played_and_not_claimed() {
    let resources = Resources::default().with_memory(64 << 20).expect("enough").with_nodes(Some(200));
    let commands =
        "genmove b\nkosolver-sure\nkosolver-value\nkosolver-values\nkosolver-line\nfinal_score\ngenmove w\n";
    let (answers, said, _) = session(Settings { resources, ..settings("5x5", "psk") }, commands);
    assert!(answers[0].starts_with("= ") && answers[0] != "= pass", "{answers:?}");
    assert!(answers[1].ends_with("is a guess: not solved within 200 nodes"), "{}", answers[1]);
    assert!(answers[2].starts_with("? not solved within 200 nodes"), "{}", answers[2]);
    assert!(answers[3].starts_with("? not solved") && answers[4].starts_with("? not solved"), "{answers:?}");
    assert!(answers[5].starts_with("? cannot score: not solved within 200 nodes"), "{}", answers[5]);
    assert!(answers[6].starts_with("= "), "{answers:?}");
    assert_eq!(said.len(), 2);
    assert!(said[0].starts_with("black ") && said[0].contains(" is a guess: "), "{said:?}");
    // A board with too many positions for rules with endless play.
    let (answers, said, _) = session(settings("5x5", "basic"), "genmove b\n");
    assert!(answers[0].starts_with("= ") && said[0].contains(" is a guess: "), "{said:?}");
}

#[test]
fn what_is_proved_in_time_is_kept() {
    // 3x3 after B2 is worth 9 to Black. With few nodes some bound is proved, and a move keeps it.
    let mut kinds = Vec::new();
    for nodes in [20, 40, 60, 80, 100, 150, 200, 300, 500] {
        let resources = Resources::default().with_memory(64 << 20).expect("enough").with_nodes(Some(nodes));
        let commands = "play b B2\nplay w B1\ngenmove b\nkosolver-sure\n";
        let (answers, _, _) = session(Settings { resources, ..settings("3x3", "psk") }, commands);
        let made = answers[2].trim_start_matches("= ").to_owned();
        let sure = answers[3].split_once(" is ").expect("a sentence").1.to_owned();
        let after = value("3x3", "psk", &["B2".to_owned(), "B1".to_owned(), made]);
        if let Some(score) = sure.split_once("it is sure of the score ").map(|(_, rest)| rest) {
            let score: i64 = score.split_once(';').expect("a reason").0.parse().expect("whole");
            assert!(after.worth.numerator() >= score, "{nodes}: {sure}, and it is worth {after}");
        }
        if sure.starts_with("perfect") {
            assert_eq!(after.to_string(), "9", "{nodes}: {sure}");
        }
        kinds.push(sure);
    }
    assert!(kinds.iter().any(|sure| sure.contains("sure of the score")), "{kinds:#?}");
}

#[test]
fn a_guess_is_a_legal_move() {
    let mut commands = String::new();
    for _ in 0..40 {
        commands += "genmove b\nall_legal w\ngenmove w\n";
    }
    let resources = Resources::default().with_memory(64 << 20).expect("enough").with_nodes(Some(1));
    let (answers, _, _) = session(Settings { resources, ..settings("4x4", "ssk") }, &commands);
    assert_eq!(answers.len(), 120);
    let position = answers.iter().position(|answer| answer.starts_with("? the game is over"));
    assert!(position.is_some_and(|over| over > 8), "{answers:?}");
}

#[test]
fn moves_that_are_only_looked_at_are_not_made() {
    check(
        "2x2",
        "psk",
        &[
            ("kosolver-sure", "? no move was chosen in this game"),
            ("reg_genmove b", "= …"),
            ("undo", "? cannot undo"),
            ("kosolver-sure", "= …"),
            ("clear_board", "="),
            ("kosolver-sure", "? no move was chosen in this game"),
            ("genmove x", "? invalid color…"),
            ("genmove", "? syntax error…"),
            ("genmove w", "= …"),
            ("undo", "="),
        ],
    );
}

#[test]
fn scores_and_stones_at_the_end() {
    check(
        "3x3",
        "psk",
        &[
            ("play b B2", "="),
            ("play w A1", "="),
            ("final_score", "= B+9"),
            ("final_status_list alive", "= B2"),
            ("final_status_list dead", "= A1"),
            ("final_status_list seki", "="),
            ("final_status_list x", "? syntax error…"),
            ("gogui-play_sequence b pass w pass", "="),
            ("final_score", "= …"),
            ("final_status_list alive", "= B2\nA1"),
            ("final_status_list dead", "="),
            ("genmove b", "? the game is over…"),
            ("kata-analyze", "? the game is over…"),
        ],
    );
}

#[test]
fn a_long_search_is_stopped() {
    let stop = kosolver::Interrupt::default();
    let handle = stop.clone();
    let stopper = std::thread::spawn(move || {
        std::thread::sleep(std::time::Duration::from_millis(300));
        handle.stop();
    });
    let mut out = Vec::new();
    let input = std::io::Cursor::new(b"genmove b\nname\n".to_vec());
    let ended = run(input, &mut out, settings("7x7", "psk"), &stop, |_| ()).expect("it runs");
    stopper.join().expect("it stops");
    assert_eq!(ended, Ended::Stopped);
    assert_eq!(String::from_utf8(out).expect("UTF-8"), "? interrupted\n\n");
}
