//! What the benchmarks share: a cell by its names, solved from the empty board.

use board::{Board, Colour, Position};
use rules::{Game, Ruleset};
use search::{Meter, Request, Solution, solve};

/// The request for a cell, Black first.
///
/// # Panics
/// If there is no such board or ruleset.
pub fn cell(board: &str, rules: &str) -> Request {
    let board: Board = board.parse().expect("a board");
    let rules: Ruleset = rules.parse().expect("a ruleset");
    Request::new(Game::new(board, rules), Position::EMPTY, Colour::Black)
}

/// The solution of a request.
///
/// # Panics
/// If it is refused.
pub fn solved(request: &Request) -> Solution {
    solve(request, &Meter::default()).expect("a cell within bounds")
}
