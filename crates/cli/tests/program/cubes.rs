//! Proofs in pieces, from the command line.

use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use crate::common::{Directory, err, kosolver, out, signal, spawn};

fn with_ending(directory: &Directory, ending: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(&directory.0).unwrap().map(|entry| entry.unwrap().path());
    let mut paths: Vec<PathBuf> =
        entries.filter(|path| path.extension().is_some_and(|end| end == ending)).collect();
    paths.sort();
    paths
}

fn succeeds(arguments: &[&str]) -> String {
    let output = kosolver(arguments);
    assert!(output.status.success(), "{arguments:?}: {}", err(&output));
    out(&output)
}

fn solve_all(directory: &Directory) -> String {
    let cubes = with_ending(directory, "cube");
    let mut arguments = vec!["cubes", "solve"];
    arguments.extend(cubes.iter().map(|path| path.to_str().unwrap()));
    succeeds(&arguments)
}

#[test]
fn cubes_close_and_what_is_wrong_or_missing_is_open_again() {
    let directory = Directory::new("cubes");
    let dir = directory.path();
    let first = succeeds(&[
        "cubes", "split", "2x3", "--ko", "psk", "--guess", "0", "--nodes", "60", "--most", "3", "--out", dir,
    ]);
    assert!(first.contains("solved    0\n") && with_ending(&directory, "cube").len() > 1, "{first}");
    let mut joined = String::new();
    for round in 0.. {
        assert!(round < 40, "{joined}");
        solve_all(&directory);
        if round == 1 {
            // One is damaged, one belongs to another cube, one is lost.
            let solved = with_ending(&directory, "kcert");
            fs::write(&solved[0], b"kosolver certificate 5\n").unwrap();
            if solved.len() > 2 {
                fs::copy(&solved[2], &solved[1]).unwrap();
                fs::remove_file(&solved[2]).unwrap();
            }
            let output = kosolver(&["cubes", "join", dir]);
            let said = err(&output);
            assert!(output.status.success() && said.contains("is refused: "), "{said}");
            assert!(said.contains(solved[0].file_name().unwrap().to_str().unwrap()), "{said}");
            assert!(out(&output).contains("refused   ") && !with_ending(&directory, "refused").is_empty());
            continue;
        }
        joined = succeeds(&["cubes", "join", dir]);
        if joined.contains("value ") {
            break;
        }
    }
    assert!(joined.contains("open      0 ") && joined.contains("value     0\n"), "{joined}");
    let files = with_ending(&directory, "kcert");
    let mut arguments = vec!["verify"];
    arguments.extend(files.iter().map(|path| path.to_str().unwrap()));
    assert!(succeeds(&arguments).contains("pieces"));
    let alone = kosolver(&["verify", &directory.file("whole.kcert")]);
    assert_eq!(alone.status.code(), Some(1));
    assert!(err(&alone).contains("it assumes what "), "{}", err(&alone));
    // It does not begin anew where something is.
    let again = kosolver(&["cubes", "split", "2x3", "--nodes", "60", "--out", dir]);
    assert_eq!(again.status.code(), Some(2));
    assert!(err(&again).contains("is there already"), "{}", err(&again));
}

#[test]
fn a_cube_that_is_interrupted_goes_on_and_one_that_is_too_hard_says_so() {
    let directory = Directory::new("cube");
    let (cube, path) =
        (directory.file("one.cube"), |ending: &str| directory.0.join("one").with_extension(ending));
    let rules = "ko=psk suicide=forbidden scoring=area komi=0 no-result=0";
    let text = format!(
        "{{\"board\":\"3x4\",\"rules\":\"{rules}\",\"position\":\".../.../...\",\"to_play\":\"black\",\"moves\":[\"B2\"],\"at_least\":\"4\",\"nodes\":1000000}}"
    );
    fs::write(&cube, text.replace(".../.../...", "..../..../....")).unwrap();
    let hard = succeeds(&["cubes", "solve", &cube, "--nodes", "50"]);
    assert!(
        hard.contains("too hard, 50 nodes") && path("hard").exists() && !path("checkpoint").exists(),
        "{hard}"
    );
    // It is passed over, unless it is given another number of nodes.
    assert_eq!(succeeds(&["cubes", "solve", &cube]), "");
    fs::remove_file(path("hard")).unwrap();
    let interrupted = spawn(&["cubes", "solve", &cube]);
    std::thread::sleep(Duration::from_millis(300));
    signal(&interrupted, "-TERM");
    let output = interrupted.wait_with_output().unwrap();
    if !output.status.success() {
        assert_eq!(output.status.code(), Some(130), "{}", err(&output));
        assert!(!path("kcert").exists());
    }
    succeeds(&["cubes", "solve", &cube]);
    assert!(path("kcert").exists() && !path("checkpoint").exists());
    let verified = succeeds(&["verify", path("kcert").to_str().unwrap()]);
    assert!(verified.contains("after B2"), "{verified}");
}

#[test]
fn what_is_no_cube_is_refused() {
    let directory = Directory::new("no-cube");
    for (ko, fault) in [("kee", "cubes are for rules"), ("basic", "cubes are for rules")] {
        let output =
            kosolver(&["cubes", "split", "2x2", "--ko", ko, "--nodes", "10", "--out", directory.path()]);
        assert_eq!(output.status.code(), Some(2), "{ko}");
        assert!(err(&output).contains(fault), "{}", err(&output));
    }
    let file = directory.file("x.cube");
    for text in ["", "{}", "{\"board\":\"2x2\"}", "[1]"] {
        fs::write(&file, text).unwrap();
        let output = kosolver(&["cubes", "solve", &file]);
        assert_eq!(output.status.code(), Some(2), "{text}");
        assert!(err(&output).contains("is no file of `kosolver cubes`"), "{}", err(&output));
    }
    let output = kosolver(&["cubes", "join", directory.path()]);
    assert_eq!(output.status.code(), Some(2));
}
