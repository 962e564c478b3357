//! The kos of a position, and games as sequences with letters.

use serde_json::Value;

use crate::common::{Directory, err, kosolver, out};

const DOUBLE_KO: [&str; 4] = ["ko", "4x6", "--position", "XX.XXX/OXXXX./.OOOOX/OO..OO"];

#[test]
fn kos_are_shown_in_three_forms() {
    let text = out(&kosolver(&DOUBLE_KO));
    for line in ["class       stable coupled DLife (a disturbing ko)", "mouths      A3 A2, F3 F2"] {
        assert!(text.contains(line), "{text}");
    }
    let json: Value =
        serde_json::from_str(&out(&kosolver(&[&DOUBLE_KO[..], &["--format", "json"]].concat()))).unwrap();
    let ko = &json["ko_positions"][0];
    assert_eq!(ko["class"], "stable coupled DLife");
    assert_eq!((ko["fighting"].as_bool(), ko["coupling"].as_array().unwrap().len()), (Some(false), 2));
    assert!(ko["moves"].as_array().unwrap().iter().all(|made| made["disturbs"] == true));
    let svg = out(&kosolver(&[&DOUBLE_KO[..], &["--format", "svg"]].concat()));
    assert!(svg.starts_with("<svg ") && svg.trim_end().ends_with("</svg>"));
    // Four points of two mouths in two colours, and a ring on each stone of the coupling.
    assert_eq!((svg.matches("#e69f00").count(), svg.matches("#56b4e9").count()), (2, 2));
    assert_eq!(svg.matches("class=\"coupled\"").count(), 17);
    let none = out(&kosolver(&["ko", "graph6:Bw"]));
    assert!(none.ends_with("no ko\n"), "{none}");
}

#[test]
fn sequences_are_played_under_any_rule() {
    let directory = Directory::new("sequences");
    let diagram = directory.file("three.txt");
    // Some editors write a byte order mark first.
    let text = "\u{feff}position X.XXO/OX.O./..XOO/.XO.O\na = D1/C1\nb = A4/B4 # a ko\nc = E3/E4\n";
    std::fs::write(&diagram, text).unwrap();
    let play = |ko: &str, moves: &str| {
        kosolver(&["play", "4x5", "--ko", ko, "--diagram", &diagram, "--moves", moves])
    };
    let legal = play("newko", "B[cbacbac]#");
    assert!(legal.status.success(), "{}", err(&legal));
    let refused = play("newko", "B[cbacbacb]#");
    assert_eq!(refused.status.code(), Some(2));
    let said = err(&refused);
    assert!(said.starts_with("kosolver: move 8 is illegal: white b (B4) is prohibited by the New Ko Rules of 1996 (reconstruction): white has placed a ko stone in the fighting ko"), "{said}");
    // Under positional superko the threat makes the difference.
    assert_eq!(play("psk", "B[cbacba]").status.code(), Some(2));
    let threat = play("psk", "B[cttc]");
    assert!(threat.status.success() && out(&threat).contains("2 white elsewhere"), "{}", err(&threat));
    for (moves, fault) in [
        ("B[cx]", "kosolver: no move was made: the letter x is not declared; declared are: a b c\n"),
        (
            "cb",
            "kosolver: no move was made: 'cb' is not a move-sequence: it has no '['; write B or W and moves in brackets, as in B[abt]\n",
        ),
    ] {
        let refused = play("newko", moves);
        assert_eq!((refused.status.code(), err(&refused).as_str()), (Some(2), fault));
    }
    for arguments in [
        &["play", "4x5", "--ko", "psk", "--diagram", &diagram][..],
        &["play", "4x5", "--ko", "psk", "--moves", "B[t]", "A1"],
        &["play", "4x5", "--ko", "psk", "--moves", "B[p]", "--to-play", "white"],
        &["play", "8x8", "--ko", "psk", "--moves", "B[t]"],
        &["play", "4x5", "--ko", "psk", "--moves", "B[p]", "--diagram", "/no/such/file"],
        &["ko", "2x2", "--longest", "8"],
        &["ko", "2x2", "--position", "X"],
        &["play", "1x2", "--ko", "newko:strings-9", "A1"],
    ] {
        let refused = kosolver(arguments);
        assert_eq!(refused.status.code(), Some(2), "{arguments:?}");
        assert_eq!(err(&refused).lines().count(), 1, "{}", err(&refused));
    }
}
