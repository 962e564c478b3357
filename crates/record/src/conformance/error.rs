use thiserror::Error;

/// Why cases cannot be read, or a program cannot be asked.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Error {
    /// A board, a point, a position or a rule is wrong.
    #[error(transparent)]
    Players(#[from] crate::Error),
    /// A move of a game, of which this is the number among the actions, from 1, cannot be made.
    #[error("move {0} of the game, {1}, is onto a stone")]
    Stone(usize, String),
    /// There is no move to take back.
    #[error("action {0} of the game takes a move back, and there is none")]
    Undo(usize),
    /// A player is neither.
    #[error("'{0}' is not a player: write black or white")]
    Player(String),
    /// No fault has this name.
    #[error("'{0}' is not a wrong implementation: `kosolver conformance wrong list` lists them")]
    Mistake(String),
    /// No command was given.
    #[error("the command of the program is empty")]
    Empty,
    /// A quotation mark in a command is alone.
    #[error("the command of the program has a quotation mark without its pair")]
    Quote,
    /// The program cannot be started, and what the system says.
    #[error("{0} cannot be started: {1}")]
    Start(String, String),
    /// The program has ended on this command.
    #[error("the program ended when it was asked {0}")]
    Died(String),
    /// The program does not answer a command within so many seconds.
    #[error("the program gave no answer to {0} in {1} s")]
    Silent(String, u64),
    /// The work was to stop.
    #[error("interrupted")]
    Interrupted,
    /// The program answers a command by something that is not GTP.
    #[error("the program answered {0} by {1}: an answer in GTP begins with = or ?")]
    Nonsense(String, String),
    /// The program refuses a command that it must know, in these words.
    #[error("the program refuses {0}: {1}")]
    Refused(String, String),
    /// The program refuses rules, of which there are several, in these words.
    #[error("the program refuses {0}: {1}; give that ruleset alone if it plays by it without being told")]
    Untold(String, String),
    /// The program answers whether a play is legal by something that is no answer to it.
    #[error("the program answered {0} by {1}, which is neither 1 nor 0")]
    Unfit(String, String),
    /// A file that the program is to load cannot be written.
    #[error("the file of a position cannot be written: {0}")]
    File(String),
    /// The program cannot be told by which rules it plays.
    #[error(
        "the program cannot be told its rules: give one ruleset, or write {{ko}} and {{suicide}} into the command"
    )]
    Rules,
}
