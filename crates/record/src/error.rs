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
    /// A ko rule is not a text.
    #[error("{0} is not a ko rule that is read from the record of a game: write one that is a text")]
    Ko(&'static str),
    /// Play can go on for ever, so that values are none.
    #[error("under {0} play can go on for ever: guarantees need a rule under which games end")]
    Endless(&'static str),
    /// A game has no score.
    #[error("under {0} a player without a move loses, and there is no score: guarantees need one")]
    NoScore(&'static str),
    /// A game's score is no mean over all of it.
    #[error("under {0} scores are added up, or only those of a cycle count: guarantees need their mean")]
    Counted(&'static str),
    /// What moves do depends on facts, or plays end games.
    #[error(
        "under {0} what a move does depends on facts, or a play ends the game: guarantees are not known then"
    )]
    Asks(&'static str),
}
