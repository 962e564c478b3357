//! Programs that write to one directory of results, and what they leave when they cannot.

use std::fs::{self, File};
use std::io::{BufRead, BufReader, Read};

use serde_json::Value;
use tempfile::TempDir;

use crate::common::{err, names};
use crate::tablebase::{directory, in_directory, kosolver};

const LOCK: &str = ".kosolver.lock";

/// Starts commands while another program has the lock, and gives it back when all wait for it. Each says so
/// once, and does its work.
fn together(here: &TempDir, commands: [&str; 2]) {
    let lock = File::create(here.path().join(LOCK)).expect("it is writable");
    lock.lock().expect("it can be locked");
    let mut waiting = Vec::new();
    for command in commands {
        let mut child = in_directory(here, command).spawn().expect("it starts");
        let mut said = BufReader::new(child.stderr.take().expect("it is piped"));
        let mut text = String::new();
        while !text.ends_with("another kosolver is writing to .: waiting for it\n") {
            assert!(said.read_line(&mut text).expect("text") > 0, "{command}: {text}");
        }
        // Nobody may wait for a reader.
        let rest = std::thread::spawn(move || said.read_to_string(&mut text).map(|_| text));
        waiting.push((child, rest));
    }
    drop(lock);
    for (mut child, said) in waiting {
        let said = said.join().expect("no panic").expect("text");
        assert!(child.wait().expect("it ends").success(), "{said}");
    }
    assert!(!names(here.path()).contains(&LOCK.to_owned()));
}

fn json(here: &TempDir, name: &str) -> Value {
    serde_json::from_slice(&fs::read(here.path().join(name)).expect("it was written")).expect("JSON")
}

/// The boards of the cells in a list.
fn boards(list: &Value) -> Vec<&str> {
    list["cells"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|cell| cell["board"].as_str().expect("text"))
        .collect()
}

#[test]
fn two_writers_keep_each_others_cells() {
    let here = directory();
    let publish = |cells| format!("publish --only {cells} --out . --threads 1");
    together(&here, [&publish("frontier/1x4/psk"), &publish("frontier/1x5/psk")]);
    assert_eq!(boards(&json(&here, "frontier.json")), ["1x4", "1x5"]);
    let costs = json(&here, "frontier-costs.json");
    assert_eq!(costs.as_array().expect("a list").len(), 2);
    together(&here, [&publish("kee/1x1..1x4/psk"), &publish("tablebases/2x2/none")]);
    assert_eq!(boards(&json(&here, "kee.json")), ["1x1", "1x2", "1x3", "1x4"]);
    assert_eq!(boards(&json(&here, "tablebases.json")), ["2x2", "2x2"]);
    assert_eq!(json(&here, "manifest.json").as_array().expect("a list").len(), 8);
}

/// Who was killed has left the file of its lock behind: nobody waits for it.
#[test]
fn a_lock_that_was_left_behind_is_nobodys() {
    let here = directory();
    fs::write(here.path().join(LOCK), "").expect("it is writable");
    let output = kosolver(&here, "publish --only costs/1x2/psk --out .");
    assert!(output.status.success() && !err(&output).contains("waiting"), "{}", err(&output));
    assert_eq!(names(here.path()), ["costs.json", "manifest.json"]);
}
