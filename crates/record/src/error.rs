use thiserror::Error;

/// What cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Error {
    /// The board is none.
    #[error(transparent)]
    Board(#[from] kosolver_board::Error),
    /// The grid is too large.
    #[error("the board {rows}x{columns} is too large: the largest is 25x25")]
    Large {
        /// Its rows.
        rows: u64,
        /// Its columns.
        columns: u64,
    },
    /// A point is none of the board's.
    #[error("'{text}' is not a point of {board}")]
    Point {
        /// What was written.
        text: String,
        /// The board.
        board: String,
    },
    /// A position is none of the board's.
    #[error("'{text}' is not a position on {board}: {fault}")]
    Position {
        /// What was written.
        text: String,
        /// The board.
        board: String,
        /// What is wrong with it.
        fault: String,
    },
    /// There are too few players, or too many.
    #[error("a game has 2 to 4 players, not {0}")]
    Players(u8),
    /// No ko rule has this name.
    #[error(
        "{text} is not a ko rule that is read from the record of a game: write {known}, or a rule that is a text"
    )]
    Ko {
        /// What was written.
        text: String,
        /// The names there are.
        known: String,
    },
    /// A text is no ko rule in its normal form.
    #[error("'{0}' is not a statement of a ko rule in its normal form")]
    Text(String),
    /// Nothing that players aim at has this name.
    #[error("'{0}' is not an aim: write points, lead or place")]
    Aim(String),
    /// Play can go on for ever, so that values are none.
    #[error("under {0} play can go on for ever: guarantees need a rule under which games end")]
    Endless(&'static str),
    /// A game has no score.
    #[error("under {0} who has no move loses, and there is no score: guarantees need one")]
    NoScore(&'static str),
}

impl Error {
    /// That a ko rule is not read from the record of a game.
    pub fn unread(name: &str) -> Error {
        let known = crate::Ko::ALL.map(crate::Ko::name).join(", ");
        Error::Ko { text: kosolver_board::quoted(name).to_string(), known }
    }
}
