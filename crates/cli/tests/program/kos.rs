//! The kos of a position.

use serde_json::Value;

use crate::common::{err, kosolver, out};

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
fn what_cannot_be_shown_is_one_line() {
    for arguments in [
        &["ko", "2x2", "--longest", "2"][..],
        &["ko", "2x2", "--position", "X"],
        &["play", "1x2", "--ko", "newko:strings-9", "A1"],
    ] {
        let refused = kosolver(arguments);
        assert_eq!(refused.status.code(), Some(2), "{arguments:?}");
        assert_eq!(err(&refused).lines().count(), 1, "{}", err(&refused));
    }
}
