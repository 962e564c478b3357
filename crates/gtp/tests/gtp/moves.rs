//! Moves, and what becomes of the history.

use crate::common::{answers, check};

#[test]
fn moves_are_made_refused_and_taken_back() {
    check(
        "1x2",
        "psk",
        &[
            ("play b a1", "="),
            ("play W B1", "="),
            (
                "play black A1",
                "? illegal move: black A1 is prohibited by positional superko: the position X. has occurred before, by move 1",
            ),
            ("kosolver-why A1", "= black A1 is prohibited by positional superko…"),
            ("is_legal b A1", "= 0"),
            ("is_legal b pass", "= 1"),
            ("all_legal b", "="),
            ("kosolver-why pass", "= legal"),
            ("undo", "="),
            ("play w pass", "="),
            ("play b pass", "="),
            (
                "showboard",
                "= ko=psk suicide=forbidden scoring=area komi=0\n1 X .\n  A B\nthe game is over: score 2",
            ),
            ("play w B1", "? illegal move: the game is over…"),
            ("undo", "="),
            ("play b B1", "? illegal move: black B1 is prohibited: it is suicide"),
            ("play b C1", "? invalid coordinate: 'C1' is not a point of 1x2…"),
            ("play x A1", "? invalid color…"),
            ("gg-undo 3", "? cannot undo"),
            ("gg-undo 2", "="),
            ("undo", "? cannot undo"),
            ("showboard", "= ko=psk suicide=forbidden scoring=area komi=0\n1 . .\n  A B\nblack to play"),
        ],
    );
}

#[test]
fn a_move_taken_back_is_no_history() {
    // What stood on the board before an undo does not prohibit a thing.
    check(
        "2x2",
        "psk",
        &[
            ("play b A1", "="),
            ("play w A2", "="),
            ("play b B2", "="),
            ("gg-undo 3", "="),
            ("play b B2", "="),
            ("play w A2", "="),
            ("play b A1", "="),
            (
                "showboard",
                "= ko=psk suicide=forbidden scoring=area komi=0\n2 . X\n1 X .\n  A B\nwhite to play",
            ),
        ],
    );
}

#[test]
fn a_player_who_is_not_to_move_moves_after_a_pass() {
    check(
        "1x5",
        "psk",
        &[
            ("play b A1", "="),
            ("play b C1", "="),
            ("play b E1", "="),
            ("undo", "="),
            ("play w D1", "="),
            ("printsgf", "= (;FF[4]GM[1]CA[UTF-8]AP[kosolver:…"),
        ],
    );
    let printed =
        answers("1x5", "psk", &["play b A1", "play b C1", "undo", "play w E1", "printsgf"]).remove(4);
    assert!(printed.ends_with("PL[B];B[aa];W[ea])"), "{printed}");
    let printed = answers("1x5", "psk", &["play b A1", "play b C1", "printsgf"]).remove(2);
    assert!(printed.ends_with("PL[B];B[aa];W[];B[ca])"), "{printed}");
}

#[test]
fn whoever_moves_first_begins() {
    // No pass of Black's is before it.
    let printed = answers("1x5", "psk", &["play w A1", "printsgf"]).remove(1);
    assert!(printed.ends_with("PL[W];W[aa])"), "{printed}");
    // Without passes nobody can be passed over later.
    check(
        "1x5",
        "primitive",
        &[
            ("play w A1", "="),
            (
                "play w C1",
                "? illegal move: it is the turn of black, who cannot pass: black pass is not a move…",
            ),
            ("is_legal w C1", "= 0"),
            ("play b C1", "="),
        ],
    );
}

#[test]
fn sequences_are_played_whole_or_not_at_all() {
    check(
        "1x3",
        "psk",
        &[
            ("gogui-play_sequence b A1 w C1", "="),
            ("gogui-play_sequence b pass w B1 b C1 w A1", "? illegal move: move 3…"),
            ("showboard", "= ko=psk suicide=forbidden scoring=area komi=0\n1 X . O\n  A B C\nblack to play"),
            ("gogui-play_sequence b", "? syntax error…"),
            ("gg-undo 2", "="),
        ],
    );
}

#[test]
fn the_same_game_has_the_same_answers_after_all() {
    // Values after undo, another board and back are those of a fresh engine.
    let commands =
        ["play b B1", "kosolver-values", "undo", "boardsize 3", "boardsize 2 1", "kosolver-values"];
    let long = answers("1x2", "psk", &commands);
    let fresh = answers("1x2", "psk", &["kosolver-values"]);
    assert_eq!(long[5], fresh[0]);
    assert_eq!(long[1], answers("1x2", "psk", &["play b B1", "kosolver-values"])[1]);
}
