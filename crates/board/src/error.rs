use thiserror::Error;

use crate::{quoted, shortened};

/// Why a text names no board, point, colour or position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Error {
    /// The text is none of the forms of a board.
    #[error(
        "{} is not a board: write rows x columns, as in 3x4 or 1x9, or one of cycle:5, complete:4, star:5 (a centre and 4 leaves), torus:3x3, cylinder:3x4 (rows are rings), graph6:TEXT",
        quoted(.0)
    )]
    Board(String),
    /// A board without points, or with more than 64.
    #[error("{} has {points} points; a board has 1 to 64 points", if board == "the graph" { board.clone() } else { format!("the board {board}") })]
    Points {
        /// The board, as it would be written.
        board: String,
        /// Its points.
        points: u64,
    },
    /// Rows and columns make no board of this shape.
    #[error("there is no {0}")]
    Sides(String),
    /// A text that is no graph in graph6.
    #[error("{} is not a graph in graph6: {fault}", quoted(text))]
    Graph6 {
        /// The text.
        text: String,
        /// What is wrong.
        fault: String,
    },
    /// A file of a graph with a line that means nothing.
    #[error(
        "line {line}: {}; a graph has a line for each edge with the names of its two points, or is one line of graph6",
        shortened(fault, 256)
    )]
    GraphText {
        /// The line, from 1.
        line: usize,
        /// What is wrong.
        fault: String,
    },
    /// A text is none of the names of something.
    #[error("{0}")]
    Name(String),
    /// The text names no point of this board.
    #[error("{} is not a point of {board}: its points are {first} to {last}", quoted(text))]
    Point {
        /// The text.
        text: String,
        /// The board.
        board: String,
        /// The name of the point at the bottom left, or the first.
        first: String,
        /// The name of the point at the top right, or the last.
        last: String,
    },
    /// A position whose rows do not fit the board.
    #[error(
        "the position {} does not fit {board}: {fault}; write {rows} row(s) of {columns} from the top, X black, O white, . empty, with / between rows",
        quoted(text)
    )]
    Shape {
        /// The text.
        text: String,
        /// The board.
        board: String,
        /// What is wrong.
        fault: String,
        /// Rows of the board.
        rows: u8,
        /// Columns of the board.
        columns: u8,
    },
    /// A start position with a chain that should have been removed.
    #[error("the position {} is not legal: the {colour} chain at {point} has no liberty", quoted(text))]
    NoLiberty {
        /// The text.
        text: String,
        /// The colour of the chain.
        colour: crate::Colour,
        /// A point of the chain.
        point: String,
    },
}
