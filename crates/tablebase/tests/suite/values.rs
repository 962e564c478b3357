//! What tablebases say of empty boards: known values.

use kosolver_board::{Colour, Position};
use kosolver_rules::Node;
use kosolver_tablebase::{Probe, Progress, Setting, Size, Table};

fn solved(board: &str, rules: &str) -> Table {
    let setting = Setting::new(board.parse().unwrap(), rules.parse().unwrap()).unwrap();
    Table::solve(setting, Size(1 << 30), &Progress::default()).unwrap()
}

/// L and U of the empty board, in points.
fn bounds(table: &Table) -> (i32, i32) {
    let n = table.setting().game.board().points();
    let bounds = [Colour::Black, Colour::White]
        .map(|to_move| table.bounds(&Node::new(Position::EMPTY, to_move)).unwrap().points(i32::from(n)));
    // With White to move it is the same with the signs exchanged.
    assert_eq!((bounds[0].0, bounds[0].1), (-bounds[1].1, -bounds[1].0));
    bounds[0]
}

/// Under basic ko. Drange (1998), van der Werf (2009) for boards that are decided; the lines
/// and 3x4 as the notes of this project had them from a solver of their own.
#[test]
fn empty_boards_have_their_known_values() {
    for n in 5..=12 {
        assert_eq!(bounds(&solved(&format!("1x{n}"), "basic")), (-n, n), "1x{n}");
    }
    for (board, lower, upper) in
        [("2x4", 8, 8), ("2x5", 10, 10), ("2x6", 12, 12), ("3x3", 9, 9), ("3x4", 4, 12), ("4x3", 4, 12)]
    {
        assert_eq!(bounds(&solved(board, "basic")), (lower, upper), "{board}");
    }
}

fn large(board: &str, lower: i32, upper: i32) {
    let table = solved(board, "basic");
    assert_eq!(bounds(&table), (lower, upper), "{board}");
    table.verify(&Progress::default()).unwrap();
}

#[test]
fn the_empty_2x7_is_worth_14() {
    large("2x7", 14, 14);
}

#[test]
#[ignore = "takes seconds: cargo test --release -p tablebase -- --ignored"]
fn the_empty_3x5_is_worth_15() {
    large("3x5", 15, 15);
}

/// So 1 if a game that never ends is worth less than 1: van der Werf's value with tied cycles.
#[test]
#[ignore = "takes half a minute: cargo test --release -p tablebase -- --ignored"]
fn the_empty_4x4_is_worth_1_to_16() {
    large("4x4", 1, 16);
}

#[test]
#[ignore = "takes half a minute: cargo test --release -p tablebase -- --ignored"]
fn the_empty_1x16_is_open() {
    large("1x16", -16, 16);
}
