//! Published values: what is known of empty boards before any search.

use std::sync::LazyLock;

use kosolver::checker::verified_checker_covers;
use kosolver::report::{Record, ValueRecord, Verdict};
use kosolver::{Board, Colour, Move, Position, Request, Ruleset, Value};
use serde::{Deserialize, Serialize};

use crate::event::Valued;
use crate::position::{Made, line_of_play};
use crate::worth::Worth;

/// The published tables: links to their files, which cargo packs, and whether all certificates are kept, which the
/// verified checker has proved where it can. The largest boards come first.
const TABLES: [(&str, bool); 4] = [
    (include_str!("../data/frontier.json"), false),
    (include_str!("../data/frontier-rulesets.json"), false),
    (include_str!("../data/kee.json"), true),
    (include_str!("../data/rulesets.json"), true),
];

#[derive(Deserialize)]
struct Table {
    cells: Vec<Cell>,
}

/// A solved cell, as far as it is shown.
#[derive(Deserialize)]
struct Cell {
    #[serde(flatten)]
    record: Record,
    /// One line of perfect play.
    #[serde(default)]
    variation: Vec<String>,
    /// The nodes that its search visited.
    nodes: Option<u64>,
}

/// A solved cell, with its board, its ruleset, and whether the verified checker has proved it.
static CELLS: LazyLock<Vec<(Board, Ruleset, bool, Cell)>> = LazyLock::new(|| {
    let read = |(text, kept)| match serde_json::from_str::<Table>(text) {
        Ok(table) => table.cells.into_iter().map(move |cell| (cell, kept)),
        Err(error) => unreachable!("a published table: {error}"),
    };
    let cells = TABLES.into_iter().flat_map(read);
    let solved = cells.filter(|(cell, _)| cell.record.value.result != Verdict::Unsolved);
    let read = |(cell, kept): (Cell, bool)| {
        let rules = cell.record.rules.ruleset().ok()?;
        Some((cell.record.board, rules, kept && verified_checker_covers(&rules) == Some(true), cell))
    };
    solved.filter_map(read).collect()
});

/// What was published of a game as it stands.
#[derive(Clone, Debug, Serialize)]
pub struct Published {
    /// Its value.
    pub value: Worth,
    /// The values of all legal moves; empty if they were not published.
    pub moves: Vec<Valued>,
    /// One line of perfect play; empty if none was published.
    pub line: Vec<Made>,
    /// The nodes of the search that found the value of the empty board, where they were published.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Whether the verified checker has proved it.
    pub proved: bool,
}

impl Published {
    /// What was published of the empty board with Black to move, and of his first moves.
    pub fn of(asked: &Request) -> Option<Published> {
        let (board, rules) = (asked.game().board(), asked.game().rules());
        if asked.position() != Position::EMPTY || asked.to_move() != Colour::Black || asked.played().len() > 1
        {
            return None;
        }
        let mut cells = CELLS.iter();
        let (.., proved, cell) = cells.find(|(of, under, ..)| of == board && under == rules)?;
        let proved = *proved;
        let known = |record: &ValueRecord| value(record, rules);
        let value = known(&cell.record.value);
        let opening = |made: Move| {
            let name = made.name(board);
            cell.record.openings.iter().find(|opening| opening.made == name).map(|one| known(&one.value))
        };
        let of = |value: &Value| Worth::of(value, board.points());
        if let [made] = asked.played() {
            let value = of(&opening(*made)?);
            return Some(Published {
                value,
                moves: Vec::new(),
                line: Vec::new(),
                nodes: None,
                proved: false,
            });
        }
        let valued = |made: Move| Some(Valued::of(board, made, Colour::Black, &value, &opening(made)?));
        let moves: Option<Vec<Valued>> = asked.referee().legal_moves().into_iter().map(valued).collect();
        let line: Result<Vec<Move>, _> = cell.variation.iter().map(|name| Move::parse(board, name)).collect();
        let line = line_of_play(asked, &line.unwrap_or_default());
        Some(Published {
            value: of(&value),
            moves: moves.unwrap_or_default(),
            line,
            nodes: cell.nodes,
            proved,
        })
    }
}

/// A published value as searches tell it.
fn value(record: &ValueRecord, rules: &Ruleset) -> Value {
    let worth = record.worth().unwrap_or_else(|| rules.no_result());
    let ends = Colour::BOTH.map(|player| !record.cannot_end.has(player));
    Value::found(record.outcome(), worth, record.lower.zip(record.upper), ends)
}

/// The most empty points with which a search may end in minutes, as on 3x7. For 5x5 a scout took half an hour first.
const WITHIN_REACH: u32 = 21;

/// Why no search for the value of a game as it stands is begun unless somebody wants it; nothing if it may end.
pub fn out_of_reach(asked: &Request) -> Option<String> {
    let board = asked.game().board();
    let empty = asked.referee().position().empty(board).len();
    if empty <= WITHIN_REACH {
        return None;
    }
    // On grids a point more makes about 20/7 times as many legal positions.
    let digits = (f64::from(board.points()) * (20.0_f64 / 7.0).log10()).floor() as u32;
    Some(format!(
        "{board} has about {} positions. With more than {WITHIN_REACH} empty points a search takes an hour or never ends: set more stones up, or take a smaller board",
        power_of_ten(digits)
    ))
}

/// 10 to a power, as people write it.
fn power_of_ten(exponent: u32) -> String {
    let raised = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    let digits = exponent.to_string();
    format!("10{}", digits.bytes().map(|digit| raised[usize::from(digit - b'0')]).collect::<String>())
}

#[cfg(test)]
mod tests {
    use kosolver::rules::Score;

    use super::*;

    /// No published cell is lost because its rules are no longer read.
    #[test]
    fn every_solved_cell_is_there() {
        let cells = TABLES.iter().map(|(text, _)| serde_json::from_str::<Table>(text).unwrap().cells);
        let solved = cells.flatten().filter(|cell| cell.record.value.result != Verdict::Unsolved);
        assert_eq!(CELLS.len(), solved.count());
        assert!(CELLS.iter().all(|(.., cell)| {
            cell.record.value.worth().is_none_or(|worth| worth.abs() <= Score::points(64))
        }));
    }
}
