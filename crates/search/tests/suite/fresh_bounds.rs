//! The theorem of `docs/tablebase.md`: under fixed ko, natural situational and situational superko the value
//! of a game that starts anywhere lies between L and U of the game without a ko rule.

use kosolver_board::{Board, Colour, legal_positions};
use kosolver_rules::{Game, Node, Ruleset, Score, Suicide};
use kosolver_search::{Meter, Request, solve};
use kosolver_tablebase::{Probe, Progress, Setting, Size, Table};

/// Values that the proof search finds by itself, from every `stride`-th position with either player
/// to move. How many were compared, and in how many L < U.
fn compare(board: &str, suicide: Suicide, stride: usize) -> (usize, usize) {
    let board: Board = board.parse().unwrap();
    let rules = |ko: &str| Ruleset::new(ko.parse().unwrap()).but().suicide(suicide).build().unwrap();
    let setting = Setting::new(board, rules("none")).unwrap();
    let table = Table::solve(setting, Size(1 << 28), &Progress::default()).unwrap();
    let (mut compared, mut open) = (0, 0);
    for (number, position) in legal_positions(&board).enumerate().filter(|(number, _)| number % stride == 0) {
        // The players take turns at having the first move, so that not all is done twice.
        let to_move = Colour::BOTH[number / stride % 2];
        let bounds = table.bounds(&Node::new(position, to_move)).unwrap();
        let (lower, upper) = bounds.points(i32::from(board.points()));
        open += usize::from(lower < upper);
        for ko in ["fixed", "nssk", "ssk"] {
            let mut request = Request::new(Game::new(board, rules(ko)).unwrap(), position, to_move).unwrap();
            let with_bounds = solve(&request, &Meter::default()).unwrap().value;
            // With a certificate every question is asked.
            request = request.with_certificate(true);
            let value = solve(&request, &Meter::default()).unwrap().value;
            assert!(
                Score::points(lower) <= value.worth && value.worth <= Score::points(upper),
                "{board} {ko} {suicide} {} {to_move}: {} is not in [{lower}, {upper}]",
                position.text(&board),
                value.worth
            );
            assert_eq!(value, with_bounds);
            compared += 1;
        }
    }
    (compared, open)
}

#[test]
fn values_from_a_fresh_start_lie_between_the_bounds_without_a_ko_rule() {
    let (mut compared, mut open) = (0, 0);
    for (board, stride) in
        [("1x1", 1), ("1x2", 1), ("1x3", 1), ("1x4", 1), ("1x5", 1), ("2x2", 1), ("2x3", 5)]
    {
        for suicide in Suicide::ALL {
            // With suicide games are long.
            if suicide == Suicide::Forbidden || ["1x1", "1x2", "1x3", "1x4"].contains(&board) {
                let (more, undecided) = compare(board, suicide, stride);
                compared += more;
                open += undecided;
            }
        }
    }
    assert!(compared > 1000 && open > 200, "{compared} values, {open} between different bounds");
}
