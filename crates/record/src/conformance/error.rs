use thiserror::Error;

/// Why cases cannot be read, or a program cannot be asked.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Error {
    /// A board, a point, a position or a rule is wrong.
    #[error(transparent)]
    Players(#[from] crate::Error),
    /// A text is no kit, or the game of a case cannot be played.
    #[error("{0}")]
    Kit(String),
    /// There are no such cases.
    #[error("{0}")]
    NoCase(String),
    /// The command of the program is none, does not start it, or does not tell it its rules.
    #[error("{0}")]
    Command(String),
    /// The program ends, is silent, refuses what it must do, or answers what is no answer.
    #[error("the program {0}")]
    Program(String),
    /// A file that the program is to load cannot be written.
    #[error("the file of a position cannot be written: {0}")]
    File(String),
    /// The work was to stop.
    #[error("interrupted")]
    Interrupted,
}
