//! What the benchmarks share: a cell by its names, solved from the empty board.

use kosolver_board::{Board, Colour, Position};
use kosolver_rules::{Game, Ruleset};
use kosolver_search::{Meter, Request, Solution, solve};

/// The request for a cell, Black first.
///
/// # Panics
/// If there is no such board or ruleset.
pub fn cell(board: &str, rules: &str) -> Request {
    let board: Board = board.parse().expect("a board");
    let rules: Ruleset = rules.parse().expect("a ruleset");
    Request::new(Game::new(board, rules).unwrap(), Position::EMPTY, Colour::Black).unwrap()
}

/// The solution of a request.
///
/// # Panics
/// If it is refused.
pub fn solved(request: &Request) -> Solution {
    solve(request, &Meter::default()).expect("a cell within bounds")
}

/// Cells with their values, on every ko rule: board, ruleset, value (what it is worth to Black).
pub const VALUES: &[(&str, &str, i32)] = &[
    ("1x9", "basic", 0),
    ("1x11", "basic", 0),
    ("3x3", "basic", 9),
    ("3x4", "basic", 4),
    ("2x5", "basic", 10),
    ("1x9", "psk", 0),
    ("1x11", "psk", 2),
    ("3x3", "psk", 9),
    ("3x4", "psk", 4),
    ("2x5", "psk", 10),
    ("1x9", "spight", 0),
    ("1x11", "spight", 2),
    ("3x3", "spight", 9),
    ("3x4", "spight", 4),
    ("2x5", "spight", 10),
    ("1x9", "kee", 0),
    ("1x11", "kee", 2),
    ("3x3", "kee", 9),
    ("3x4", "kee", 4),
    ("2x5", "kee", 10),
    ("1x9", "none", 0),
    ("1x11", "none", 0),
    ("3x3", "none", 2),
    ("3x4", "none", 0),
    ("2x5", "none", 10),
    ("1x9", "ssk", 0),
    ("1x11", "ssk", 2),
    ("3x3", "ssk", 9),
    ("3x4", "ssk", 4),
    ("2x5", "ssk", 10),
    ("1x9", "nssk", 1),
    ("1x11", "nssk", 2),
    ("3x3", "nssk", 2),
    ("3x4", "nssk", 4),
    ("2x5", "nssk", 10),
    ("1x9", "fixed", 1),
    ("1x11", "fixed", 2),
    ("3x3", "fixed", 2),
    ("3x4", "fixed", 3),
    ("2x5", "fixed", 10),
    ("1x9", "basic-fixed", 0),
    ("1x11", "basic-fixed", 2),
    ("3x3", "basic-fixed", 9),
    ("3x4", "basic-fixed", 4),
    ("2x5", "basic-fixed", 10),
    ("1x9", "primitive", 1),
    ("1x11", "primitive", 1),
    ("3x3", "primitive", 1),
    ("3x4", "primitive", 1),
    ("2x5", "primitive", 1),
];
