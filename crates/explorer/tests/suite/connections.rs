//! Connections that say nothing, or too little, are closed; others are answered.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::mpsc::channel;
use std::thread::sleep;
use std::time::{Duration, Instant};

use kosolver::Interrupt;
use kosolver_explorer::{Limits, serve};

const IDLE: Duration = Duration::from_millis(400);

/// What comes until the connection is closed, and how long that takes.
fn heard(stream: &mut TcpStream) -> (String, Duration) {
    let began = Instant::now();
    stream.set_read_timeout(Some(20 * IDLE)).unwrap();
    let mut bytes = Vec::new();
    stream.read_to_end(&mut bytes).expect("the server closes it");
    (String::from_utf8_lossy(&bytes).into_owned(), began.elapsed())
}

fn connected(address: SocketAddr, sent: &str) -> TcpStream {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.write_all(sent.as_bytes()).unwrap();
    stream
}

#[test]
fn connections_that_do_not_go_on_are_closed() {
    let stop = Interrupt::default();
    let (started, address) = channel();
    let stopping = stop.clone();
    let server = std::thread::spawn(move || {
        let limits = Limits { memory: 256 << 20, idle: IDLE, ..Limits::default() };
        serve(([127, 0, 0, 1], 0).into(), limits, &stopping, |at| started.send(at).unwrap())
    });
    let address = address.recv().unwrap();
    let get = format!("GET /api/status HTTP/1.1\r\nHost: {address}\r\n");

    // Nothing, part of a head, and a head that comes byte by byte: none of them is waited for.
    for said in ["", "GET / HT", get.as_str()] {
        let (answer, time) = heard(&mut connected(address, said));
        assert!(!answer.starts_with("HTTP/1.1 200"), "{said:?}: {answer}");
        assert!(time < 5 * IDLE, "{said:?}: {time:?}");
    }
    let mut slow = connected(address, "GET / HTTP/1.1\r\nHost: x");
    let closed = (0..40).any(|_| {
        sleep(IDLE / 8);
        slow.write_all(b"x").is_err()
    });
    assert!(closed, "a head may not come for ever");

    // A body that does not come is not waited for either, and the answer says so.
    let post = "POST /api/position HTTP/1.1\r\nContent-Type: application/json\r\nContent-Length: 100\r\n";
    let (answer, _) = heard(&mut connected(address, &format!("{post}Host: {address}\r\n\r\n{{")));
    assert!(answer.starts_with("HTTP/1.1 408"), "{answer}");
    assert!(answer.contains("the request did not come whole within 0.4 seconds"), "{answer}");

    // A connection may be used again as long as requests come in time; then it is idle.
    let mut kept = connected(address, "");
    for _ in 0..4 {
        kept.write_all(format!("{get}\r\n").as_bytes()).unwrap();
        sleep(IDLE / 2);
    }
    let (answers, time) = heard(&mut kept);
    assert_eq!(answers.matches("HTTP/1.1 200").count(), 4, "{answers}");
    assert!(time < 5 * IDLE, "{time:?}");

    stop.stop();
    server.join().unwrap().unwrap();
}
