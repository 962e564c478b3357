//! Boards, komi, handicap stones, set-up stones, files, clocks.

use crate::common::{answers, check};

#[test]
fn boards_change_as_far_as_they_can() {
    check(
        "3x3",
        "psk",
        &[
            ("boardsize 9", "? unacceptable size: the board 9x9 has 81 points…"),
            ("boardsize 0", "? unacceptable size…"),
            (
                "boardsize 1 26",
                "? unacceptable size: GTP knows boards of rows and columns, up to 25 of each, and not 26x1",
            ),
            ("boardsize x", "? syntax error…"),
            ("play b C3", "="),
            ("boardsize 4 2", "="),
            (
                "showboard",
                "= ko=psk suicide=forbidden scoring=area komi=0\n2 . . . .\n1 . . . .\n  A B C D\nblack to play",
            ),
            ("rectangular_boardsize 2 4", "="),
            ("play b B4", "="),
            ("clear_board", "="),
            ("undo", "? cannot undo"),
            ("boardsize 8", "="),
            ("play b H8", "="),
        ],
    );
}

#[test]
fn komi_counts_and_moves_stay() {
    check(
        "3x3",
        "psk",
        &[
            ("komi 6.5", "="),
            ("play b B2", "="),
            ("kosolver-value", "= 5/2"),
            ("final_score", "= B+2.5"),
            ("komi 9", "="),
            ("final_score", "= 0"),
            ("komi -1", "="),
            ("final_score", "= B+10"),
            ("komi x", "? syntax error…"),
            ("komi 0.500000", "="),
            ("final_score", "= B+8.5"),
            ("komi -1.000000", "="),
            ("undo", "="),
            ("clear_board", "="),
            ("kosolver-rules", "= ko=psk suicide=forbidden scoring=area komi=-1"),
        ],
    );
    check(
        "1x3",
        "primitive",
        &[("komi 0", "="), ("komi 1", "? komi 1 does not apply…"), ("final_score", "= B+")],
    );
}

#[test]
fn handicap_stones_begin_the_history() {
    check(
        "7x7",
        "chinese-kgs",
        &[
            ("fixed_handicap 3", "= C5 E5 C3"),
            ("kosolver-rules", "= ko=psk suicide=forbidden scoring=area komi=0 handicap=3 compensation=K"),
            ("showboard", "= ko=psk…"),
            ("fixed_handicap 2", "? board not empty"),
            ("undo", "? cannot undo"),
            ("clear_board", "="),
            ("fixed_handicap 5", "? invalid number of stones: 7x7 has places for 2 to 4 stones"),
            ("boardsize 4", "="),
            ("fixed_handicap 2", "? invalid number of stones: 4x4 has no places…"),
        ],
    );
    check(
        "3x3",
        "chinese-kgs",
        &[
            ("set_free_handicap A1 C3", "="),
            ("kosolver-why B2", "= legal"),
            ("printsgf", "= (;FF[4]GM[1]CA[UTF-8]AP[kosolver:…"),
            ("play b B2", "="),
            ("clear_board", "="),
            ("kosolver-rules", "= ko=psk suicide=forbidden scoring=area komi=0 compensation=K"),
            ("set_free_handicap A1", "? bad vertex list: write at least two points"),
            ("set_free_handicap A1 A1", "? bad vertex list: A1 is there twice"),
            ("set_free_handicap A1 pass", "? bad vertex list: a pass is no stone"),
            ("set_free_handicap A1 D1", "? bad vertex list: invalid coordinate…"),
            ("set_free_handicap A1 A2 A3 B1 B2 B3 C1 C2 C3", "? bad vertex list…"),
            ("play b A1", "="),
            ("set_free_handicap A1 B2", "? board not empty"),
        ],
    );
}

#[test]
fn free_handicap_stones_stand_where_they_are_best() {
    // Under rules with the same handicap Black places the stones himself, and the values are equal.
    for (board, stones) in [("2x3", 2), ("1x6", 2), ("1x6", 3)] {
        let rules = format!("ko=psk handicap={stones} compensation=K");
        let placed = format!("place_free_handicap {stones}");
        let best = answers(board, &rules, &["kosolver-value"]).remove(0);
        let now = answers(board, "ko=psk compensation=K handicap=0", &[&placed, "kosolver-value"]);
        assert_eq!(now[1], best, "{board} {stones}: {}", now[0]);
        assert_eq!(now[0].split_whitespace().count(), stones + 1);
    }
    check(
        "2x2",
        "psk",
        &[
            ("place_free_handicap 1", "? invalid number of stones…"),
            ("place_free_handicap 4", "? invalid number of stones…"),
            ("place_free_handicap 1000", "? invalid number of stones…"),
        ],
    );
}

#[test]
fn stones_that_are_set_up_have_no_past() {
    check(
        "1x2",
        "psk",
        &[
            ("gogui-setup w B1", "="),
            ("gogui-setup_player b", "="),
            // After the moves A1, B1 this capture would repeat a position.
            ("play b A1", "="),
            ("showboard", "= ko=psk suicide=forbidden scoring=area komi=0\n1 X .\n  A B\nwhite to play"),
            ("gogui-setup_player b", "? the player to move can be set before the first move…"),
            ("gogui-undo_setup", "="),
            ("showboard", "= ko=psk suicide=forbidden scoring=area komi=0\n1 . .\n  A B\nblack to play"),
            ("gogui-undo_setup", "? cannot undo…"),
            ("gogui-setup b A1 w B1", "? no game starts from this position…"),
            ("gogui-setup b A1 w B1 e B1", "="),
            ("gogui-setup_player white", "="),
            ("showboard", "= ko=psk suicide=forbidden scoring=area komi=0\n1 X .\n  A B\nwhite to play"),
            ("gogui-setup b pass", "? a pass cannot be set up"),
            ("gogui-setup b", "? syntax error…"),
        ],
    );
}

#[test]
fn games_are_written_and_read() {
    let folder = std::env::temp_dir().join(format!("kosolver gtp {}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let path = folder.join("a game.sgf");
    let path = path.to_str().expect("UTF-8");
    let (write, read) = (format!("printsgf \"{path}\""), format!("loadsgf \"{path}\""));
    let second = format!("{read} 2");
    check(
        "2x3",
        "psk",
        &[
            ("komi 0.5", "="),
            ("gogui-setup w B2", "="),
            ("play b A1", "="),
            ("play w C1", "="),
            ("play b pass", "="),
            (&write, "="),
            ("boardsize 5", "="),
            ("komi 3", "="),
            (&read, "="),
            (
                "showboard",
                "= ko=psk suicide=forbidden scoring=area komi=1/2\n2 . O .\n1 X . O\n  A B C\nwhite to play",
            ),
            (&second, "="),
            (
                "showboard",
                "= ko=psk suicide=forbidden scoring=area komi=1/2\n2 . O .\n1 X . .\n  A B C\nwhite to play",
            ),
            ("loadsgf nowhere.sgf", "? cannot load file: nowhere.sgf…"),
            ("loadsgf", "? syntax error…"),
        ],
    );
    for (text, fault) in [
        ("(;GM[1]SZ[9])", "? cannot load file: the board 9x9 has 81 points…"),
        ("(;GM[1]SZ[2];B[aa];W[ba];B[bb])", "="),
        ("(;GM[1]SZ[2:1];B[aa];W[ba];B[aa])", "? cannot load file: move 3: black A1 is prohibited…"),
        (
            "(;GM[1]SZ[3];B[dd])",
            "? cannot load file: node 2, after move 0: B[dd]: the board has no point dd…",
        ),
        (
            "(;GM[1]SZ[3];B[aa];AW[bb])",
            "? cannot load file: node 3, after move 1: AB, AW or AE: it sets stones up after the first move…",
        ),
        ("(;GM[1]SZ[3]HA[2]AB[aa][cc])", "="),
        ("nonsense", "? cannot load file: this is not SGF: line 1, column 1: a game begins with (;…"),
    ] {
        std::fs::write(path, text).expect("written");
        check("3x3", "psk", &[("play b B2", "="), (&read, fault)]);
    }
    std::fs::write(path, "(;GM[1]SZ[3]HA[2]AB[aa][cc];W[bb])").expect("written");
    check(
        "3x3",
        "chinese-kgs",
        &[
            (&read, "="),
            ("kosolver-rules", "= ko=psk suicide=forbidden scoring=area komi=0 handicap=2 compensation=K"),
        ],
    );
    std::fs::remove_dir_all(&folder).expect("removed");
}

#[cfg(unix)]
#[test]
fn only_plain_files_are_read() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name);
    assert!(std::process::Command::new("mkfifo").arg(path("pipe")).status().expect("it runs").success());
    std::fs::File::create(path("long")).and_then(|file| file.set_len(1 << 40)).expect("it takes no room");
    for (name, why) in [
        ("pipe", "it is not a regular file"),
        ("/dev/zero", "it is not a regular file"),
        (".", "it is a directory"),
        ("long", "it is too long: at most 1048576 bytes are read"),
        ("none", "entity not found"),
    ] {
        let name = path(name).display().to_string();
        check("2x2", "psk", &[(&format!("loadsgf {name}"), &format!("? cannot load file: {name}: {why}"))]);
    }
}

#[cfg(unix)]
#[test]
fn games_are_written_only_where_files_may_be() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name);
    for name in ["file", "read-only"] {
        std::fs::write(path(name), name).expect("written");
    }
    let mut permissions = std::fs::metadata(path("read-only")).expect("it is there").permissions();
    permissions.set_readonly(true);
    std::fs::set_permissions(path("read-only"), permissions).expect("it is ours");
    std::os::unix::fs::symlink(path("file"), path("link")).expect("a link");
    assert!(std::process::Command::new("mkfifo").arg(path("pipe")).status().expect("it runs").success());
    for (name, why) in [
        ("read-only", "it is read-only"),
        ("link", "it is a symbolic link: name the file itself"),
        ("pipe", "it exists and is not a regular file"),
        (".", "it exists and is not a regular file"),
        ("/dev/null", "it exists and is not a regular file"),
        ("no/where", "entity not found"),
    ] {
        let name = path(name).display().to_string();
        check("2x2", "psk", &[(&format!("printsgf {name}"), &format!("? cannot write file: {name}: {why}"))]);
    }
    for name in ["file", "read-only", "link"] {
        assert_eq!(std::fs::read_to_string(path(name)).expect("it is there"), name.replace("link", "file"));
    }
    check("2x2", "psk", &[(&format!("printsgf {}", path("file").display()), "=")]);
    assert!(std::fs::read_to_string(path("link")).expect("it is there").starts_with("(;FF[4]"));
    assert_eq!(std::fs::read_dir(folder.path()).expect("a folder").count(), 4);
}

#[test]
fn byoyomi_counts_periods() {
    // A move has four fifths of a period, however many are left, or of its part of one for several stones.
    let commands = ["kgs-time_settings byoyomi 60 1 5", "time_left b 0.5 5", "genmove b", "kosolver-sure"];
    let sure = answers("5x5", "psk", &commands).remove(3);
    assert!(sure.contains("not solved within 0.4 seconds"), "{sure}");
    let commands = ["kgs-time_settings canadian 60 1 5", "time_left b 0.5 5", "genmove b", "kosolver-sure"];
    let sure = answers("5x5", "psk", &commands).remove(3);
    assert!(sure.contains("not solved within 0.1 seconds"), "{sure}");
}

#[test]
fn clocks_are_set() {
    check(
        "2x2",
        "psk",
        &[
            ("time_settings 60 10 1", "="),
            ("time_settings 0 10 0", "="),
            ("time_settings 60 10", "? syntax error…"),
            ("time_settings 60 -1 0", "? syntax error…"),
            ("time_left b 59 0", "="),
            ("time_left w 3.5 1", "="),
            ("time_left x 3 1", "? invalid color…"),
            ("kgs-time_settings byoyomi 60 10 5", "="),
            ("kgs-time_settings none", "="),
            ("kgs-time_settings absolute 1", "="),
            ("kgs-time_settings nonsense", "? syntax error…"),
            ("genmove b", "= …"),
        ],
    );
}

/// A new game, as `clear_board` begins one, from stones without a past; all or nothing.
#[test]
fn a_position_is_set_without_a_past() {
    check(
        "2x2",
        "ko=psk komi=1/2",
        &[
            ("play b A1", "="),
            ("set_position b A1 b B2", "="),
            ("printsgf", "= (;…"),
            ("undo", "? cannot undo"),
            ("gogui-undo_setup", "? cannot undo…"),
            ("play w pass", "="),
            ("undo", "="),
            ("get_komi", "= 0.5"),
            ("set_position b A1 w A1", "? A1 is there twice"),
            ("set_position b A1 w", "? syntax error…"),
            ("set_position b pass", "? a pass cannot be set up"),
            ("set_position b A1 b A2 b B1 b B2", "? …"),
            ("showboard", "= ko=psk suicide=forbidden scoring=area komi=1/2\n2 . X\n1 X .\n…"),
            ("set_position", "="),
            ("all_legal b", "= A2 B2 A1 B1"),
            ("kosolver-value", "= 1/2"),
        ],
    );
}
