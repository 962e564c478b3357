//! Games out of files, and into them.

use std::path::Path;

use proptest::prelude::*;

use crate::common::{answers, check};

#[path = "../../../record/tests/data/cases.rs"]
mod cases;

#[test]
fn cases_are_answered() {
    let folder = tempfile::tempdir().expect("a folder");
    for case in cases::cases("gtp") {
        let (rules, file) = (case.place[1], case.file.display().to_string());
        if let Some(command) = case.place.get(2) {
            let said = answers("3x3", rules, &[&format!("loadsgf \"{file}\""), command]);
            case.check(said.iter().find(|said| said.starts_with('?')).unwrap_or(&said[1]).trim_end());
        } else {
            let commands = std::fs::read_to_string(&case.file).expect("read");
            let written = folder.path().join("rt.sgf").display().to_string();
            let commands = commands.replace("rt.sgf", &format!("\"{written}\""));
            let said = answers("3x3", rules, &commands.lines().collect::<Vec<_>>());
            case.check(&said.iter().map(|said| said.trim_end()).collect::<Vec<_>>().join(" / "));
        }
    }
}

fn file(folder: &Path, name: &str, text: &str) -> String {
    let path = folder.join(name);
    std::fs::write(&path, text).expect("written");
    format!("loadsgf \"{}\"", path.display())
}

#[test]
fn the_next_file_inherits_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str, text: &str| file(folder.path(), name, text);
    let given = file("given.sgf", "(;SZ[3]KM[6.5]HA[2]AB[aa][cc])");
    let own = file("own.sgf", "(;SZ[3]RU[ko=ssk suicide=allowed scoring=area komi=1/3]KM[0.333333])");
    let edited = file("edited.sgf", "(;SZ[3]RU[ko=ssk suicide=forbidden scoring=area komi=1/3]KM[5])");
    let bare = file("bare.sgf", "(;SZ[3])");
    let broken = file("broken.sgf", "(;SZ[3]RU[ko=nonsense])");
    let rules = "= ko=psk suicide=forbidden scoring=area komi=1 compensation=K";
    check(
        "2x2",
        "ko=psk compensation=K komi=1",
        &[
            (&given, "="),
            ("kosolver-rules", "= ko=psk suicide=forbidden scoring=area komi=13/2 handicap=2 compensation=K"),
            (&bare, "="),
            ("kosolver-rules", rules),
            (&own, "="),
            ("kosolver-rules", "= ko=ssk suicide=allowed scoring=area komi=1/3"),
            (&bare, "="),
            ("kosolver-rules", rules),
            (&edited, "="),
            ("kosolver-rules", "= ko=ssk suicide=forbidden scoring=area komi=5"),
            (&broken, "? cannot load file: …"),
            ("clear_board", "="),
            ("kosolver-rules", rules),
            // What the controller says is for this game and the next ones.
            (&given, "="),
            ("komi 2", "="),
            ("kosolver-rules", "= ko=psk suicide=forbidden scoring=area komi=2 handicap=2 compensation=K"),
            (&bare, "="),
            ("kosolver-rules", "= ko=psk suicide=forbidden scoring=area komi=2 compensation=K"),
            (&given, "="),
            ("kgs-rules new_zealand", "="),
            (&bare, "="),
            ("kosolver-rules", "= ko=ssk suicide=allowed scoring=area komi=2…"),
        ],
    );
}

/// `kosolver-rules` and the file say a ko rule of one's own in full, so it is read back where it is not known.
#[test]
fn a_rule_of_ones_own_goes_there_and_back() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("own.sgf").display().to_string();
    let (fields, text) = (
        "suicide=forbidden scoring=area",
        "rule made-once; remember made(after) on play; forbid play if made(after)",
    );
    let full = format!("= ko=made-once {fields} komi=1; {text}");
    check(
        "1x2",
        "psk",
        &[
            (&format!("kosolver-rules komi=1; {text}"), "="),
            ("kosolver-rules", &full),
            ("play black A1", "="),
            ("play white B1", "="),
            ("kosolver-why A1", "= black A1 is prohibited by made-once: …"),
            (&format!("printsgf \"{path}\""), "="),
            ("kosolver-rules none", "="),
            ("kosolver-why A1", "= legal"),
            (&format!("loadsgf \"{path}\""), "="),
            ("kosolver-rules", &full),
            ("kosolver-why A1", "= black A1 is prohibited by made-once: …"),
            ("kosolver-rules rule made-once; forbid play if maed(after)", "? line 2, column 17: …"),
            ("kosolver-rules", &full),
        ],
    );
}

#[test]
fn a_first_move_that_is_taken_back_leaves_who_begins() {
    let shown = "= (;…";
    check(
        "2x2",
        "psk",
        &[
            ("play w A1", "="),
            ("play b B2", "="),
            ("undo", "="),
            ("undo", "="),
            ("printsgf", shown),
            (
                "showboard",
                "= ko=psk suicide=forbidden scoring=area komi=0\n2 . .\n1 . .\n  A B\nblack to play",
            ),
            ("gogui-setup_player w", "="),
            ("play b A1", "="),
            ("komi 1", "="),
            ("undo", "="),
            (
                "showboard",
                "= ko=psk suicide=forbidden scoring=area komi=1\n2 . .\n1 . .\n  A B\nwhite to play",
            ),
            // A move that cannot be made leaves it too.
            ("gogui-setup b A2 b B1", "="),
            ("play b A2", "? illegal move…"),
            (
                "showboard",
                "= ko=psk suicide=forbidden scoring=area komi=1\n2 X .\n1 . X\n  A B\nwhite to play",
            ),
            ("play b A1", "="),
            ("gogui-undo_setup", "="),
        ],
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// What is written is read back by an engine with other rules and another board: the same file comes
    /// out again, with the same value.
    #[test]
    fn what_is_written_has_the_same_value(
        board in prop::sample::select(vec!["1x1", "1x4", "2x2", "2x3", "3x1"]),
        rules in prop::sample::select(vec!["ko=psk komi=1/3", "ko=ssk suicide=allowed komi=-13/7", "chinese-kgs", "ko=psk handicap=2 compensation=K-1 komi=1/2", "ko=spight"]),
        setup in prop::collection::vec((prop::sample::select(vec!["b", "w"]), 1_usize..4, 1_usize..3), 0..3),
        moves in prop::collection::vec((prop::sample::select(vec!["b", "w"]), 0_usize..4, 1_usize..3), 0..5),
    ) {
        let point = |column: usize, row: usize| format!("{}{row}", ["pass", "A", "B", "C"][column]).replace("pass1", "pass").replace("pass2", "pass");
        let mut commands: Vec<String> = setup.iter().map(|(player, column, row)| format!("gogui-setup {player} {}", point(*column, *row))).collect();
        commands.extend(moves.iter().map(|(player, column, row)| format!("play {player} {}", point(*column, *row))));
        commands.extend(["printsgf".to_owned(), "kosolver-value".to_owned()]);
        // Rules with a handicap do not fit every board.
        let board = if rules.contains("handicap") { "2x3" } else { board };
        let commands: Vec<&str> = commands.iter().map(String::as_str).collect();
        let said = answers(board, rules, &commands);
        let [written, value] = [&said[said.len() - 2], &said[said.len() - 1]];
        let folder = tempfile::tempdir().expect("a folder");
        let load = file(folder.path(), "game.sgf", written.strip_prefix("= ").expect("a file"));
        let read = answers("1x2", "ko=fixed komi=3", &[&load, "printsgf", "kosolver-value"]);
        prop_assert_eq!(read[0].trim_end(), "=");
        prop_assert_eq!((&read[1], &read[2]), (written, value));
    }
}
