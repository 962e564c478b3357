use serde::{Deserialize, Serialize};

/// How many positions and games a board has.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Count {
    /// The board, as in `3x3`.
    pub board: String,
    /// Positions in which every chain has a liberty. Exact, so a string of digits.
    pub legal_positions: String,
    /// The suicide rule.
    pub suicide: String,
    /// By ko rule.
    pub games: Vec<Games>,
}

/// The games under a ko rule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Games {
    /// The ko rule.
    pub ko: String,
    /// All ways from the empty board, Black first, to the end. Exact, so a string of digits; none
    /// if they could not be counted.
    pub complete_games: Option<String>,
}

impl Count {
    /// For a terminal.
    pub fn text(&self) -> String {
        let mut text =
            format!("{}, suicide {}\nlegal positions  {}\n", self.board, self.suicide, self.legal_positions);
        for games in &self.games {
            let number = games.complete_games.as_deref().unwrap_or("not counted");
            text += &format!("complete games   {number} under {}\n", games.ko);
        }
        text
    }
}
