use thiserror::Error;

/// Why a file is no game that can be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Error {
    /// The file is too long.
    #[error("the file is too long: at most {0} bytes are read")]
    Long(usize),
    /// It is not SGF.
    #[error("this is not SGF: line {line}, column {column}: {fault}")]
    Syntax {
        /// The line, from 1.
        line: usize,
        /// The character of the line, from 1.
        column: usize,
        /// What is wrong there, and what is accepted.
        fault: String,
    },
    /// It is of another game.
    #[error("this is SGF of a game other than Go: GM[{0}]")]
    NotGo(String),
    /// It has several games.
    #[error("the file has {0} games: write one game into a file")]
    Several(usize),
    /// The board cannot be solved.
    #[error(transparent)]
    Board(#[from] kosolver_board::Error),
    /// A property cannot be read, or does not belong where it stands.
    #[error("node {node}, after move {after}: {property}: {fault}")]
    Property {
        /// The node, in the order of the file from 1.
        node: usize,
        /// How many moves come before the node.
        after: usize,
        /// The property, with the value that is at fault.
        property: String,
        /// What is wrong with it, and what is accepted.
        fault: String,
    },
}
