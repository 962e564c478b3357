use serde::{Deserialize, Serialize};

/// How many legal positions a board has.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Count {
    /// The board, as in `3x3`.
    pub board: String,
    /// Positions in which every chain has a liberty. Exact, so a string of digits.
    pub legal_positions: String,
}

impl Count {
    /// For a terminal.
    pub fn text(&self) -> String {
        format!("{}\nlegal positions  {}\n", self.board, self.legal_positions)
    }
}
