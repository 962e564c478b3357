//! Rulesets as a user names, changes and shows them.

use serde_json::{Value, json};

use crate::common::{Directory, err, kosolver};

/// What a successful run prints.
fn out(output: &std::process::Output) -> String {
    assert!(output.status.success(), "{}", err(output));
    crate::common::out(output)
}

fn solved(board: &str, more: &[&str]) -> Value {
    let arguments = [&["solve", board, "--format", "json"], more].concat();
    serde_json::from_str(&out(&kosolver(&arguments))).expect("JSON")
}

#[test]
fn faults_say_what_is_wrong() {
    let cases: &[(&[&str], &str)] = &[
        (&["solve", "1x3", "--rules", "tromp-tailor"], "did you mean tromp-taylor? The presets are"),
        (&["solve", "1x3", "--rules", "{\"ko\":\"SIMPLE\"}"], "KataGo rules: ko SIMPLE"),
        (&["solve", "1x3", "--rules", "ko=psk tax=all"], "'tax=all' is not part of a ruleset"),
        (&["solve", "1x3", "--rules", "ikeda-area-3 scoring=stones"], "Ikeda's rule does not apply"),
        (
            &["solve", "1x3", "--rules", "no-pass", "--komi", "1"],
            "--rules no-pass with these options: komi 1",
        ),
        (&["solve", "1x3", "--rules", "psk ikeda=perhaps"], "'perhaps' is neither yes nor no"),
        (&["solve", "1x3", "--rules", "psk scoring=points"], "'points' is not a scoring"),
        (&["solve", "1x3", "--rules", "psk end=never"], "'never' is not an end"),
        (&["solve", "1x3", "--rules", "psk compensation=2"], "write 0, K-1 or K"),
        (&["solve", "1x3", "--rules", "psk handicap=3"], "3 handicap stone(s) do not fit 1x3"),
        (&["solve", "1x3", "--handicap-at", "A1"], "--handicap-at is gone: write how many stones stand"),
        (
            &["solve", "1x3", "--rules", "ko=psk handicap=1", "--to-play", "white"],
            "with a handicap of 1 a game starts from the empty board with black to move, or from 1 black stone(s) alone with white to move",
        ),
        (
            &["solve", "3x3", "--rules", "psk handicap=2", "--position", "XX./.../..."],
            "or from 2 black stone(s) alone with white to move",
        ),
        (
            &["play", "3x3", "--rules", "psk handicap=2", "--position", "X../.../...", "--to-play", "white"],
            "or from 2 black stone(s) alone with white to move",
        ),
        (&["solve", "1x3", "--rules", "scoring=area"], "ko= is missing"),
        (&["solve", "1x3", "--rules", "ko=psk,scoring=area"], "separated by spaces"),
        (&["solve", "1x3", "--rules", "ko=psk tax=all"], "ikeda handicap compensation komi no-result"),
        (&["solve", "1x3", "--rules", ""], "'' is not a ruleset. The presets are tromp-taylor"),
        (&["solve", "1x3", "--ko", "kee:cycle+sum"], "did you mean kee:sum+cycle?"),
        (&["table", "--rules", "aga,kxs"], "'kxs' is not a ruleset"),
        (&["table", "--rules", "aga,ko=psk scoring=prisoners"], "'prisoners' is not a scoring"),
        (&["table", "--rules", "ko=psk,scoring=area"], "ko= is missing"),
        (&["table", "--boards", "1x2", "--rules", "ko=psk handicap=2"], "2 handicap stone(s) do not fit 1x2"),
        (&["table", "--boards", "7x7", "--rules", "chinese"], "a tablebase has at most 31 points"),
        (
            &["compare", "1x3", "--rules", "aga"],
            "--rules names one ruleset: name at least two different ones to compare",
        ),
        (&["compare", "1x3", "--rules", "aga,bga", "--ko", "psk"], "cannot be used with"),
        (&["compare", "1x3", "--rules", "aga,bga", "--suicide", "allowed"], "cannot be used with"),
        (&["compare", "1x3", "--boards", "1x2"], "cannot be used with"),
        (&["compare", "1x3", "--rules", "ko=psk handicap=3,aga"], "3 handicap stone(s) do not fit 1x3"),
        (
            &["publish", "--only", "frontier-rulesets/1x2/chinese", "--out", "."],
            "under chinese play can go on for ever",
        ),
        (&["solve", "nofile.txt", "--ko", "psk"], "there is no file nofile.txt"),
        (&["solve", env!("CARGO_MANIFEST_DIR"), "--ko", "psk"], "is a directory"),
        (&["table", "--rules", "aga", "--ko", "psk"], "cannot be used with"),
        (&["table", "--rules", "aga", "--suicide", "allowed"], "cannot be used with"),
        (&["rules", "show", "xyz"], "is not a ruleset"),
        (&["rules", "show", "new-zealand", "--format", "katago"], "suicide of a lone stone"),
    ];
    for (arguments, message) in cases {
        let output = kosolver(arguments);
        let error = err(&output);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(error.contains(message), "{arguments:?}: {error}");
        assert_eq!(error.lines().count(), 1, "{arguments:?}: {error}");
    }
}

#[test]
fn options_override_what_is_named() {
    let rules = |more: &[&str]| {
        let text = out(&kosolver(&[&["solve", "1x2", "--value-only"], more].concat()));
        // The lines above the diagram.
        let head: Vec<&str> = text.lines().take_while(|line| !line.starts_with("  ")).collect();
        head.join(" ")
    };
    for (more, expected) in [
        (&["--rules", "tromp-taylor"][..], "1x2, ko=psk suicide=allowed scoring=area komi=0, black to play"),
        (
            &["--rules", "aga scoring=area ikeda=yes", "--ko", "psk", "--komi", "1/2"],
            "1x2, ko=psk suicide=forbidden scoring=area komi=1/2 ikeda=yes, black to play",
        ),
        (
            &["--rules", "Flower end=two-passes", "--suicide", "multi-stone"],
            "1x2, ko=psk suicide=multi-stone scoring=equivalence komi=0 ikeda=yes, black to play",
        ),
        (
            &["--rules", "chinese-kgs handicap=1 compensation=K-1", "--position", ".X", "--to-play", "white"],
            "1x2, ko=psk suicide=forbidden scoring=area komi=0 handicap=1 compensation=K-1, white to play",
        ),
    ] {
        assert_eq!(rules(more), expected);
    }
}

#[test]
fn handicap_stones_stand_where_they_are_said_to() {
    let rules = ["--rules", "chinese-kgs handicap=2", "--position", ".X/X.", "--to-play", "white"];
    let placed = solved("2x2", &rules);
    assert_eq!((&placed["position"], &placed["to_play"]), (&json!(".X/X."), &json!("white")));
    assert_eq!(placed["score"], 2, "the whole board, less two points");
    let text = out(&kosolver(&["play", "2x2", "--rules", "psk handicap=2", "A1"]));
    assert!(text.contains("legal: "), "{text}");
}

/// B. Spight, Sensei's Library, No Pass Go.
#[test]
fn black_wins_no_pass_go_on_1x5() {
    let game = solved("1x5", &["--rules", "no-pass"]);
    assert_eq!(game["result"], "first-player-wins");
    let best: Vec<&Value> = game["openings"]
        .as_array()
        .expect("a list")
        .iter()
        .filter(|opening| opening["best"] == true)
        .collect();
    assert_eq!(best.len(), 1);
    assert_eq!(best[0]["move"], "C1");
    assert_eq!(game.get("fair_komi"), None);
}

#[test]
fn a_fair_komi_makes_the_game_even() {
    for (board, more, komi) in [
        ("2x2", &["--ko", "psk"][..], json!(1)),
        ("2x2", &["--ko", "psk", "--komi", "5/2"], json!(1)),
        ("1x3", &["--ko", "kee", "--komi", "1/3"], json!(3)),
        ("1x3", &["--rules", "japanese-kgs"], json!(2)),
        ("1x3", &["--ko", "basic", "--komi", "7"], json!(3)),
        ("1x5", &["--ko", "basic", "--komi", "2"], json!([-5, 5])),
        ("1x5", &["--rules", "basic no-result=1"], json!(5)),
        ("1x5", &["--rules", "basic no-result=-1/2"], json!(-5)),
        // Nobody can force an end of 1x3 with suicide.
        ("1x3", &["--ko", "none", "--suicide", "allowed"], json!([null, null])),
        ("1x3", &["--rules", "none suicide=allowed no-result=1"], json!([])),
    ] {
        let record = solved(board, more);
        assert_eq!(record["fair_komi"], komi, "{board} {more:?}");
        let ends = komi.as_array().cloned().unwrap_or(vec![komi]);
        for komi in ends.into_iter().filter(|komi| !komi.is_null()) {
            let at = solved(board, &[&more[..2], &["--komi", &komi.to_string()]].concat());
            assert!([json!(0), Value::Null].contains(&at["score"]), "{board} {more:?}: {}", at["score"]);
        }
    }
    for rules in ["ko=kee:sum", "primitive", "prisoner-return", "ko=basic scoring=territory no-result=1"] {
        assert_eq!(solved("1x3", &["--rules", rules]).get("fair_komi"), None, "{rules}");
    }
    let text = out(&kosolver(&["solve", "1x5", "--rules", "chinese", "--value-only"]));
    assert!(text.contains("\nfair komi  any from -5 to 5\n"), "{text}");
    let endless = ["solve", "1x3", "--rules", "none suicide=allowed no-result=1", "--value-only"];
    let text = out(&kosolver(&endless));
    assert!(text.contains("\nvalue      NR   (neither player can force the game to end)\n"), "{text}");
    assert!(text.contains("\nfair komi  none\n"), "{text}");
}

#[test]
fn rulesets_are_listed_and_shown() {
    let list = out(&kosolver(&["rules", "list"]));
    for line in ["  tromp-taylor ", "  psk ", "  equivalence ", "  prisoner-return ", "  multi-stone "] {
        assert!(list.lines().any(|found| found.starts_with(line)), "{line}");
    }
    let aga = out(&kosolver(&["rules", "show", "aga"]));
    for part in
        ["American Go Association, 1991", "ssk: A play", "equivalence: ", "Ikeda      no", "K-1 points"]
    {
        assert!(aga.contains(part), "{part}: {aga}");
    }
    let shown = out(&kosolver(&["rules", "show", "chinese", "--format", "json"]));
    let shown: Value = serde_json::from_str(&shown).expect("JSON");
    assert_eq!((&shown["rules"]["compensation"], &shown["rules"]["no_result"]), (&json!("K"), &json!(0)));
    assert_eq!(shown["source"], "Chinese Weiqi Association, 2002");
    let ko = out(&kosolver(&["rules", "show", "nssk"]));
    assert!(ko.contains("natural situational superko") && ko.contains("1998"), "{ko}");
    let kee = out(&kosolver(&["rules", "show", "KEE-2007"]));
    assert!(kee.starts_with("kee-2007  ("), "{kee}");
    assert!(kee.contains("`--ko kee-2007` is the ko rule alone: ko=kee-2007 suicide=forbidden"), "{kee}");
    assert!(!out(&kosolver(&["rules", "show", "spight"])).contains("`--ko"), "both are the same");
    let primitive = out(&kosolver(&["rules", "show", "primitive"]));
    assert!(!primitive.contains("handicap  "), "nobody asked for handicap stones: {primitive}");
    let placed = out(&kosolver(&["rules", "show", "ko=psk handicap=1 compensation=K"]));
    assert!(placed.contains("  handicap   1 stone; White is given K points for K\n"), "{placed}");
    let readings: std::collections::BTreeSet<&str> = list
        .lines()
        .filter_map(|line| line.trim_start().split_once("  "))
        .filter(|(name, _)| *name == "kee" || name.starts_with("kee:"))
        .map(|(_, meaning)| meaning.trim_start())
        .collect();
    assert_eq!(readings.len(), 8, "each reads differently: {list}");
    let katago = out(&kosolver(&["rules", "show", "aga", "--format", "katago"]));
    let again = out(&kosolver(&["rules", "show", katago.trim(), "--format", "katago"]));
    assert_eq!(katago, again);
}

#[test]
fn a_table_of_presets_names_them() {
    let csv = out(&kosolver(&["table", "--boards", "2x2", "--rules", "aga", "--format", "csv"]));
    assert!(
        csv.starts_with("board,preset,ko,") && csv.contains("2x2,aga,ssk,forbidden,0,score,1,,,"),
        "{csv}"
    );
}

/// Lists of rulesets: commas part them, except within JSON; spaces belong to a text.
const LIST: &str = "aga,ko=psk scoring=territory,{\"ko\":\"POSITIONAL\",\"scoring\":\"AREA\"},psk";

#[test]
fn surveys_take_whole_rulesets() {
    let text = |arguments: &[&str]| out(&kosolver(&[arguments, &["--rules", LIST]].concat()));
    let json = |arguments: &[&str]| -> Value {
        serde_json::from_str(&text(&[arguments, &["--format", "json"]].concat())).expect("JSON")
    };
    let table = json(&["table", "--boards", "1x3,2x2"]);
    let cells = table["cells"].as_array().expect("a list");
    assert_eq!(cells.len(), 8);
    assert_eq!((&cells[0]["preset"], cells[0].get("ruleset")), (&json!("aga"), None));
    assert_eq!((cells[1].get("preset"), &cells[1]["ruleset"]), (None, &json!("ko=psk scoring=territory")));
    assert_eq!(cells[1]["rules"]["scoring"], "territory");
    for (cell, board, rules) in [(1, "1x3", "ko=psk scoring=territory"), (4, "2x2", "aga")] {
        assert_eq!(cells[cell]["score"], solved(board, &["--rules", rules])["score"]);
    }
    let names: Vec<&Value> = cells[..4].iter().map(|cell| &cell["ruleset"]).collect();
    let katago = "ko=psk suicide=multi-stone scoring=area komi=0";
    assert_eq!(names[2..], [&json!(katago), &json!("psk")]);

    let compared = json(&["compare", "--boards", "1x3"]);
    assert_eq!(compared.get("suicide"), None);
    assert_eq!(compared["rules"][0]["name"], "aga");
    let board = &compared["boards"][0];
    assert_eq!(board["both_to_play"], true, "equivalence scoring counts who moved first");
    let separators = board["separators"].as_array().expect("a list");
    assert!(!separators.is_empty());
    for start in separators {
        let (position, first) = (start["position"].as_str().unwrap(), start["to_play"].as_str().unwrap());
        for (value, rules) in
            start["values"].as_array().unwrap().iter().zip(["aga", "ko=psk scoring=territory"])
        {
            let more = ["--rules", rules, "--position", position, "--to-play", first];
            assert_eq!(value["score"], solved("1x3", &more)["score"], "{position} {first} {rules}");
        }
    }
    for text in [text(&["table", "--boards", "1x3"]), text(&["compare", "1x3"])] {
        assert!(text.contains("ko=psk") && text.contains("scoring=territory"), "{text}");
        assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
    }
}

#[test]
fn results_of_rulesets_have_files_of_their_own() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().to_str().expect("UTF-8");
    let publish = |more: &[&str]| out(&kosolver(&[&["publish", "--out", path], more].concat()));
    let texts = "rulesets/1x2,2x2/aga,ko=psk scoring=territory";
    publish(&["--only", texts, "--only", "frontier-rulesets/1x2,1x3/aga,ko=psk komi=1/2"]);
    let expected = [
        "certificates",
        "certificates-rulesets.json",
        "frontier-rulesets-costs.json",
        "frontier-rulesets.json",
        "frontier-rulesets.md",
        "manifest.json",
        "rulesets.json",
        "rulesets.md",
    ];
    assert_eq!(crate::common::names(directory.path()), expected);
    let checked = publish(&["--check"]);
    for line in
        ["holds  rulesets/2x2/ko=psk scoring=territory: ", "holds  frontier-rulesets/1x3/ko=psk komi=1/2: "]
    {
        assert!(checked.contains(line), "{line}: {checked}");
    }
    let list = std::fs::read_to_string(directory.path().join("certificates-rulesets.json")).expect("written");
    let list: Value = serde_json::from_str(&list).expect("JSON");
    let entry =
        list.as_array().expect("a list").iter().find(|entry| entry["ruleset"] == "ko=psk scoring=territory");
    let entry = entry.expect("it is there");
    assert_eq!(
        entry["file"],
        "certificates/rulesets/1x2-ko=psk_suicide=forbidden_scoring=territory_komi=0.kcert"
    );
    let rules = "--rules 'ko=psk suicide=forbidden scoring=territory komi=0'";
    assert!(entry["command"].as_str().expect("text").contains(rules), "{entry}");
}

/// Rules that KataGo names and that mean something else here lead to the preset that is meant; names
/// of ko rules may be in capital letters.
#[test]
fn names_lead_to_what_is_meant() {
    for (arguments, name) in [
        (&["solve", "2x2", "--rules", "japanese"][..], "japanese-kgs"),
        (&["rules", "show", "Japanese"], "japanese-kgs"),
        (&["table", "--rules", "japanese"], "japanese-kgs"),
    ] {
        let error = err(&kosolver(arguments));
        assert!(error.contains(&format!("cannot be read; did you mean {name}? ")), "{arguments:?}: {error}");
        assert_eq!(error.lines().count(), 1, "{error}");
    }
    // No preset is Korean.
    let error = err(&kosolver(&["solve", "2x2", "--rules", "korean"]));
    assert!(error.contains("scoring TERRITORY") && !error.contains("did you mean"), "{error}");
    let capitals = kosolver(&["solve", "1x3", "--ko", "PSK", "--value-only"]);
    assert_eq!(out(&capitals), out(&kosolver(&["solve", "1x3", "--ko", "psk", "--value-only"])));
    assert!(capitals.status.success(), "{}", err(&capitals));
}

/// What contradicts itself is refused, not replaced.
#[test]
fn contradictions_are_refused_at_every_door() {
    let cases: [(&str, &str); 2] = [
        ("end=no-pass scoring=area", "scoring area does not apply under end no-pass"),
        ("end=prisoner-return scoring=area", "scoring area does not apply under end prisoner-return"),
    ];
    for command in ["solve", "play"] {
        for (fields, message) in cases {
            for name in ["psk", "tromp-taylor"] {
                let rules = format!("{name} {fields}");
                let output = kosolver(&[command, "2x2", "--rules", &rules]);
                assert_eq!(output.status.code(), Some(2), "{command} {rules}");
                assert!(err(&output).contains(message), "{command} {rules}: {}", err(&output));
            }
        }
    }
    let text = "ko=psk end=no-pass scoring=area";
    for arguments in
        [&["solve", "2x2", "--rules", text][..], &["rules", "show", text], &["table", "--rules", text]]
    {
        let output = kosolver(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(err(&output).contains("does not apply under end no-pass"), "{}", err(&output));
    }
}

/// A certificate of a handicap game whose stones are taken off the board is of no game.
#[test]
fn a_certificate_with_a_handicap_and_no_stones_is_refused() {
    let directory = Directory::new("handicap");
    let (file, touched) = (directory.file("true.kcert"), directory.file("touched.kcert"));
    let rules = ["--rules", "psk handicap=2", "--position", ".X/X.", "--to-play", "white"];
    let solved = kosolver(&[&["solve", "2x2", "--value-only", "--certificate", &file], &rules[..]].concat());
    assert!(solved.status.success(), "{}", err(&solved));
    assert!(kosolver(&["verify", &file]).status.success());
    let bytes = std::fs::read(&file).expect("it was written");
    let stones = b"\nposition .X/X.\n";
    let at = bytes.windows(stones.len()).position(|window| window == stones).expect("the header has it");
    let mut forged = bytes;
    forged[at..at + stones.len()].copy_from_slice(b"\nposition ../..\n");
    std::fs::write(&touched, forged).expect("it can be written");
    let refused = kosolver(&["verify", &touched]);
    assert_eq!(refused.status.code(), Some(1));
    assert!(
        err(&refused).contains("no game starts from this position: with a handicap of 2"),
        "{}",
        err(&refused)
    );
}
