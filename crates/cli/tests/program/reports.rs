//! Comparisons, counts, costs and game trees, from the real binary.

use std::path::Path;

use serde_json::Value;

use crate::common::{command, err, kosolver, out, signal, spawn};

fn printed(arguments: &[&str]) -> String {
    let output = kosolver(arguments);
    assert!(output.status.success(), "{arguments:?}: {}", err(&output));
    assert_eq!(err(&output), "", "nothing but the result where nobody looks");
    out(&output)
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).expect("JSON")
}

fn read(directory: &Path, name: &str) -> String {
    std::fs::read_to_string(directory.join(name)).expect("it was written")
}

#[test]
fn faults_are_one_line_each() {
    for (arguments, message) in [
        (
            &["compare", "1x2", "--ko", "psk"][..],
            "--ko names one rule: name at least two different ones to compare",
        ),
        (&["compare", "4x4"], "24318165 legal positions"),
        (&["compare", "1x2", "--ko", "psk,pks"], "did you mean psk?"),
        (&["compare", "1x2", "--format", "pdf"], "write text, markdown, csv, json or html"),
        (&["compare", "1x2", "--out", "place"], "compare --out is gone: this command prints"),
        (&["count", "9x9"], "81 points; a board has 1 to 64 points"),
        (&["count", "torus:4x6", "--memory", "64MiB"], "are not counted: with "),
        (&["solve", "1x2", "--ko", "psk", "--sgf", "/no/such/x.sgf"], "/no/such is not a directory"),
        (&["solve", "1x2", "--ko", "psk", "--sgf", "x.sgf", "--value-only"], "cannot be used with"),
    ] {
        let output = kosolver(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(err(&output).contains(message), "{arguments:?}: {}", err(&output));
        assert_eq!(err(&output).lines().count(), 1, "{arguments:?}: {}", err(&output));
    }
}

/// What many rules give is a summary, unless all is asked for.
#[test]
fn a_comparison_of_many_rules_is_a_summary() {
    let compare = |more: &[&str]| printed(&[&["compare", "2x2"], more].concat());
    let (summary, all) = (compare(&[]), compare(&["--all"]));
    assert!(summary.lines().count() < 40, "{summary}");
    assert!(summary.contains("`--all` shows the 4 starts that set rules apart"), "{summary}");
    // All else is the same.
    let head = summary.split("A matrix entry").next().unwrap().trim_end();
    assert!(all.starts_with(head) && all.lines().count() > 200);
    // Few rules are shown with all starts, and every program gets all.
    assert_eq!(compare(&["--ko", "psk,ssk,nssk"]), compare(&["--ko", "psk,ssk,nssk", "--all"]));
    assert_eq!(compare(&["--format", "json"]), compare(&["--format", "json", "--all"]));
}

/// `values` has the value that `solve` finds of every start, one a row.
#[test]
fn the_values_of_all_starts_are_those_of_single_searches() {
    for (board, rules) in [
        ("1x4", &["--ko", "all"][..]),
        ("2x2", &["--ko", "psk,none,primitive"]),
        ("1x3", &["--rules", "aga,ko=psk komi=1/2"]),
    ] {
        let values = |format: &str| printed(&[&["values", board, "--format", format], rules].concat());
        let rows = json(&values("json"));
        let rows = rows.as_array().unwrap();
        for row in rows {
            let text = |name: &str| row[name].as_str().unwrap_or_default();
            let named = match text("ruleset") {
                "" => ["--ko", text("ko")],
                named => ["--rules", named],
            };
            let start = ["--position", text("position"), "--to-play", text("to_play")];
            let solve = ["solve", board, "--value-only", "--format", "json"];
            let solved = json(&printed(&[&solve[..], &named, &start].concat()));
            for field in ["result", "score", "winner", "lower", "upper", "suicide"] {
                assert_eq!(row.get(field), solved.get(field), "{row} {field}");
            }
        }
        let csv = values("csv");
        assert_eq!(csv.lines().count(), rows.len() + 1);
        assert_eq!(csv.lines().next().unwrap().contains(",ruleset,"), rules[0] == "--rules");
        // A row of the other forms is a start.
        let starts: std::collections::BTreeSet<String> =
            rows.iter().map(|row| format!("{} {}", row["position"], row["to_play"])).collect();
        let lines = |text: String| text.lines().filter(|line| line.contains(['.', 'X'])).count();
        assert_eq!(lines(values("markdown")), starts.len(), "{board}");
        assert_eq!(lines(values("text")) % starts.len(), 0, "{board}");
    }
    // An orbit under symmetry is one start, and under fair rules only Black moves.
    assert_eq!(printed(&["values", "1x2", "--ko", "psk", "--format", "csv"]).lines().count(), 4);
}

#[test]
fn a_comparison_is_the_same_with_any_number_of_threads() {
    let compare = |threads: &str| {
        printed(&[
            "compare",
            "1x2..1x4,2x2",
            "--ko",
            "basic,psk,ssk,nssk,kee",
            "--format",
            "json",
            "--threads",
            threads,
        ])
    };
    let text = compare("1");
    assert_eq!(text, compare("3"));
    let document = json(&text);
    assert_eq!(document["boards"].as_array().map(Vec::len), Some(4));
    let two = &document["boards"][0];
    assert_eq!((&two["positions"], &two["starts"]), (&5.into(), &3.into()));
    let pair = two["pairs"]
        .as_array()
        .unwrap()
        .iter()
        .find(|pair| pair["rules"] == serde_json::json!(["psk", "nssk"]));
    let pair = pair.unwrap();
    assert_eq!((&pair["differ"], &pair["largest"]), (&2.into(), &4.into()));
    assert_eq!(pair["smallest"]["position"], "O.");
    assert_eq!(pair["smallest"]["parting"]["line"], serde_json::json!(["B1"]));
    assert_eq!(
        (&pair["smallest"]["parting"]["move"], &pair["smallest"]["parting"]["by"]),
        (&"A1".into(), &"psk".into())
    );
}

#[test]
fn kee_is_left_out_by_default_where_it_takes_minutes() {
    let text = printed(&["compare", "1x2,2x2", "--format", "json"]);
    assert!(text.contains("\"kee\"") && !text.contains("\"primitive\""));
    let output = kosolver(&["compare", "--help"]);
    let help = out(&output).split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(help.contains("except primitive; kee is left out where a side is over 7"), "{help}");
}

/// J. Tromp's number: 57 legal positions of 2x2.
#[test]
fn positions_are_counted() {
    assert_eq!(printed(&["count", "2x2"]), "2x2\nlegal positions  57\n");
    assert_eq!(json(&printed(&["count", "5x5", "--format", "json"]))["legal_positions"], "414295148741");
}

/// What is counted as taken is what the process takes, but for what it takes anyway.
#[test]
#[cfg(target_os = "linux")]
fn counting_takes_no_more_memory_than_allowed() {
    let mut child = command(&["count", "torus:4x6", "--memory", "64MiB"]).spawn().expect("it starts");
    let mut most = 0;
    while child.try_wait().expect("it can be asked").is_none() {
        let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap_or_default();
        let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let peak = peak.and_then(|peak| peak.trim().strip_suffix(" kB")).and_then(|peak| peak.parse().ok());
        most = most.max(peak.unwrap_or(0));
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(2), "{}", err(&output));
    assert!(most > 32 << 10 && most < 84 << 10, "{most} kB at most");
}

#[test]
fn an_interrupted_comparison_writes_nothing() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let path = directory.path().to_str().expect("UTF-8");
    // 2x6 has 299681 legal positions: it is still at work when the signal comes.
    let child = spawn(&["publish", "--only", "separators/2x6", "--out", path]);
    std::thread::sleep(std::time::Duration::from_millis(500));
    signal(&child, "-INT");
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(130), "{}", err(&output));
    assert_eq!(err(&output), "kosolver: interrupted; nothing was written\n");
    assert_eq!(std::fs::read_dir(directory.path()).expect("it is there").count(), 0);
}

#[test]
fn tables_and_comparisons_are_printed_in_each_format() {
    for (format, words) in [("html", "<!doctype html>"), ("csv", "board,"), ("markdown", "| psk |")] {
        let more = ["--ko", "psk,nssk", "--format", format];
        assert!(printed(&[&["compare", "1x2"], &more[..]].concat()).contains(words), "{format}");
        let table = printed(&[&["table", "--boards", "1x2,2x2"], &more[..]].concat());
        assert!(table.contains("2x2") && table.contains("nssk"), "{format}");
    }
    // Nothing of a page comes from elsewhere; it refers to colours of its own, and to the explorer of who
    // reads it.
    let html = ["--ko", "psk,nssk", "--format", "html"];
    for command in [&["compare", "1x2"][..], &["table", "--boards", "1x2,2x2"]] {
        let page = printed(&[command, &html].concat());
        // The name of SVG is no address that is asked.
        let page = page.replace("\"http://www.w3.org/2000/svg\"", "");
        let page = page.replace("url(#", "").replace("&#x2f;", "/").replace("=\"http://127.0.0.1:8361/?", "");
        assert!(!page.contains("http") && !page.contains("src=") && !page.contains("url("), "{page}");
    }
}

#[test]
fn a_game_tree_has_every_first_move() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let file = directory.path().join("tree.sgf");
    let solve = ["solve", "2x3", "--ko", "ssk", "--komi", "1/2", "--position", "OO./...", "--sgf"];
    let output = kosolver(&[&solve[..], &[file.to_str().expect("UTF-8")]].concat());
    assert!(output.status.success(), "{}", err(&output));
    let tree = read(directory.path(), "tree.sgf");
    assert!(tree.starts_with("(;FF[4]GM[1]CA[UTF-8]AP[kosolver:"), "{tree}");
    assert!(
        tree.contains("SZ[3:2]RU[ko=ssk suicide=forbidden scoring=area komi=1/2]KM[0.5]RE[B+0.5]"),
        "{tree}"
    );
    assert!(tree.contains("AW[aa][ba]PL[B]V[0.5]C[Value: 1/2.]"), "{tree}");
    assert_eq!(tree.matches("\n(;B[").count(), 5, "{tree}");
}

#[test]
fn what_does_not_apply_is_not_printed() {
    let psk = printed(&["solve", "1x2", "--ko", "psk"]);
    assert!(psk.starts_with("1x2, ko=psk suicide=forbidden scoring=area komi=0, black to play\n"), "{psk}");
    let none = printed(&["solve", "1x2", "--rules", "none no-result=1"]);
    assert!(none.contains("komi=0 no-result=1, black to play"), "{none}");
}

#[test]
fn text_fits_eighty_columns() {
    for (arguments, names, blocks) in [
        (&["table", "--boards", "1x1..1x6,2x2", "--suicide", "forbidden"][..], "basic-fixed", 3),
        (&["table", "--boards", "1x3,cycle:3", "--rules", "all"], "kee-2007", 7),
        (&["compare", "1x5,2x2"], "basic-fixed", 0),
        (&["solve", "1x9", "--ko", "none"], "and again from move", 0),
        (&["solve", "graph6:D~{", "--ko", "psk"], "edges", 0),
        (&["play", "2x8", "--rules", "tromp-taylor", "A1", "B1", "C1", "D1", "E1", "F1", "G1"], "legal", 0),
    ] {
        let text = printed(arguments);
        assert!(text.lines().all(|line| line.chars().count() <= 80), "{arguments:?}: {text}");
        assert!(text.contains(names), "names are whole: {text}");
        let boards = text.lines().filter(|line| line.starts_with(" board ")).count();
        assert!(blocks == 0 || boards == blocks, "{blocks} blocks: {text}");
    }
}
