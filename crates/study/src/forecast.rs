//! How long a cell is expected to take, from its board and its rules alone.
//!
//! The numbers were fitted to the times of the published tables, comparisons and graphs, measured cell
//! by cell on one core (docs/scale.md). They need not be right: parts are only more even if they are.

use kosolver_board::{Board, Shape};
use kosolver_rules::{End, Ruleset};

/// About how many microseconds the empty board takes. What every cell takes, however small, is in it.
pub(crate) fn forecast(board: &Board, rules: &Ruleset) -> u64 {
    let tenths = positions(board).saturating_mul(of_position(board)).saturating_mul(of_rules(board, rules));
    u64::try_from(tenths / 100).unwrap_or(u64::MAX).saturating_add(2_000)
}

/// The same for all starts of the board. They share what is found, and yet take more the more they are.
pub(crate) fn forecast_starts(board: &Board, rules: &Ruleset) -> u64 {
    let one = forecast(board, rules) - 2_000;
    let times = match is_thin(board) {
        true if rules.ko().combines_scores() && board.points() > 7 => 400,
        true => 10,
        false => 30,
    };
    one.saturating_mul(times).saturating_add(2_000)
}

/// About how many legal positions there are: as on grids, where a point more makes them 20/7 times as
/// many.
fn positions(board: &Board) -> u128 {
    let millionths = (0..board.points()).fold(1_000_000, |all: u128, _| all.saturating_mul(20) / 7);
    millionths / 1_000_000
}

/// Whether no point has more than two neighbours. Play on such boards takes back and forth for long.
fn is_thin(board: &Board) -> bool {
    board.all().iter().all(|point| board.adjacent(point.bit()).len() <= 2)
}

/// Tenths of a microsecond for a position.
fn of_position(board: &Board) -> u128 {
    match board.shape() {
        _ if is_thin(board) => 60,
        Shape::Graph => 300,
        _ => 12,
    }
}

/// Tenths of what it takes under positional superko.
fn of_rules(board: &Board, rules: &Ruleset) -> u128 {
    let ko = rules.ko();
    let long = if is_thin(board) { 5 } else { 1 };
    if ko.has_long_fights() {
        500
    } else if ko.pulls() {
        200
    } else if ko.combines_scores() {
        30 * long
    } else if rules.long_cycle() {
        600
    } else if matches!(rules.end(), End::PrisonerReturn | End::Agreement) {
        120
    } else if ko.has_words() {
        20
    } else {
        10
    }
}
