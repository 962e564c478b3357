//! What solving costs, counted so that it is the same on every machine.

use kosolver_board::Board;
use serde::{Deserialize, Serialize};

use crate::rules::RulesName;

/// The costs of cells: every board under some rules, from the empty board, the value alone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Costs {
    /// What it is.
    pub title: String,
    /// The version of this form.
    pub format: u32,
    /// Board by board, rule by rule.
    pub cells: Vec<Cost>,
}

/// What one cell costs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cost {
    /// The board, as in `3x3`.
    pub board: Board,
    /// Its rows.
    pub rows: u8,
    /// Its columns.
    pub columns: u8,
    /// Its legal positions.
    pub legal_positions: u64,
    /// The rules.
    #[serde(flatten)]
    pub rules: RulesName,
    /// `proof` or `retrograde`.
    pub engine: String,
    /// Nodes visited by the proof search, or solved by retrograde analysis.
    pub nodes: u64,
    /// Lemmas proved.
    pub lemmas: u64,
    /// Questions asked.
    pub questions: u64,
}

impl Costs {
    /// These costs, board by board and rule by rule.
    pub fn new(cells: Vec<Cost>) -> Costs {
        let title = "What solving small boards costs: the value of the empty board";
        Costs { title: title.to_owned(), format: 1, cells }
    }
}
