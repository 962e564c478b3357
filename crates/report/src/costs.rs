//! What solving costs, counted so that it is the same on every machine.

use kosolver_board::Board;
use kosolver_search::{Effort, Engine};
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
    /// What was searched; the engine is `proof` or `retrograde`.
    #[serde(flatten)]
    pub effort: EffortRecord,
}

/// What was searched.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EffortRecord {
    /// The name of the engine.
    pub engine: String,
    /// Nodes visited by the proof search, or solved by retrograde analysis.
    pub nodes: u64,
    /// Lemmas proved.
    pub lemmas: u64,
    /// Questions asked.
    pub questions: u64,
}

impl EffortRecord {
    /// The effort of a search, whose engines have these names: the proof search, and retrograde analysis.
    pub fn of(effort: &Effort, [proof, retrograde]: [&str; 2]) -> EffortRecord {
        let engine = match effort.engine {
            Engine::Proof => proof,
            Engine::Retrograde => retrograde,
        };
        let Effort { nodes, lemmas, questions, .. } = *effort;
        EffortRecord { engine: engine.to_owned(), nodes, lemmas, questions }
    }
}

impl Costs {
    /// These costs, board by board and rule by rule.
    pub fn new(cells: Vec<Cost>) -> Costs {
        let title = "What solving small boards costs: the value of the empty board";
        Costs { title: title.to_owned(), format: 1, cells }
    }
}
