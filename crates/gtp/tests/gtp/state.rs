//! What a game is after commands that fail, and after moves that are taken back.

use proptest::prelude::*;
use proptest::sample::select;

use crate::common::{answers, check};

/// Games to begin with.
const GAMES: [(&str, &str); 5] = [
    ("2x2", "psk"),
    ("1x3", "ssk"),
    ("1x3", "primitive"),
    ("2x2", "none"),
    ("2x2", "ko=psk handicap=2 compensation=K"),
];

/// What can be seen of a game.
const SEEN: [&str; 5] = ["showboard", "printsgf", "all_legal b", "all_legal w", "kosolver-sure"];

/// Moves, made and taken back.
const MOVES: [&str; 19] = [
    "play b A1",
    "play w A1",
    "play b B1",
    "play w B1",
    "play b C1",
    "play w A2",
    "play b B2",
    "play w B2",
    "play b pass",
    "play w pass",
    "play w Z9",
    "play x A1",
    "genmove b",
    "genmove w",
    "undo",
    "gg-undo 2",
    "gogui-play_sequence w A1 b B1 w A1",
    "gogui-play_sequence w B1 w A1",
    "gogui-play_sequence w B1 w B1",
];

/// Starts and rules, of which some are refused.
const STARTS: [&str; 26] = [
    "boardsize 2",
    "boardsize 3 1",
    "boardsize 9",
    "clear_board",
    "komi 0.5",
    "komi 0.001",
    "set_free_handicap A1 B1",
    "set_free_handicap A1 A1",
    "place_free_handicap 2",
    "fixed_handicap 2",
    "gogui-setup b A1",
    "gogui-setup w B1",
    "gogui-setup e A1 e B1",
    "gogui-setup b A1 w B1 b C1 b A2 b B2",
    "gogui-setup_player w",
    "gogui-setup_player b",
    "gogui-undo_setup",
    "kosolver-rules psk",
    "kosolver-rules none",
    "kosolver-rules primitive",
    "kosolver-rules ko=ssk handicap=2",
    "kata-set-rule ko SIMPLE",
    "kata-set-rules tromp-taylor",
    "kgs-rules chinese",
    "loadsgf nowhere",
    "reg_genmove w",
];

fn some(of: &'static [&'static str], most: usize) -> impl Strategy<Value = Vec<&'static str>> {
    prop::collection::vec(select(of), 0..most)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, failure_persistence: None, ..ProptestConfig::default() })]

    /// Whatever has happened, a command that is refused changes nothing.
    #[test]
    fn a_refused_command_changes_nothing(
        (board, rules) in select(&GAMES[..]),
        commands in prop::collection::vec(prop_oneof![select(&MOVES[..]), select(&STARTS[..])], 1..16),
    ) {
        let mut all = SEEN.to_vec();
        for command in &commands {
            all.push(command);
            all.extend(SEEN);
        }
        let said = answers(board, rules, &all);
        for (number, command) in commands.iter().enumerate() {
            let place = (number + 1) * (SEEN.len() + 1) - 1;
            let (before, after) = (&said[place - SEEN.len()..place], &said[place + 1..place + 1 + SEEN.len()]);
            if said[place].starts_with('?') {
                prop_assert_eq!(before, after, "{} of {:?}: {}", command, &commands, &said[place]);
            }
        }
    }

    /// Whatever has happened since, the game without its moves is the game before its first move.
    #[test]
    fn moves_taken_back_leave_the_start(
        (board, rules) in select(&GAMES[..]),
        starts in some(&STARTS, 6),
        moves in some(&MOVES, 12),
    ) {
        // The last move chosen is no part of the game.
        let seen = &SEEN[..4];
        let back = vec!["undo"; 3 * moves.len() + 1];
        let all = [&starts[..], seen, &moves, &back, seen].concat();
        let said = answers(board, rules, &all);
        prop_assert!(said[all.len() - seen.len() - 1].starts_with("? cannot undo"));
        let (before, after) = (&said[starts.len()..starts.len() + seen.len()], &said[all.len() - seen.len()..]);
        prop_assert_eq!(before, after, "{:?} {:?}", &starts, &moves);
    }
}

#[test]
fn whoever_moved_first_is_forgotten_with_his_move() {
    check(
        "3x3",
        "psk",
        &[
            ("kosolver-value", "= 9"),
            ("play w B2", "="),
            ("undo", "="),
            ("kosolver-value", "= 9"),
            ("play w Z9", "? invalid coordinate…"),
            ("gogui-play_sequence w B2 w B2", "? illegal move: move 2…"),
            ("kosolver-value", "= 9"),
            ("genmove w", "= B2"),
            ("undo", "="),
            ("kosolver-value", "= 9"),
            ("gogui-setup_player w", "="),
            ("play b B2", "="),
            ("komi 1", "="),
            ("undo", "="),
            ("kosolver-value", "= -10"),
        ],
    );
}

#[test]
fn set_up_stones_are_undone_or_stay() {
    // Under the rules that are set meanwhile the game before is impossible.
    check(
        "1x2",
        "none",
        &[
            ("gogui-play_sequence b A1 w B1 b A1", "="),
            ("gogui-setup e A1", "="),
            ("kosolver-rules psk", "="),
            ("gogui-undo_setup", "? cannot undo: the game before does not go with these rules…"),
            ("showboard", "= ko=psk suicide=forbidden scoring=area komi=0\n1 . .\n  A B\nwhite to play"),
            ("kosolver-rules none", "="),
            ("gogui-undo_setup", "="),
            ("undo", "="),
            (
                "showboard",
                "= ko=none suicide=forbidden scoring=area komi=0 no-result=0\n1 . O\n  A B\nblack to play",
            ),
        ],
    );
}
