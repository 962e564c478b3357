//! The boards that surveys solve if nothing else is asked for.

use kosolver_board::Board;

/// Grids of these sizes, those that are boards.
fn grids(sizes: impl Iterator<Item = (u64, u64)>) -> Vec<Board> {
    sizes.filter_map(|(rows, columns)| Board::new(rows, columns).ok()).collect()
}

/// One-row boards from the shortest to the longest, then 2x2, 2x3, 2x4, 3x3.
fn rows_and_small(shortest: u64, longest: u64) -> Vec<Board> {
    let rows = (shortest..=longest).map(|columns| (1, columns));
    grids(rows.chain([(2, 2), (2, 3), (2, 4), (3, 3)]))
}

/// The boards of Kee's table and a few more: 1x1 … 1x9, 2x2, 2x3, 2x4, 3x3.
pub fn of_tables() -> Vec<Board> {
    rows_and_small(1, 9)
}

/// The boards of the table of presets: 1x1 … 1x8, 2x2, 2x3, 2x4, 3x3.
pub fn of_presets() -> Vec<Board> {
    rows_and_small(1, 8)
}

/// The boards whose comparison is published: 1x2 … 1x8, 2x2, 2x3, 2x4, 3x3.
pub fn of_comparisons() -> Vec<Board> {
    rows_and_small(2, 8)
}

/// The boards whose costs are published: 1x1 … 1x10, 2x2 … 2x5, 3x3, 3x4.
pub fn of_costs() -> Vec<Board> {
    let rows = (1..=10).map(|columns| (1, columns)).chain((2..=5).map(|columns| (2, columns)));
    grids(rows.chain([(3, 3), (3, 4)]))
}
