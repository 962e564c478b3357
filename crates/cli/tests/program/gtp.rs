//! `kosolver gtp`: what it says, what it refuses, and how it ends.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Stdio};

use crate::common::{command, err, kosolver, out, signal};

fn engine(arguments: &[&str]) -> Child {
    let arguments = [&["gtp"], arguments].concat();
    command(&arguments).stdin(Stdio::piped()).spawn().expect("it starts")
}

/// What it says to some commands, on standard output and standard error, and its exit code.
fn says(arguments: &[&str], commands: &str) -> (String, String, Option<i32>) {
    let mut child = engine(arguments);
    let mut input = child.stdin.take().expect("its input");
    input.write_all(commands.as_bytes()).expect("it listens");
    drop(input);
    let done = child.wait_with_output().expect("it ends");
    (out(&done), err(&done), done.status.code())
}

#[test]
fn it_plays_under_the_rules_it_is_given() {
    let (said, complained, code) = says(&[], "boardsize 2\n1 genmove b\n2 kosolver-value\nkosolver-rules\n");
    assert!(said.starts_with("= \n\n=1 ") && said.contains("=2 1\n\n"), "{said}");
    assert!(said.ends_with("= ko=psk suicide=forbidden scoring=area komi=0\n\n"), "{said}");
    assert_eq!(
        (complained.as_str(), code),
        ("no --ko given: positional superko (psk); others: kosolver rules\n", Some(0))
    );
    let rules = ["3x3", "--rules", "tromp-taylor", "--komi", "6.5", "--time", "10s", "--memory", "64MiB"];
    let (said, _, _) = says(&rules, "kosolver-rules\nquit\nname\n");
    assert_eq!(said, "= ko=psk suicide=allowed scoring=area komi=13/2\n\n= \n\n");
}

#[test]
fn what_is_not_known_is_said_beside_the_answers() {
    let (said, complained, code) =
        says(&["6x6", "--ko", "ssk", "--nodes", "100"], "genmove b\nkosolver-sure\n");
    let made = said.lines().next().and_then(|line| line.strip_prefix("= ")).expect("a move");
    assert_eq!(complained, format!("black {made} is a guess: not solved within 100 nodes\n"));
    assert!(said.contains(&format!("= {made} is a guess: ")), "{said}");
    assert_eq!(code, Some(0));
}

#[test]
fn faults_are_one_line() {
    for (arguments, fault) in [
        (
            vec!["cycle:5", "--ko", "psk"],
            "GTP knows boards of rows and columns, up to 25 of each, and not cycle:5",
        ),
        (vec!["1x26", "--ko", "psk"], "GTP knows boards of rows and columns"),
        (vec!["9x9", "--ko", "psk"], "a board has 1 to 64 points"),
        (vec!["--ko", "pks"], "did you mean psk?"),
        (vec!["--ko", "primitive", "--komi", "1"], "komi 1 does not apply"),
        (vec!["1x2", "--rules", "psk handicap=2"], "do not fit 1x2"),
        (vec!["--time", "0"], "too short"),
    ] {
        let done = kosolver(&[&["gtp"], arguments.as_slice()].concat());
        assert_eq!(done.status.code(), Some(2), "{arguments:?}");
        let complained = err(&done);
        assert!(complained.contains(fault) && complained.lines().count() == 1, "{complained}");
        assert!(out(&done).is_empty());
    }
}

#[test]
fn an_interrupt_ends_it_in_the_middle_of_a_search() {
    let mut child = engine(&["7x7", "--time", "10m", "--memory", "256MiB"]);
    let mut input = child.stdin.take().expect("its input");
    let mut printed = BufReader::new(child.stdout.take().expect("its output"));
    writeln!(input, "name\ngenmove b").expect("it listens");
    let mut line = String::new();
    printed.read_line(&mut line).expect("a line");
    assert_eq!(line, "= kosolver\n");
    std::thread::sleep(std::time::Duration::from_millis(300));
    signal(&child, "-INT");
    let mut rest = String::new();
    printed.read_to_string(&mut rest).expect("an end");
    assert_eq!(rest, "\n? interrupted\n\n");
    assert_eq!(child.wait().expect("it ends").code(), Some(130));
    drop(input);
}

#[test]
fn an_interrupt_ends_it_while_it_waits() {
    let mut child = engine(&["2x2"]);
    let mut input = child.stdin.take().expect("its input");
    let mut printed = BufReader::new(child.stdout.take().expect("its output"));
    writeln!(input, "name").expect("it listens");
    printed.read_line(&mut String::new()).expect("a line");
    signal(&child, "-TERM");
    assert_eq!(child.wait().expect("it ends").code(), Some(130));
}
