use kosolver_board::{Board, Position};

/// What is counted when a game ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Scoring {
    /// Stones on the board, and empty regions bordered by one colour alone.
    #[default]
    Area,
    /// Stones on the board alone.
    Stones,
    /// Empty regions bordered by one colour alone, and prisoners. The board is taken as it stands:
    /// dead stones must be captured first.
    Territory,
    /// Territory, prisoners and pass stones (AGA): every pass hands the opponent a stone, and White
    /// passes last, if need be once more after Black. `docs/rulesets.md` proves it equal to area.
    Equivalence,
}

impl Scoring {
    /// What is counted, in words.
    pub fn in_words(self) -> &'static str {
        match self {
            Scoring::Area => "stones, and empty regions bordered by one colour alone",
            Scoring::Stones => "stones alone",
            Scoring::Territory => {
                "empty regions bordered by one colour alone, and prisoners; the board as it stands"
            }
            Scoring::Equivalence => {
                "as territory, and every pass hands the opponent a stone; White passes last: worth as much as area"
            }
        }
    }

    /// Whether stones that leave the board, or pass from hand to hand, are counted.
    pub fn counts_prisoners(self) -> bool {
        matches!(self, Scoring::Territory | Scoring::Equivalence)
    }

    /// What the board alone is worth to Black, from −n to n on a board of n points.
    pub fn of_board(self, board: &Board, position: Position) -> i32 {
        let stones = position.black.len() as i32 - position.white.len() as i32;
        match self {
            Scoring::Area => position.area(board),
            Scoring::Stones => stones,
            Scoring::Territory | Scoring::Equivalence => position.area(board) - stones,
        }
    }
}

kosolver_board::named!(Scoring, "a scoring", str::eq, {
    Area => "area",
    Stones => "stones",
    Territory => "territory",
    Equivalence => "equivalence",
});
