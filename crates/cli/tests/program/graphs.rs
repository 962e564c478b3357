//! Boards of any shape, from the real binary.

use std::path::Path;
use std::process::Output;

use serde_json::Value;

use crate::common::command;

fn kosolver(directory: &Path, arguments: &[&str]) -> Output {
    command(arguments).current_dir(directory).output().expect("it starts")
}

fn printed(directory: &Path, arguments: &[&str]) -> String {
    let output = kosolver(directory, arguments);
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("UTF-8")
}

fn json(directory: &Path, arguments: &[&str]) -> Value {
    serde_json::from_str(&printed(directory, arguments)).expect("JSON")
}

/// An empty directory with a file of a square.
fn directory() -> tempfile::TempDir {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let edges = "# a square\nb, a\nb c\nc d\nd a\n";
    std::fs::write(directory.path().join("square,of four.txt"), edges).expect("it can be written");
    std::fs::write(directory.path().join("square.g6"), ">>graph6<<Cr\n").expect("it can be written");
    std::fs::write(directory.path().join("bad"), "a b\nb\n\nc c\n").expect("it can be written");
    directory
}

#[test]
fn a_square_is_a_square_by_any_name() {
    let directory = directory();
    let here = directory.path();
    for rule in ["psk", "nssk", "basic", "primitive"] {
        let grid = json(here, &["solve", "2x2", "--ko", rule, "--format", "json"]);
        assert!(grid.get("edges").is_none());
        for board in ["cycle:4", "torus:1x4", "graph6:Cr", "square,of four.txt", "./square.g6"] {
            let found = json(here, &["solve", board, "--ko", rule, "--format", "json"]);
            for field in ["score", "result", "winner", "lower", "upper"] {
                assert_eq!(found.get(field), grid.get(field), "{board} {rule}");
            }
            assert_eq!(found["edges"].as_array().map(Vec::len), Some(4), "{board}");
            assert_eq!(found["points"].as_array().map(Vec::len), Some(4), "{board}");
        }
    }
    let text = printed(here, &["solve", "square.g6", "--ko", "psk", "--value-only"]);
    assert!(text.starts_with("graph6:Cr, ko=psk"), "{text}");
    assert!(text.contains("  . . . .\n  1 2 3 4\n\nedges      1-2 1-3 2-4 3-4\n"), "{text}");
    let played = printed(here, &["play", "cycle:3", "--ko", "psk", "1", "2", "3"]);
    assert!(played.contains("3 black 3") && played.contains("X . X\n1 2 3"), "{played}");
}

#[test]
fn faults_name_what_is_wrong() {
    let directory = directory();
    for (arguments, message) in [
        (&["solve", "ring:5", "--ko", "psk"][..], "'ring:5' is not a board: write rows x columns"),
        (&["solve", "nowhere.txt", "--ko", "psk"], "or the path of a file with a graph"),
        (&["solve", ".", "--ko", "psk"], ". is a directory: write a board"),
        (&["solve", "bad", "--ko", "psk"], "bad: line 4: an edge from c to itself is none"),
        (
            &["solve", "graph6:B", "--ko", "psk"],
            "a graph of 3 points has 1 characters after their number, not 0",
        ),
        (&["solve", "torus:9x9", "--ko", "psk"], "the board torus:9x9 has 81 points"),
        (&["solve", "cycle:5", "--ko", "psk", "--position", "X.O"], "row 1 has 3 point(s)"),
        (&["play", "cycle:5", "--ko", "psk", "A1"], "'A1' is not a point of cycle:5: its points are 1 to 5"),
        (&["table", "--boards", "cycle:3..torus:1x5"], "is not a range of boards"),
        (&["table", "--boards", "graph6:Bw..graph6:C~"], "is not a range of boards"),
        (&["count", "torus:8x8"], "at most 9 are taken"),
        (&["solve", "torus:8x8", "--ko", "none"], "a tablebase has at most 31 points"),
        // Refused at once, though the search would take for ever.
        (&["solve", "torus:8x8", "--ko", "psk", "--sgf", "t.sgf"], "--sgf: SGF knows rows and columns alone"),
    ] {
        let output = kosolver(directory.path(), arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let error = String::from_utf8(output.stderr).expect("UTF-8");
        assert!(error.contains(message) && error.lines().count() == 1, "{arguments:?}: {error}");
    }
}

#[test]
fn tables_of_graphs_are_published_and_checked() {
    let directory = directory();
    let here = directory.path();
    let boards = "cycle:3..cycle:5,square.g6,torus:2x3,star:4,1x2";
    let table = ["publish", "--only", &format!("kee/{boards}/psk,basic"), "--out", "."];
    printed(here, &table);
    let mut names: Vec<String> = std::fs::read_dir(here.join("certificates"))
        .expect("a directory")
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .filter(|name| name.ends_with("-psk.kcert"))
        .collect();
    names.sort();
    let expected = ["1x2", "cycle-3", "cycle-4", "cycle-5", "graph6-4372", "star-4", "torus-2x3"]
        .map(|name| format!("{name}-psk.kcert"));
    assert_eq!(names, expected);
    let manifest: Value =
        serde_json::from_slice(&std::fs::read(here.join("certificates.json")).expect("a file"))
            .expect("JSON");
    assert!(manifest.to_string().contains("kosolver solve 'graph6:Cr' --ko psk"));

    for format in ["html", "csv", "markdown", "text"] {
        let page = printed(here, &["table", "--boards", boards, "--ko", "psk", "--format", format]);
        assert!(page.contains("graph6:Cr") && page.contains("torus:2x3"), "{format}");
    }
    let page = printed(here, &["table", "--boards", boards, "--ko", "psk", "--format", "html"]);
    assert!(page.contains("class=\"wraps\"") && page.contains("class=\"label\""));
}

#[test]
fn tablebases_hold_graphs() {
    let directory = directory();
    let here = directory.path();
    for board in ["torus:3x3", "complete:6", "star:7", "square.g6", "cylinder:2x4", "graph6:E`?G"] {
        for ko in ["none", "basic"] {
            printed(here, &["tablebase", "build", board, "--ko", ko, "--out", "t.ktb"]);
            printed(here, &["tablebase", "verify", "t.ktb"]);
            printed(here, &["tablebase", "stats", "t.ktb"]);
            let probed = json(here, &["tablebase", "probe", "t.ktb", "--format", "json"]);
            let arguments = ["solve", board, "--ko", ko, "--format", "json", "--certificate", "t.kcert"];
            let solved = json(here, &arguments);
            for field in ["board", "score", "lower", "upper", "openings"] {
                assert_eq!(probed[field], solved[field], "{board} {ko} {field}");
            }
            // The certificate is found from a graph of its own.
            printed(here, &["verify", "t.kcert"]);
        }
    }
}
