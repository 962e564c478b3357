//! Solving, tables, checks, and what goes wrong.

use std::time::{Duration, Instant};

use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::common::{Directory, err, json, kosolver, names, out, signal, spawn};

#[test]
fn a_fault_is_one_line_and_exit_code_2() {
    let cases: &[(&[&str], &str)] = &[
        (&["solve", "9x9", "--ko", "psk"], "81 points; a board has 1 to 64 points"),
        (&["solve", "0x3", "--ko", "psk"], "a board has 1 to 64 points"),
        (&["solve", "three", "--ko", "psk"], "'three' is not a board: write rows x columns"),
        (&["solve", "3x3", "-ko", "psk"], "'-ko' is not an option: write --ko"),
        (&["solve", "3x3", "--ko", "psk,ssk"], "`kosolver compare BOARD --ko psk,ssk` compares several"),
        (&["rules", "kees"], "'kees' is not a ruleset; did you mean kee?"),
        (
            &["referee", "x.sgf", "--ko", "newko"],
            "newko-reconstruction is not a ko rule that is read from the record of a game: write one that is a text",
        ),
        (
            &["compare", "4x4"],
            "4x4 has at least 24318165 legal positions: a comparison takes boards of up to",
        ),
        (
            &["solve", "3x3", "--rules", "japanese"],
            "'--rules <RULES>': japanese cannot be read; did you mean japanese-kgs? (KataGo's rules of this name: scoring",
        ),
        (&["solve", "3x3", "--ko", "pks"], "did you mean psk?"),
        (&["solve", "3x3", "--rules", "psk handicap=255"], "255 handicap stones are too many"),
        (&["solve", "3x3", "--ko", "superko"], "did you mean psk or ssk or nssk? The ko"),
        (&["solve", "3x3", "--ko", "psk", "--suicide", "yes"], "write forbidden, multi-stone or allowed"),
        (&["solve", "3x3", "--ko", "psk", "--komi", "x"], "'x' is not a score"),
        (
            &["solve", "1x3", "--ko", "primitive", "--komi", "1"],
            "only winning counts there, so komi must be 0",
        ),
        (&["solve", "1x3", "--rules", "psk no-result=1"], "it applies under none, basic, and texts with"),
        (&["solve", "1x3", "--ko", "psk", "--position", "XO"], "row 1 has 2 point(s)"),
        (&["solve", "2x2", "--ko", "psk", "--position", "XO.."], "it has 1 row(s)"),
        (&["solve", "1x3", "--ko", "psk", "--position", "X#."], "'#' is no stone"),
        (&["solve", "1x3", "--ko", "psk", "--position", "XO."], "the black chain at A1 has no liberty"),
        (&["solve", "1x3", "--ko", "psk", "--to-play", "red"], "'red' is not a colour"),
        (&["solve", "1x3", "--ko", "psk", "--format", "csv"], "write text or json"),
        (&["solve", "5x5", "--ko", "basic"], "414295148741 legal positions"),
        (&["table", "--boards", "1x1..3x3"], "is not a range of boards"),
        (&["table", "--boards", "3x3..1x3"], "is not a range of boards"),
        (&["table", "--boards", "1x1,,2x2"], "'' is not a board"),
        (&["table", "--ko", "psk,xyz"], "'xyz' is not a ko rule"),
        (&["table", "--format", "pdf"], "write text, markdown, csv, json or html"),
        (&["table", "--threads", "0"], "0 is not from 1 to 256"),
        (&["publish", "--out", "/dev/null/place"], "is no directory and cannot be made"),
        (&["table", "--boards", "1x1", "--part", "1/2"], "--part is gone: a part is some cells"),
        (&["merge", "parts"], "merge is gone: "),
        (
            &["play", "1x2", "--ko", "psk", "A1", "C1"],
            "move 2 is neither a point of 1x2 nor pass: 'C1' is not a point of 1x2",
        ),
        (&["play", "1x2", "C1"], "kosolver: move 1 is neither a point of 1x2 nor pass"),
        (&["compare", "--ko", "psk,ssk"], "name a board, as in `kosolver compare 2x3`"),
        (&["play", "1x2", "--ko", "psk", "A1", "B1", "A1"], "the position X. has occurred before, by move 1"),
        (&["solve", "1x2", "--ko", "psk", "--certificate", "/no/such/x"], "/no/such is not a directory"),
        (
            &["solve", "1x2", "--ko", "psk", "--certificate", "/dev/null"],
            "it exists and is not a regular file",
        ),
        (
            &["solve", "1x2", "--ko", "psk", "--certificate", "lag.ko"],
            "lag.ko is the name of a text with a ko rule: choose another ending",
        ),
        (
            &["solve", "1x2", "--zz"],
            "kosolver: unexpected argument '--zz' found; `kosolver solve` takes BOARD --rules --ko ",
        ),
        (&["completions", "bash", "zsh"], "; `kosolver completions` takes SHELL, and"),
        (&["solve", "1x2", "--certficate", "x"], "a similar argument exists: '--certificate';"),
        (&["solve", "1x2", "--json"], "'--json' is not an option: write --format json"),
        (&["version"], "'version' is not a command: `kosolver --version` prints the version"),
        (&["psk"], "'psk' is not a command: `kosolver rules psk` shows a ko rule"),
        (&["aga"], "'aga' is a ruleset and no command: `kosolver rules aga` shows it"),
        (&["solve", "1x2", "psk"], "'psk' is not expected here: write --ko psk"),
        (&["solve", "1x2", "--aga"], "'--aga' is not an option: write --rules aga"),
        (&["solve", "1x2", "--timeout", "3"], "write --time, as in --time 30s"),
        (&["solve", "--board", "1x2"], "the board stands alone, as in `kosolver solve 3x3`"),
        (&["solve", "1x2", "--ko", "tromp-taylor"], "is a ruleset: write --rules tromp-taylor"),
        (&["solve", "1x2", "--ko", "all"], "`kosolver compare BOARD --ko all` compares several"),
        (&["solve", "1x2", "--ko", "psk", "--moves", "A1 C1"], "move 2 is neither a point of 1x2 nor pass"),
        (&["solve", "1x2", "--ko", "psk", "--moves", "A1 B1 A1"], "X. has occurred before, by move 1\n"),
        (&["play", "1x2", "--moves", "A1"], "play --moves is gone: `kosolver play` takes points"),
        (&["solve", "1x2", "--time", "soon"], "'soon' is not a time: write seconds, or"),
        (&["values"], "name a board, as in `kosolver values 2x3`"),
        (&["values", "1x2", "--format", "html"], "write text, markdown, csv or json"),
        (&["referee", "Cargo.toml", "--rules", "Cargo.toml"], "write ./Cargo.toml, or let it end in .ko"),
        (&["rules", "check", "Cargo.toml"], "write ./Cargo.toml, or let it end in .ko"),
        (&["solve", "1x2", "--ko", "psk", "--komi", "0.001"], "in hundredths at the finest"),
        (&["solve", "1x2", "--ko", "psk", "--komi", "2000"], "at most 1000 points"),
        (&["verify", "/tmp"], "/tmp cannot be read: it is a directory"),
        (&["solv"], "unrecognized subcommand"),
    ];
    for (arguments, message) in cases {
        let output = kosolver(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let error = err(&output);
        assert!(error.contains(message), "{arguments:?}: {error}");
        assert_eq!(error.lines().count(), 1, "{arguments:?}: {error}");
        assert!(arguments[0] == "play" || output.stdout.is_empty(), "{arguments:?}");
    }
}

#[test]
fn without_a_rule_it_is_positional_superko_and_says_so() {
    for (arguments, said) in [
        (&["solve", "1x3"][..], "no --ko given: positional superko (psk); others: kosolver rules\n"),
        (&["play", "1x3", "pass"], "no --ko given: positional superko (psk); others: kosolver rules\n"),
        (&["solve", "1x3", "--rules", "aga"], ""),
        (&["play", "1x3", "--ko", "psk"], ""),
    ] {
        let output = kosolver(arguments);
        assert!(output.status.success(), "{arguments:?}");
        assert_eq!(err(&output), said, "{arguments:?}");
    }
    let named = out(&kosolver(&["solve", "2x2", "--ko", "psk", "--value-only"]));
    assert_eq!(out(&kosolver(&["solve", "2x2", "--value-only"])), named);
}

#[test]
fn help_and_version_are_there() {
    for (arguments, words) in [
        (&["--help"][..], &["table", "solve", "play", "rules"][..]),
        (&["--version"], &[concat!("kosolver ", env!("CARGO_PKG_VERSION"))]),
        (&["table", "--help"], &["--boards", "--ko", "--suicide", "--format", "--threads"]),
        (&["solve", "--help"], &["--ko", "--position", "--to-play", "--komi", "--format", "--help-all"]),
        (&["solve", "--help-all"], &["--ko", "--suicide", "--guess", "--scout", "--checkpoint"]),
        (&["verify", "--help"], &["FILE", "certificates"]),
        (&["publish", "--help"], &["--only", "--check"]),
    ] {
        let output = kosolver(arguments);
        assert!(output.status.success());
        for word in words {
            assert!(out(&output).contains(word), "{arguments:?} {word}");
        }
    }
}

/// What people type is understood.
#[test]
fn rules_have_their_names_in_words_too() {
    for (named, ko) in [
        ("positional-superko", "psk"),
        ("Situational Superko", "ssk"),
        ("natural_situational_superko", "nssk"),
        ("simple", "basic"),
        ("simple-ko", "basic"),
        ("fixed-ko", "fixed"),
    ] {
        let shown = |ko: &str| out(&kosolver(&["solve", "1x3", "--ko", ko, "--value-only"]));
        assert!(!shown(ko).is_empty());
        assert_eq!(shown(named), shown(ko), "{named}");
    }
    assert_eq!(out(&kosolver(&["rules", "aga"])), out(&kosolver(&["rules", "show", "aga"])));
    let table = |more: &[&str]| out(&kosolver(&[&["table", "--format", "csv"], more].concat()));
    assert_eq!(table(&["1x2", "--ko", "psk"]), table(&["--boards", "1x2", "--ko", "psk"]));
    assert_eq!(table(&["1x2", "--ko", "all"]).lines().count(), 18);
}

#[test]
fn lists_and_games_are_json_too() {
    let list = json(&kosolver(&["rules", "list", "--format", "json"]));
    let kinds: Vec<usize> =
        list.as_array().unwrap().iter().map(|kind| kind["names"].as_array().unwrap().len()).collect();
    assert_eq!(kinds[..2], [24, 27]);
    let text = out(&kosolver(&["rules", "list"]));
    for kind in list.as_array().unwrap() {
        assert!(text.contains(kind["kind"].as_str().unwrap()));
        for named in kind["names"].as_array().unwrap() {
            assert!(text.contains(&format!("\n  {}", named["name"].as_str().unwrap())), "{named}");
        }
    }
    let played = kosolver(&["play", "1x2", "--ko", "psk", "a1", "b1", "A1", "--format", "json"]);
    assert_eq!(played.status.code(), Some(2));
    let game: Value = serde_json::from_slice(&played.stdout).unwrap();
    assert_eq!(game["positions"], serde_json::json!(["..", "X.", ".O"]));
    assert_eq!(game["moves"], serde_json::json!(["A1", "B1"]));
    assert_eq!((&game["legal"], &game["illegal"]["number"]), (&serde_json::json!(["pass"]), &3.into()));
    let ended = json(&kosolver(&["play", "1x2", "--ko", "psk", "pass", "pass", "--format", "json"]));
    assert_eq!((&ended["legal"], &ended["outcome"]), (&serde_json::json!([]), &"score 0".into()));
}

/// The value after moves is that of the referee's game: what was on the board counts.
#[test]
fn solve_after_moves_knows_the_history() {
    let solved = |more: &[&str]| {
        json(&kosolver(&[&["solve", "1x2", "--ko", "psk", "--format", "json"], more].concat()))
    };
    let after = solved(&["--moves", "A1 B1"]);
    assert_eq!(after["moves"], serde_json::json!(["A1", "B1"]));
    // Black may not take back: A1 would repeat X.
    assert_eq!(after["score"], -2);
    assert_eq!(after["openings"].as_array().unwrap().len(), 1);
    // From the same stones without that game he takes, and has all.
    assert_eq!(solved(&["--position", ".O"])["score"], 2);
    let over = solved(&["--moves", "pass,pass"]);
    assert_eq!((&over["score"], &over["openings"]), (&0.into(), &serde_json::json!([])));
    let text = out(&kosolver(&["solve", "1x3", "--ko", "primitive", "--moves", "A1"]));
    assert!(text.contains("after A1, white to"), "{text}");
    assert!(text.contains("openings   B1 wins*  C1 loses\n"), "{text}");
    assert!(text.contains("\n2 white B1\n"), "{text}");
    // The proof is of the same.
    let directory = Directory::new("after-moves");
    let proof = directory.file("p.kcert");
    let solved = kosolver(&["solve", "1x2", "--ko", "psk", "--moves", "A1 B1", "--certificate", &proof]);
    assert!(solved.status.success(), "{}", err(&solved));
    let verified = out(&kosolver(&["verify", &proof])).replace('\n', " ");
    assert!(verified.contains("after A1 B1: value -2, proved by"), "{verified}");
}

#[test]
fn a_proved_value_can_be_cited() {
    let directory = Directory::new("cited");
    let (proof, broken) = (directory.file("p.kcert"), directory.file("b.kcert"));
    let solved = kosolver(&["solve", "2x2", "--ko", "psk", "--certificate", &proof]);
    assert!(solved.status.success(), "{}", err(&solved));
    let bytes = std::fs::read(&proof).unwrap();
    std::fs::write(&broken, [&bytes[..], b"x"].concat()).unwrap();
    let sum: String = Sha256::digest(&bytes).iter().map(|byte| format!("{byte:02x}")).collect();
    let cited = out(&kosolver(&["verify", &proof, "--format", "bibtex"]));
    let version = out(&kosolver(&["--version"]));
    assert!(cited.starts_with(&format!("@misc{{kosolver-{},\n", &sum[..8])), "{cited}");
    for words in ["value 1, proved by", &format!("SHA-256 {sum}; verified by {}}}", version.trim())] {
        assert!(cited.contains(words), "{cited}");
    }
    assert_eq!(cited.matches('{').count(), cited.matches('}').count());
    let both = kosolver(&["verify", &proof, &broken, "--format", "json"]);
    assert_eq!(both.status.code(), Some(1));
    let records: Value = serde_json::from_slice(&both.stdout).unwrap();
    assert_eq!((&records[0]["sha256"], &records[0]["value"]), (&sum.into(), &1.into()));
    assert_eq!((&records[1]["holds"], &records[1]["board"]), (&false.into(), &Value::Null));
    // Where the verified checker cannot prove it too, that is said.
    let other = directory.file("n.kcert");
    kosolver(&["solve", "1x2", "--ko", "newko-reconstruction", "--certificate", &other]);
    let both = out(&kosolver(&["verify", &proof, &other, "--format", "json"]));
    let records: Value = serde_json::from_str(&both).unwrap();
    assert_eq!([&records[0]["verified_checker"], &records[1]["verified_checker"]], [true, false]);
    let outside = "The verified checker does not cover these rules.";
    assert_eq!(out(&kosolver(&["verify", &proof, &other])).matches(outside).count(), 1);
}

#[test]
fn every_rule_is_listed_with_its_source() {
    let text = out(&kosolver(&["rules"]));
    for name in [
        "basic",
        "psk",
        "spight",
        "kee",
        "kee:passer+sum+cycle",
        "none",
        "ssk",
        "nssk",
        "fixed",
        "basic-fixed",
        "primitive",
        "basic-ko-rules",
        "configuration-rules",
        "kee-2020-03",
        "kee-2020-03:free+same",
        "spight-2",
        "newko-reconstruction",
    ] {
        assert!(text.contains(&format!("\n{name}  (")), "{name}");
    }
    assert_eq!(text.matches("Source: ").count(), 27);
}

#[test]
fn solve_prints_the_record_as_json() {
    let record = json(&kosolver(&["solve", "3x3", "--ko", "psk", "--format", "json"]));
    assert_eq!(record["board"], "3x3");
    assert_eq!(record["ko"], "psk");
    assert_eq!(record["suicide"], "forbidden");
    assert_eq!(record["score"], 9);
    assert_eq!(record["result"], "score");
    // Drange, 1998: the best, second and third opening of 3x3 score 9, 3 and -9.
    let openings = record["openings"].as_array().expect("a list");
    let score = |name: &str| {
        &openings.iter().find(|opening| opening["move"] == name).expect("the opening is listed")["score"]
    };
    assert_eq!((score("B2"), score("B1"), score("A1")), (&9.into(), &3.into(), &(-9).into()));
    assert_eq!(openings.len(), 10);
    assert_eq!(record["principal_variation"], serde_json::json!(["B2", "pass", "pass"]));

    let none = json(&kosolver(&["solve", "1x5", "--ko", "basic", "--format", "json"]));
    assert_eq!((&none["score"], &none["result"]), (&Value::Null, &"no-result".into()));
    assert_eq!((&none["lower"], &none["upper"]), (&(-5).into(), &5.into()));
    assert!(none["repeats_after"].is_number());

    let half = json(&kosolver(&["solve", "1x3", "--ko", "psk", "--komi", "0.5", "--format", "json"]));
    assert_eq!(half["score"], "5/2");

    let won = json(&kosolver(&["solve", "1x3", "--ko", "primitive", "--format", "json"]));
    assert_eq!((&won["result"], &won["winner"]), (&"first-player-wins".into(), &"black".into()));
    assert_eq!(won.get("score"), None, "only winning counts");
    let lost = json(&kosolver(&["solve", "1x1", "--ko", "primitive", "--format", "json"]));
    assert_eq!((&lost["result"], &lost["openings"]), (&"first-player-loses".into(), &serde_json::json!([])));
}

#[test]
fn solve_starts_from_any_position() {
    let arguments =
        ["solve", "2x2", "--ko", "ssk", "--position", "X./.O", "--to-play", "white", "--format", "json"];
    let record = json(&kosolver(&arguments));
    assert_eq!((&record["position"], &record["to_play"]), (&"X./.O".into(), &"white".into()));
    // The same with colours exchanged is the negative.
    let arguments = ["solve", "2x2", "--ko", "ssk", "--position", "O./.X", "--format", "json"];
    let mirrored = json(&kosolver(&arguments));
    assert_eq!(record["score"].as_i64(), mirrored["score"].as_i64().map(|score| -score));
}

#[test]
fn the_no_result_value_decides_between_the_bounds() {
    for (worth, score) in [("3", 3), ("-2.5", -5), ("9", 5), ("-9", -5)] {
        let arguments = ["solve", "1x5", "--rules", &format!("basic no-result={worth}"), "--format", "json"];
        let record = json(&kosolver(&arguments));
        match worth {
            // Within the bounds -5 and 5 endless play is best for both.
            "3" | "-2.5" => assert_eq!(record["result"], "no-result"),
            _ => assert_eq!(record["score"], score),
        }
    }
}

#[test]
fn endless_play_is_worth_what_it_is_said_to_be_worth() {
    // With lone suicide allowed White can go on for ever on 1x1, and does if it pays.
    for (rule, worth) in [("none", "-100"), ("basic", "100"), ("none", "-1"), ("basic", "1")] {
        let rules = format!("{rule} suicide=allowed no-result={worth}");
        let arguments = ["solve", "1x1", "--rules", &rules];
        let record = json(&kosolver(&[&arguments[..], &["--format", "json"]].concat()));
        assert_eq!(record["result"], "no-result", "{rule} {worth}");
    }
    // With suicide forbidden whoever passes all the time forces an end.
    let arguments = ["solve", "1x2", "--rules", "none no-result=-100", "--format", "json"];
    assert_eq!(json(&kosolver(&arguments))["score"], -2);
}

#[test]
fn the_value_alone_comes_without_openings() {
    let text = out(&kosolver(&["solve", "2x2", "--ko", "psk", "--value-only"]));
    assert!(text.contains("value      1") && !text.contains("openings"), "{text}");
    let record = json(&kosolver(&["solve", "2x2", "--ko", "psk", "--value-only", "--format", "json"]));
    assert_eq!((&record["score"], &record["openings"]), (&1.into(), &serde_json::json!([])));
}

#[test]
fn first_moves_come_without_a_line() {
    let solved = |more: &[&str]| {
        json(&kosolver(&[&["solve", "2x2", "--ko", "psk", "--format", "json"][..], more].concat()))
    };
    let (whole, without) = (solved(&[]), solved(&["--no-line"]));
    assert_eq!(without["openings"], whole["openings"]);
    assert_eq!(without["principal_variation"], serde_json::json!([]));
    assert!(!whole["principal_variation"].as_array().expect("a list").is_empty());
}

#[test]
fn a_table_is_the_same_in_every_format_and_with_any_number_of_threads() {
    let table = |more: &[&str]| {
        let arguments =
            [&["table", "--boards", "1x1..1x4,2x2", "--ko", "basic,psk,spight,primitive"], more].concat();
        let output = kosolver(&arguments);
        assert!(output.status.success(), "{}", err(&output));
        // No progress bar where nobody looks.
        assert_eq!(err(&output), "");
        out(&output)
    };
    let text = table(&["--format", "json"]);
    assert_eq!(text, table(&["--format", "json", "--threads", "1"]));
    assert_eq!(text, table(&["--format", "json", "--threads", "3"]));
    let cells: Value = serde_json::from_str(&text).expect("JSON");
    let cells = cells["cells"].as_array().expect("a list");
    assert_eq!(cells.len(), 20);

    let csv = table(&["--format", "csv"]);
    assert_eq!(csv.lines().count(), 21);
    assert!(csv.contains("2x2,psk,forbidden,0,score,1,,,,A2 B2 A1 B1"), "{csv}");
    let markdown = table(&["--format", "markdown"]);
    assert!(markdown.contains("| 1x3 | **3** B1 | **3** B1 | **3** B1 | **first wins** B1 |"), "{markdown}");
    let plain = table(&[]);
    assert!(plain.contains("2x2") && plain.contains("first wins"), "{plain}");
}

#[test]
fn files_are_written_whole_into_the_directory_named() {
    let directory = Directory::new("out");
    let output = kosolver(&["publish", "--only", "kee/1x2/psk", "--out", directory.path()]);
    assert!(output.status.success(), "{}", err(&output));
    assert_eq!(out(&output), "");
    assert_eq!(
        names(&directory.0),
        ["certificates", "certificates.json", "kee.json", "kee.md", "manifest.json"]
    );
    let written = std::fs::read_to_string(directory.file("kee.json")).expect("it was written");
    let printed = kosolver(&["table", "--boards", "1x2", "--ko", "psk", "--format", "json"]);
    assert_eq!(written, out(&printed));
}

#[test]
fn a_certificate_is_written_verified_and_rejected_once_it_is_touched() {
    let directory = Directory::new("certificate");
    let file = directory.file("2x2.kcert");
    let solved = kosolver(&["solve", "2x2", "--ko", "psk", "--certificate", &file]);
    assert!(solved.status.success(), "{}", err(&solved));
    assert!(err(&solved).starts_with(&format!("wrote {file} (")), "{}", err(&solved));

    let verified = kosolver(&["verify", &file]);
    assert!(verified.status.success(), "{}", err(&verified));
    assert!(
        out(&verified).replace('\n', " ").contains("from ../.. with black to play: value 1, proved by"),
        "{}",
        out(&verified)
    );

    let bytes = std::fs::read(&file).expect("it was written");
    let text = String::from_utf8_lossy(&bytes);
    let value = text.find("value 1").expect("the header has the value") + "value ".len();
    let mut touched = bytes.clone();
    touched[value] = b'2';
    std::fs::write(&file, touched).expect("it can be written");
    let rejected = kosolver(&["verify", &file]);
    assert_eq!(rejected.status.code(), Some(1));
    let said = "the value is not proved: nothing shows that Black reaches >= 2";
    assert!(err(&rejected).contains(said), "{}", err(&rejected));
    assert_eq!(out(&rejected), "");

    let missing = kosolver(&["verify", &directory.file("missing.kcert")]);
    assert_eq!(missing.status.code(), Some(2));
    assert!(err(&missing).contains("cannot be read"), "{}", err(&missing));
}

#[test]
fn an_interrupt_ends_at_once_and_writes_nothing() {
    let directory = Directory::new("interrupt");
    // 5x5 is far out of reach: it is still at work when the signal comes.
    let child = spawn(&["publish", "--only", "kee/5x5/psk", "--out", directory.path()]);
    std::thread::sleep(Duration::from_millis(500));
    let sent = Instant::now();
    signal(&child, "-INT");
    let output = child.wait_with_output().expect("it ends");
    assert!(sent.elapsed() < Duration::from_secs(10), "it took {:?}", sent.elapsed());
    assert_eq!(output.status.code(), Some(130));
    assert_eq!(err(&output), "kosolver: interrupted; nothing was written\n");
    assert_eq!(names(&directory.0), Vec::<String>::new());
}

#[test]
fn a_reader_that_goes_away_is_no_fault() {
    let mut child = spawn(&["rules"]);
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(err(&output), "");
    assert!(output.status.success());
}

/// The same numbers of threads and the same intervals are taken, and refused, by all commands.
#[test]
fn threads_and_intervals_are_read_alike() {
    let commands: [&[&str]; 8] = [
        &["table"],
        &["compare", "1x2"],
        &["solve", "1x2", "--ko", "psk"],
        &["publish", "--out", "t"],
        &["tablebase", "build", "1x2", "--ko", "none", "--out", "t"],
        &["tablebase", "stats", "t"],
        &["tablebase", "verify", "t"],
        &["solve", "1x2", "--ko", "none"],
    ];
    let refused = |arguments: &[&str], more: &[&str], message: &str| {
        let output = kosolver(&[arguments, more].concat());
        assert_eq!(output.status.code(), Some(2), "{arguments:?} {more:?}");
        let error = err(&output);
        assert!(error.contains(message) && error.lines().count() == 1, "{arguments:?} {more:?}: {error}");
    };
    for arguments in commands {
        for threads in ["0", "257", "1000"] {
            refused(arguments, &["--threads", threads], &format!("{threads} is not from 1 to 256"));
        }
    }
    for (interval, message) in [
        ("0", "0 is too short: the least is 1 second"),
        ("999ms", "999ms is too short"),
        ("soon", "'soon' is not a time: write seconds, or a number with a unit, as in 90, 90s or 2m"),
        ("", "'' is not a time"),
        ("1.5", "is not a time"),
    ] {
        refused(commands[4], &["--checkpoint", "c", "--checkpoint-every", interval], message);
    }
    for interval in ["1", "90", "1s", "2m", "1h 30m"] {
        let directory = tempfile::tempdir().expect("a directory");
        let (path, out) = (directory.path().join("c"), directory.path().join("t"));
        let every = ["--checkpoint", path.to_str().expect("UTF-8"), "--checkpoint-every", interval];
        let table = ["tablebase", "build", "1x2", "--ko", "none", "--out", out.to_str().expect("UTF-8")];
        let output = kosolver(&[&table[..], &every].concat());
        assert!(output.status.success(), "{interval}: {}", err(&output));
    }
}

/// A situation that comes again after equally many passes ends the game without a result, which is
/// no score whatever it is worth.
#[test]
fn a_game_without_a_result_is_no_score() {
    let moves = ["3", "1", "2", "1", "3", "2", "3"];
    for worth in ["0", "2"] {
        let rules = format!("basic scoring=territory no-result={worth}");
        let play = ["play", "complete:3", "--rules", &rules];
        let output = kosolver(&[&play[..], &["pass"], &moves].concat());
        assert!(output.status.success(), "{}", err(&output));
        assert!(out(&output).ends_with("the game is over: no result\n"), "{}", out(&output));
        let output = kosolver(&[&play[..], &["pass"], &moves, &["1"]].concat());
        assert_eq!(output.status.code(), Some(2));
        assert_eq!(err(&output), "kosolver: move 9 is illegal: the game is over: no result\n");
    }
    let output = kosolver(&["play", "1x2", "--rules", "basic scoring=territory", "pass", "pass"]);
    assert!(out(&output).ends_with("the game is over: score 0\n"), "{}", out(&output));
    let output = kosolver(&["play", "1x1", "--rules", "no-pass"]);
    assert!(out(&output).ends_with("has won\n"), "{} {}", out(&output), err(&output));
}

/// What earlier versions had is told, with what to do instead.
#[test]
fn options_that_are_gone_say_what_to_do_instead() {
    for (arguments, instead) in [
        (&["play", "1x2", "--ko", "psk", "--moves", "AB"][..], "`kosolver play` takes points"),
        (&["tablebase", "survey"], "adds a tablebase to the results"),
        (&["players", "1x2", "--out", "place"], "makes published results"),
    ] {
        let said = err(&kosolver(arguments));
        assert!(said.contains(" is gone: ") && said.contains(instead), "{said}");
        assert_eq!(said.lines().count(), 1, "{said}");
    }
}
