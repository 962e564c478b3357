//! Several players, and real games, from the real binary.

use serde_json::Value;

use crate::common::{Directory, err, kosolver, out};

fn json(arguments: &[&str]) -> Value {
    let output = kosolver(&[arguments, &["--format", "json"]].concat());
    assert!(output.status.success(), "{arguments:?}: {}", err(&output));
    serde_json::from_str(&out(&output)).expect("JSON")
}

#[test]
fn players_are_told_what_they_reach() {
    let table = json(&["players", "1x3,1x2", "--ko", "psk,kee"]);
    let cells = table["cells"].as_array().expect("cells");
    assert_eq!(cells.len(), 4);
    assert_eq!(cells[0]["guarantees"][0], serde_json::json!({ "player": "X", "lower": 3, "upper": 3 }));
    // O is to move first, and takes; with two players his lead is the value, seen from him.
    let table = json(&[
        "players",
        "1x3",
        "--players",
        "2",
        "--position",
        "X..",
        "--to-play",
        "O",
        "--aim",
        "lead",
        "--ko",
        "psk",
    ]);
    let solved =
        json(&["solve", "1x3", "--ko", "psk", "--position", "X..", "--to-play", "white", "--value-only"]);
    let lead = &table["cells"][0]["guarantees"][0];
    assert_eq!((&lead["lower"], &lead["upper"]), (&solved["score"], &solved["score"]));
    // What is left open is said to be, with bounds that hold.
    let open = json(&["players", "1x4", "--ko", "psk", "--nodes", "5"]);
    assert!(open["cells"][0]["guarantees"].to_string().contains("\"upper\":4"), "{open}");
    let text = out(&kosolver(&["players", "1x4", "--ko", "psk", "--nodes", "5"]));
    assert!(text.contains(" 0 to 4"), "{text}");
}

#[test]
fn files_may_begin_with_a_byte_order_mark() {
    let directory = Directory::new("mark");
    let [game, graph] = ["ko.sgf", "square.txt"].map(|name| directory.file(name));
    std::fs::write(&game, "\u{feff}(;SZ[2:1];B[aa];W[ba];B[aa])").expect("written");
    std::fs::write(&graph, "\u{feff}b a\nb c\nc d\nd a\n").expect("written");
    let report = json(&["referee", &game, "--ko", "psk"]);
    assert_eq!(report["lines"][0]["refused"][0]["number"], 3);
    let solved = json(&["solve", &graph, "--rules", "\u{feff}ko=psk", "--position", "\u{feff}X..."]);
    assert_eq!(solved["edges"].as_array().map(Vec::len), Some(4));
}

#[test]
fn games_are_refereed() {
    let directory = Directory::new("referee");
    let file = directory.file("ko.sgf");
    std::fs::write(&file, "(;SZ[2:1]RU[AGA];B[aa];W[ba];B[aa])").expect("written");
    let report = json(&["referee", &file, "--rules", "aga,ko=psk suicide=allowed"]);
    assert_eq!(report["file_rules"], "AGA");
    assert_eq!(report["rules"][0], "aga");
    let refused = &report["lines"][0]["refused"];
    assert_eq!((&refused[0]["number"], &refused[0]["by"][1]["since"]), (&3.into(), &1.into()));
    let text = out(&kosolver(&["referee", &file]));
    assert!(
        text.contains("move 3, black A1, is refused by basic") && text.contains("the file says rules AGA"),
        "{text}"
    );
    assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");

    // A rule of one's own, and one that comes as a text.
    let mine = directory.file("mine.ko");
    let text = "rule mine\ntitle My own\nremember made(mover, after) on play\nforbid play if made(mover, after) or passes = 1";
    std::fs::write(&mine, text).expect("written");
    let report = json(&["referee", &file, "--rules", &format!("ko={mine} suicide=allowed")]);
    assert_eq!(
        report["lines"][0]["refused"][0]["by"][0]["reason"],
        "its text forbids it: made(mover, after), true since move 1"
    );
    let passed = directory.file("passed.sgf");
    std::fs::write(&passed, "(;SZ[9];B[];W[aa])").expect("written");
    let report = json(&["referee", &passed, "--ko", &format!("{mine},kee-2007,primitive")]);
    let refused = &report["lines"][0]["refused"];
    assert_eq!(refused[0]["by"][0]["reason"], "its text forbids it: no pass");
    assert_eq!((&refused[0]["by"][0]["rules"], &refused[0]["number"]), (&"primitive".into(), &1.into()));
    assert_eq!((&refused[1]["by"][0]["rules"], &refused[1]["number"]), (&"mine".into(), &2.into()));
    // Everywhere on the board, also where nothing is repeated.
    assert_eq!(report["lines"][0]["partings"].as_array().map(Vec::len), Some(81));
    let guaranteed = json(&["players", "1x3", "--ko", &format!("fixed,{mine}")]);
    assert_eq!(guaranteed["cells"][1]["ko"], "mine");

    std::fs::write(directory.file("large.sgf"), "(;SZ[37])").expect("written");
    std::fs::write(directory.file("bad.sgf"), "(;SZ[9];B[a").expect("written");
    for (arguments, fault) in [
        (
            &["referee", &directory.file("large.sgf")][..],
            "the board 37x37 is too large: the largest is 25x25",
        ),
        (&["referee", &directory.file("bad.sgf")], "this is not SGF"),
        (&["referee", &directory.file("none.sgf")], "cannot be read"),
        (
            &["referee", &file, "--ko", "newko"],
            "newko-reconstruction is not a ko rule that is read from the record",
        ),
        (
            &["referee", &file, "--rules", "ko=newko suicide=allowed"],
            "newko-reconstruction is not a ko rule that is read",
        ),
        (&["referee", &file, "--ko", "none.ko"], "none.ko cannot be read"),
        (
            &["players", "1x2", "--ko", "primitive"],
            "under primitive a player without a move loses, and there is no score",
        ),
        (&["players", "1x2", "--ko", "basic"], "under basic play can go on for ever"),
        (&["players", "1x2", "--players", "5"], "5 is not from 2 to 4"),
        (&["players", "1x2,1x3", "--position", "X."], "--position is of one board, and here are 2"),
        (&["players", "1x2", "--players", "2", "--to-play", "#"], "nobody has these stones"),
        (&["players", "1x2", "--players", "2", "--position", "#."], "nobody has these stones"),
        (&["players", "1x2", "--position", "XO"], "a stone has no liberty"),
        (&["players", "1x2", "--position", "X"], "a row has 1 point(s), not 2"),
        (&["players", "9x9"], "the board 9x9 has 81 points"),
    ] {
        let output = kosolver(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let error = err(&output);
        assert!(error.contains(fault) && error.lines().count() == 1, "{arguments:?}: {error}");
    }
}
