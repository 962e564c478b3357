//! `kosolver explore`: the address it tells, what it refuses, and how it ends.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};

use crate::common::{err, kosolver, out, signal, spawn};

#[test]
fn it_serves_until_it_is_interrupted() {
    let arguments =
        ["explore", "1x6", "--ko", "psk,ssk", "--position", "X.X.X.", "--to-play", "white", "--port", "0"];
    let mut child = spawn(&arguments);
    let mut printed = BufReader::new(child.stdout.take().expect("its output"));
    let mut line = String::new();
    printed.read_line(&mut line).expect("a line");
    let url = line.trim().strip_prefix("the explorer is at http://").expect("its address");
    let (host, query) = url.split_once('/').expect("a path");
    assert!(host.starts_with("127.0.0.1:"), "{host}");
    assert_eq!(query, "?board=1x6&rules=psk&against=ssk&position=X.X.X.&to_play=white");
    let ask = |host_said: &str| {
        let mut stream = TcpStream::connect(host).expect("it answers");
        let request = format!("GET /{query} HTTP/1.1\r\nHost: {host_said}\r\nConnection: close\r\n\r\n");
        stream.write_all(request.as_bytes()).expect("it listens");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("it answers");
        answer
    };
    assert!(ask(host).starts_with("HTTP/1.1 200"));
    assert!(ask("evil.example").starts_with("HTTP/1.1 403"));
    signal(&child, "-INT");
    assert_eq!(child.wait().expect("it ends").code(), Some(0));
}

#[test]
fn without_a_board_it_opens_on_the_gallery() {
    for (arguments, page) in [(vec![], "/"), (vec!["--ko", "ssk"], "/?board=3x3&rules=ssk")] {
        let mut child = spawn(&[&["explore", "--port", "0"], arguments.as_slice()].concat());
        let mut line = String::new();
        BufReader::new(child.stdout.take().expect("its output")).read_line(&mut line).expect("a line");
        signal(&child, "-INT");
        child.wait().expect("it ends");
        assert!(line.trim().ends_with(page) && line.contains("http://127.0.0.1:"), "{line}");
    }
}

#[test]
fn what_cannot_be_shown_is_refused_before_it_serves() {
    let taken = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = taken.local_addr().expect("its address").port().to_string();
    for (arguments, said) in [
        (vec!["3x3", "--ko", "psk,ssk,nssk"], "one ruleset or two side by side, not 3"),
        (vec!["9x9"], "a board has 1 to 64 points"),
        (vec!["3x3", "--ko", "psk", "--position", "X.O"], "does not fit 3x3"),
        (vec!["1x2", "--rules", "ko=psk handicap=2"], "do not fit 1x2"),
        (vec!["--port", "99999"], "99999"),
        (vec!["--port", &port], "--port 0 for any that is free"),
        (vec!["--address", "example.org"], "example.org"),
    ] {
        let done = kosolver(&[&["explore"], arguments.as_slice()].concat());
        assert_eq!(done.status.code(), Some(2), "{arguments:?}");
        let said_instead = err(&done);
        assert!(said_instead.contains(said) && said_instead.lines().count() == 1, "{said_instead}");
        assert!(out(&done).is_empty());
    }
}
