use thiserror::Error;

/// Why a game cannot be refereed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Error {
    /// The file is too long.
    #[error("the file has {bytes} bytes: the most are {most}")]
    Long {
        /// How long it is.
        bytes: usize,
        /// How long it may be.
        most: usize,
    },
    /// It is not SGF.
    #[error("this is not SGF: {0}")]
    Sgf(String),
    /// It is of another game.
    #[error("this is SGF of another game than Go")]
    NotGo,
    /// It has several games.
    #[error("the file has {0} games: write one game into a file")]
    Several(usize),
    /// A property cannot be read.
    #[error("the property {property} at move {number} cannot be read")]
    Property {
        /// Its name.
        property: String,
        /// How many moves are before it.
        number: usize,
    },
    /// The board is none, or too large.
    #[error(transparent)]
    Board(#[from] kosolver_players::Error),
    /// A point is not on the board.
    #[error("column {column}, row {row} from the top, at move {number}, is not on a board of {board}")]
    Point {
        /// Its column, from 1.
        column: usize,
        /// Its row, from 1.
        row: usize,
        /// How many moves are before it.
        number: usize,
        /// The board.
        board: String,
    },
    /// A set-up leaves stones without a liberty.
    #[error("the set-up after move {0} leaves stones without a liberty")]
    Setup(usize),
    /// A node has two moves, or a move and set-up stones.
    #[error("a node after move {0} has more than one move, or a move and set-up stones")]
    Mixed(usize),
    /// These rules are not of two players.
    #[error("a game of Go has two players, not {0}")]
    Players(u8),
}
