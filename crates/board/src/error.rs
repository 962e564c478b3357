use thiserror::Error;

/// Why a text names no board, point, colour or position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Error {
    /// The text of a board is not `RxC`.
    #[error("'{0}' is not a board: write rows x columns, as in 3x4 or 1x9")]
    Board(String),
    /// A board without points, or with more than 64.
    #[error("the board {rows}x{columns} has {} points; a board has 1 to 64 points", rows.saturating_mul(*columns))]
    Points {
        /// Rows asked for.
        rows: u64,
        /// Columns asked for.
        columns: u64,
    },
    /// The text names no colour.
    #[error("'{0}' is not a colour: write black or white")]
    Colour(String),
    /// The text names no point of this board.
    #[error("'{text}' is not a point of {board}: its points are A1 to {last}")]
    Point {
        /// The text.
        text: String,
        /// The board, as `RxC`.
        board: String,
        /// The name of the point at the top right.
        last: String,
    },
    /// A position whose rows do not fit the board.
    #[error(
        "the position '{text}' does not fit {board}: {fault}; write {rows} row(s) of {columns} from the top, X black, O white, . empty, with / between rows"
    )]
    Shape {
        /// The text.
        text: String,
        /// The board, as `RxC`.
        board: String,
        /// What is wrong.
        fault: String,
        /// Rows of the board.
        rows: u8,
        /// Columns of the board.
        columns: u8,
    },
    /// A start position with a chain that should have been removed.
    #[error("the position '{text}' is not legal: the {colour} chain at {point} has no liberty")]
    NoLiberty {
        /// The text.
        text: String,
        /// The colour of the chain.
        colour: crate::Colour,
        /// A point of the chain.
        point: String,
    },
}
