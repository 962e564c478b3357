//! Commands and answers as such.

use std::io::Cursor;

use kosolver::Interrupt;
use kosolver_gtp::{Ended, run};

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
        "lz-analyze",
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
