//! Scores, boards and values as text.

use kosolver::board::PointSet;
use kosolver::report::diagram;
use kosolver::rules::Score;
use kosolver::{Board, Colour, Outcome, Position, Value};

/// A value in at most four characters or so, from Black's side: `+3`, `-2`, `0`, `NR`, `B`, `W`.
pub fn label(value: &Value) -> String {
    match value.outcome {
        Outcome::NoResult => "NR".to_owned(),
        Outcome::Win(Colour::Black) => "B".to_owned(),
        Outcome::Win(Colour::White) => "W".to_owned(),
        Outcome::Score(score) if score > Score::ZERO => format!("+{}", score.decimal()),
        Outcome::Score(score) => score.decimal(),
    }
}

/// A score from the side of a player.
pub fn for_him(score: Score, colour: Colour) -> Score {
    if colour == Colour::Black { score } else { -score }
}

/// The chance to win of a player who plays perfectly: 1, 0, or a half in a draw and where there is no result.
pub fn chance(value: &Value, colour: Colour) -> f64 {
    let worth = for_him(value.worth, colour);
    match (value.outcome, worth.cmp(&Score::ZERO)) {
        (Outcome::NoResult, _) | (_, std::cmp::Ordering::Equal) => 0.5,
        (_, std::cmp::Ordering::Greater) => 1.0,
        (_, std::cmp::Ordering::Less) => 0.0,
    }
}

/// The board with its coordinates, from an empty line on.
pub fn board(board: &Board, position: Position) -> String {
    diagram(board, position).join("\n")
}

/// A board of words, as GoGui reads them: rows from the top.
pub fn rows(board: &Board, word: impl Fn(kosolver::Point) -> String) -> String {
    let words: Vec<String> = board.all().iter().map(word).collect();
    let rows: Vec<String> = words.chunks(usize::from(board.columns())).map(|row| row.join(" ")).collect();
    rows.join("\n")
}

/// The points that belong to each player as the board stands: his stones, and empty regions bordered by him
/// alone.
pub fn areas(board: &Board, position: Position) -> [PointSet; 2] {
    let empty = position.empty(board);
    let reached = |stones: PointSet| stones | board.connected(board.adjacent(stones), empty);
    let (black, white) = (reached(position.black), reached(position.white));
    [black - white, white - black]
}
