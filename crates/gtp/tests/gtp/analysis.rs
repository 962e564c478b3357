//! Streams of analysis, and what GoGui shows.

use std::io::{BufRead, BufReader, PipeWriter, Write, pipe};
use std::thread;

use kosolver::Interrupt;
use kosolver_gtp::{Ended, run};

use crate::common::{answers, check, settings};

/// An engine at work in another thread: what it reads, and what it writes.
fn engine(board: &str, rules: &str) -> (PipeWriter, impl BufRead, thread::JoinHandle<Ended>) {
    let ((heard, tells), (answers, mut said)) = (pipe().expect("a pipe"), pipe().expect("a pipe"));
    let settings = settings(board, rules);
    let engine = thread::spawn(move || {
        run(BufReader::new(heard), &mut said, settings, &Interrupt::default(), |_| ()).expect("it runs")
    });
    (tells, BufReader::new(answers), engine)
}

fn line(answers: &mut impl BufRead) -> String {
    let mut line = String::new();
    answers.read_line(&mut line).expect("a line");
    line.trim_end().to_owned()
}

/// The words after a key, for each move of a line.
fn fields<'a>(line: &'a str, key: &str) -> Vec<&'a str> {
    let words: Vec<&str> = line.split_whitespace().collect();
    words.windows(2).filter(|pair| pair[0] == key).map(|pair| pair[1]).collect()
}

#[test]
fn analysis_streams_until_a_line_comes() {
    let (mut tells, mut answers, engine) = engine("2x3", "psk");
    writeln!(tells, "5 kata-analyze b 5 ownership true").expect("it listens");
    assert_eq!(line(&mut answers), "=5");
    // Until all six plays and the pass are there, and then again and again.
    let mut info = line(&mut answers);
    while fields(&info, "move").len() < 7 {
        info = line(&mut answers);
    }
    assert_eq!(line(&mut answers), info);
    assert!(fields(&info, "order").iter().copied().eq((0..7).map(|n| n.to_string()).collect::<Vec<_>>()));
    let leads: Vec<i32> =
        fields(&info, "scoreLead").iter().map(|lead| lead.parse().expect("whole")).collect();
    assert!(leads.is_sorted_by(|one, other| one >= other) && leads[0] == 0, "{info}");
    assert_eq!(fields(&info, "winrate")[0], "0.500000");
    let ownership = info.split_once("ownership ").expect("it was asked for").1;
    let sum: i32 = ownership.split_whitespace().map(|own| own.parse::<i32>().expect("whole")).sum();
    assert_eq!((ownership.split_whitespace().count(), sum), (6, 0));
    writeln!(tells, "6 play b B2").expect("it listens");
    let mut next = line(&mut answers);
    while next == info {
        next = line(&mut answers);
    }
    assert_eq!(next, "");
    assert_eq!((line(&mut answers), line(&mut answers)), ("=6".to_owned(), String::new()));

    writeln!(tells, "kata-analyze 5 maxmoves 2").expect("it listens");
    assert_eq!(line(&mut answers), "=");
    let mut info = line(&mut answers);
    while fields(&info, "move").len() < 2 {
        info = line(&mut answers);
    }
    assert!(info.contains(" pv ") && !info.contains("ownership"), "{info}");
    // An empty line ends it, too.
    writeln!(tells).expect("it listens");
    while !line(&mut answers).is_empty() {}
    drop(tells);
    assert_eq!(engine.join().expect("it ends"), Ended::Input);
}

#[test]
fn analysis_of_a_game_that_cannot_be_solved_stops_at_once() {
    let (mut tells, mut answers, engine) = engine("6x6", "psk");
    writeln!(tells, "kata-analyze w interval 10").expect("it listens");
    assert_eq!(line(&mut answers), "=");
    writeln!(tells, "genmove b").expect("it listens");
    assert_eq!(line(&mut answers), "", "nothing is known, so nothing is said");
    // GoGui's interrupt: a move is made all the same.
    writeln!(tells, "# interrupt").expect("it listens");
    assert!(line(&mut answers).starts_with("= "));
    assert_eq!(line(&mut answers), "");
    writeln!(tells, "quit").expect("it listens");
    assert_eq!((line(&mut answers), line(&mut answers)), ("=".to_owned(), String::new()));
    assert_eq!(engine.join().expect("it ends"), Ended::Quit);
}

#[test]
fn no_line_of_an_analysis_is_empty() {
    let (mut tells, mut answers, engine) = engine("2x2", "psk");
    writeln!(tells, "kata-analyze b 1 maxmoves 0").expect("it listens");
    assert_eq!(line(&mut answers), "=");
    // Much longer than an interval.
    thread::sleep(std::time::Duration::from_millis(200));
    writeln!(tells, "name").expect("it listens");
    let rest: Vec<String> = (0..3).map(|_| line(&mut answers)).collect();
    assert_eq!(rest, ["", "= kosolver", ""]);
    drop(tells);
    assert_eq!(engine.join().expect("it ends"), Ended::Input);
}

#[test]
fn analysis_takes_known_words() {
    check(
        "2x2",
        "psk",
        &[
            ("kata-analyze nonsense", "? nonsense is not known…"),
            ("kata-analyze b 10 pvEdgeVisits true", "? pvEdgeVisits is not known…"),
            ("kata-analyze b 10 avoid b A1 2", "? avoid is for the next move alone: write depth 1…"),
            ("kata-analyze b 10 avoid b A1", "? syntax error: write avoid PLAYER POINT,POINT,… 1"),
            ("kata-analyze b 10 allow b A1,Z9 1", "? invalid coordinate…"),
            ("kata-analyze b 10 allow b A1 1 avoid b A2 1", "? allow can be given once…"),
            ("kata-analyze b 10 allow b A1 1 allow b A2 1", "? allow can be given once…"),
            ("kata-analyze b 10 avoid b A1,A2,B1,B2,pass 1", "? there is no legal move left to list"),
            ("kata-analyze b 10 rootInfo maybe", "? syntax error: rootInfo has no value maybe"),
            ("kata-genmove_analyze b allow b A1 1", "? allow and avoid are for an analysis…"),
            ("kata-analyze b interval x", "? syntax error…"),
            ("kata-analyze b 10 minmoves 1 maxmoves 2 ownership false", "=…"),
            ("name", "= kosolver"),
        ],
    );
}

/// What is listed is the legal moves that are allowed, or not avoided, of the player to move.
#[test]
fn allowed_moves_alone_are_listed() {
    for (words, listed) in [
        ("b allow b A1,pass 1", &["A1", "pass"][..]),
        ("b avoid b A1 1 avoid b A2,B1 1", &["B2", "pass"]),
        ("w allow w B2 1", &["B2"]),
        ("b avoid w A1,A2 1 maxmoves 9", &["A1", "A2", "B1", "B2", "pass"]),
    ] {
        let (mut tells, mut answers, engine) = engine("2x2", "psk");
        writeln!(tells, "kata-analyze {words} interval 1 rootInfo true pvVisits true").expect("it listens");
        assert_eq!(line(&mut answers), "=");
        let mut info = line(&mut answers);
        while fields(&info, "move").len() < listed.len() {
            info = line(&mut answers);
        }
        assert_eq!(line(&mut answers), info, "no more come");
        let mut moves = fields(&info, "move");
        moves.sort_unstable();
        assert_eq!(moves, listed, "{words}");
        // As many visits as there are moves in each line; the root is worth its best listed move.
        let (moves, root) = info.split_once("rootInfo visits ").expect("it was asked for");
        for told in moves.split("info ").skip(1) {
            let (line, visits) =
                told.split_once(" pv ").and_then(|(_, pv)| pv.split_once(" pvVisits ")).expect("both");
            assert_eq!(line.split_whitespace().count(), visits.split_whitespace().count(), "{told}");
        }
        assert_eq!(fields(root, "scoreLead")[0], fields(moves, "scoreLead")[0], "{info}");
        drop(tells);
        assert_eq!(engine.join().expect("it ends"), Ended::Input);
    }
}

/// The move is that of `genmove`, it is made, and what was found stands before it; no line ends it.
#[test]
fn a_move_is_made_with_its_analysis() {
    let analyse = "7 kata-genmove_analyze w 1";
    let said = answers("2x2", "psk", &["play b A1", analyse, "play b A2", "undo", "undo", "genmove w"]);
    let lines: Vec<&str> = said[1].lines().collect();
    assert_eq!(lines[0], "=7");
    let (play, infos) = lines[1..].split_last().expect("a move");
    assert_eq!(format!("= {}", play.strip_prefix("play ").expect("it is made")), said[5]);
    let last = infos.last().expect("the moves are solved");
    assert_eq!(fields(last, "move").len(), 4);
    assert_eq!(fields(last, "scoreLead").len(), 4);
    assert_eq!(said[2..5], ["= ", "= ", "= "]);
    check(
        "2x2",
        "psk",
        &[
            ("play b pass", "="),
            ("play w pass", "="),
            ("kata-genmove_analyze b", "? the game is over: score 0"),
            ("kata-genmove_analyze w", "? the game is over: score 0"),
            ("genmove w", "? the game is over: score 0"),
            ("kata-analyze w", "? the game is over: score 0"),
        ],
    );
}

#[test]
fn gogui_shows_values_reasons_and_lines() {
    check(
        "2x2",
        "psk",
        &[
            ("gogui-analyze_commands", "= gfx/Values and Best Moves/kosolver-board-values\n…"),
            ("gogui-interrupt", "="),
            (
                "kosolver-board-values",
                "= LABEL A2 +1 B2 +1 A1 +1 B1 +1\nCOLOR green A2 B2 A1 B1\nTEXT value +1; pass -1",
            ),
            ("kosolver-board-winners", "= 1 1\n1 1"),
            ("kosolver-board-legal", "= \"\" \"\"\n\"\" \"\""),
            ("kosolver-board-line", "= VAR b A2 w B1 b B2 w PASS b PASS\nTEXT value +1"),
            ("kosolver-values", "= A2 1 *\nB2 1 *\nA1 1 *\nB1 1 *\npass -1"),
            ("kosolver-line", "= A2 B1 B2 pass pass"),
            ("kosolver-why Z9", "? invalid coordinate…"),
        ],
    );
    check(
        "1x2",
        "psk",
        &[
            ("gogui-play_sequence b A1 w B1", "="),
            ("kosolver-board-legal", "= red \"\""),
            ("kosolver-why A1", "= black A1 is prohibited by positional superko…"),
            ("kosolver-board-values", "= TEXT value -2; pass -2, a best move"),
        ],
    );
}
