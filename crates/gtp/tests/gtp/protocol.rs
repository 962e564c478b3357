//! Commands and answers as such.

use std::io::{BufReader, Cursor, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use kosolver::Interrupt;
use kosolver_gtp::{Ended, Settings, run};

use crate::common::{answers, check, session, settings};

#[test]
fn answers_bear_the_number_of_their_command() {
    let commands =
        "\n# a comment\n1 name\r\n2\tprotocol_version # two\n \n version\n99 nonsense\nquit\nname\n";
    let (answers, said, ended) = session(settings("2x2", "psk"), commands);
    let version = format!("= {}", env!("CARGO_PKG_VERSION"));
    assert_eq!(answers, ["=1 kosolver", "=2 2", &version, "?99 unknown command", "= "]);
    assert_eq!(ended, Ended::Quit);
    assert!(said.is_empty());
}

#[test]
fn it_ends_with_the_input_and_when_it_is_told() {
    assert_eq!(session(settings("2x2", "psk"), "name").2, Ended::Input);
    assert_eq!(session(settings("2x2", "psk"), "").2, Ended::Input);
    let stop = Interrupt::default();
    stop.stop();
    let mut out = Vec::new();
    let (reader, _writer) = std::io::pipe().expect("a pipe");
    let reader = std::io::BufReader::new(reader);
    let ended = run(reader, &mut out, settings("2x2", "psk"), &stop, |_| ()).expect("it runs");
    assert_eq!((ended, out.len()), (Ended::Stopped, 0));
}

#[test]
fn what_is_no_text_is_no_command() {
    let mut out = Vec::new();
    let input = Cursor::new(b"\xff\xfe\nname\n".to_vec());
    run(input, &mut out, settings("2x2", "psk"), &Interrupt::default(), |_| ()).expect("it runs");
    assert_eq!(String::from_utf8(out).expect("UTF-8"), "? unknown command\n\n= kosolver\n\n");
}

#[test]
fn lines_that_are_too_long_are_refused_and_skipped() {
    let most = 1 << 16;
    let long =
        |beginning: &str, bytes: usize| format!("{beginning}{}\n", "x".repeat(bytes - beginning.len()));
    let commands = [
        long("7 name ", most),
        long("8 name ", most + 1),
        long("#", 10 * most),
        long("echo ", 100 * most),
        long(" ", most + 1),
        "9 name\n".to_owned(),
        long("10 name ", 2 * most).trim_end().to_owned(),
    ];
    let (answers, ..) = session(settings("2x2", "psk"), &commands.concat());
    let refused = "the line is too long: at most 65536 bytes are read";
    assert_eq!(
        answers,
        [
            "?7 syntax error: write name",
            &format!("?8 {refused}"),
            &format!("? {refused}"),
            &format!("? {refused}"),
            "=9 kosolver",
            &format!("?10 {refused}"),
        ]
    );
}

/// A reader that counts the lines that are read from it.
struct Counted(Arc<AtomicUsize>);

impl Read for Counted {
    fn read(&mut self, to: &mut [u8]) -> std::io::Result<usize> {
        let line = match self.0.fetch_add(1, Ordering::SeqCst) {
            0 => "genmove b\n",
            1..=5000 => "name\n",
            _ => return Ok(0),
        };
        to[..line.len()].copy_from_slice(line.as_bytes());
        Ok(line.len())
    }
}

#[test]
fn few_commands_are_read_ahead_and_all_are_answered() {
    let read: Arc<AtomicUsize> = Arc::default();
    let input = BufReader::new(Counted(Arc::clone(&read)));
    let mut out = Vec::new();
    let ahead: Arc<AtomicUsize> = Arc::default();
    let (seen, count) = (Arc::clone(&ahead), Arc::clone(&read));
    let settings = Settings { time: Some(Duration::from_millis(300)), ..settings("6x6", "psk") };
    // It says that the move is a guess when it has thought for a while.
    let say = move |_: &str| seen.store(count.load(Ordering::SeqCst), Ordering::SeqCst);
    run(input, &mut out, settings, &Interrupt::default(), say).expect("it runs");
    let ahead = ahead.load(Ordering::SeqCst);
    assert!((1000..1100).contains(&ahead), "{ahead} lines were read");
    let said = String::from_utf8(out).expect("UTF-8");
    assert_eq!(said.matches("= kosolver\n\n").count(), 5000);
}

#[test]
fn commands_take_as_many_arguments_as_they_take() {
    // Each with arguments that it takes; what takes any number of them is left out.
    let commands = [
        "protocol_version",
        "name",
        "version",
        "known_command name",
        "list_commands",
        "quit",
        "boardsize 2 2",
        "rectangular_boardsize 2 2",
        "clear_board",
        "komi 0",
        "get_komi",
        "fixed_handicap 2",
        "place_free_handicap 2",
        "gogui-undo_setup",
        "gogui-setup_player b",
        "play b A1",
        "genmove b",
        "reg_genmove b",
        "undo",
        "gg-undo 1",
        "is_legal b A1",
        "all_legal b",
        "time_settings 1 1 1",
        "time_left b 1 1",
        "kgs-time_settings none",
        "kgs-time_settings absolute 1",
        "kgs-time_settings canadian 1 1 1",
        "kgs-time_settings byoyomi 1 1 1",
        "final_score",
        "final_status_list alive",
        "showboard",
        "loadsgf nowhere 1",
        "printsgf nowhere",
        "printsgf \"nowhere\"",
        "kata-get-rules",
        "kata-set-rule ko POSITIONAL",
        "kgs-rules aga",
        "gogui-analyze_commands",
        "gogui-interrupt",
        "kosolver-board-values",
        "kosolver-board-winners",
        "kosolver-board-legal",
        "kosolver-board-line",
        "kosolver-value",
        "kosolver-values",
        "kosolver-line",
        "kosolver-why A1",
        "kosolver-sure",
    ];
    let any = ["set_free_handicap", "set_position", "gogui-setup", "gogui-play_sequence"];
    // These take texts of several words, and refuse what they do not know.
    let texts = ["kata-set-rules", "kosolver-rules", "kata-analyze", "kata-genmove_analyze"];
    let listed = answers("2x2", "psk", &["list_commands"]).remove(0);
    for name in listed.trim_start_matches("= ").lines() {
        let here = |commands: &[&str]| commands.iter().any(|known| known.split(' ').next() == Some(name));
        assert!(here(&commands) || any.contains(&name) || texts.contains(&name), "{name}");
    }
    for command in commands {
        let more = format!("{command} game.sgf");
        check("2x2", "psk", &[(&more, "? syntax error…"), ("undo", "? cannot undo")]);
    }
    for command in ["printsgf my game.sgf", "printsgf \"my game.sgf", "printsgf \"my\"game", "printsgf \"\""]
    {
        check(
            "2x2",
            "psk",
            &[(command, "? syntax error: write printsgf [FILE], a name with spaces in quotes")],
        );
    }
    for command in ["kata-set-rules aga x", "kosolver-rules psk x", "kata-analyze b 1 x"] {
        check("2x2", "psk", &[(command, "? …")]);
    }
}

#[test]
fn every_listed_command_is_known_and_survives_nonsense() {
    let listed = answers("2x2", "psk", &["list_commands"]).remove(0);
    let names: Vec<&str> = listed.trim_start_matches("= ").lines().collect();
    for name in [
        "protocol_version",
        "name",
        "version",
        "known_command",
        "list_commands",
        "quit",
        "boardsize",
        "clear_board",
        "komi",
        "play",
        "genmove",
        "undo",
        "showboard",
        "loadsgf",
        "printsgf",
        "reg_genmove",
        "fixed_handicap",
        "place_free_handicap",
        "set_free_handicap",
        "time_settings",
        "time_left",
        "final_score",
        "final_status_list",
        "kata-get-rules",
        "kata-set-rules",
        "kata-set-rule",
        "kgs-rules",
        "kata-analyze",
        "gogui-analyze_commands",
    ] {
        assert!(names.contains(&name), "{name}");
    }
    let mut unique = names.clone();
    unique.sort_unstable();
    unique.dedup();
    assert_eq!(unique.len(), names.len());
    let nonsense =
        ["", "x", "b", "-1", "b x", "b pass extra", "1 2 3 4", "{", "\"", "é…", "99999999999999999999"];
    for name in names.iter().filter(|name| !["quit", "printsgf"].contains(name)) {
        let known = format!("known_command {name}");
        check("2x2", "psk", &[(&known, "= true")]);
        let commands: Vec<String> = nonsense.iter().map(|words| format!("7 {name} {words}")).collect();
        let commands: Vec<&str> = commands.iter().map(String::as_str).collect();
        for answer in answers("2x2", "psk", &commands) {
            assert!(answer.starts_with("=7") || answer.starts_with("?7 "), "{name}: {answer}");
            assert!(answer.starts_with('=') || answer.lines().count() == 1, "{name}: {answer}");
        }
    }
    check("2x2", "psk", &[("known_command nonsense", "= false"), ("known_command", "? syntax error…")]);
}
