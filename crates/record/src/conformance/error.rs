use thiserror::Error;

/// Why cases cannot be read, or a program cannot be asked.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Error {
    /// A board, a point, a position or a rule is wrong.
    #[error(transparent)]
    Players(#[from] crate::Error),
    /// A move of a game cannot be made.
    #[error("move {number} of the game, {text}, is onto a stone")]
    Stone {
        /// Its number among the actions, from 1.
        number: usize,
        /// The move.
        text: String,
    },
    /// There is no move to undo.
    #[error("action {0} of the game undoes a move, and there is none")]
    Undo(usize),
    /// A player is neither.
    #[error("'{0}' is not a player: write black or white")]
    Player(String),
    /// A text is no kit.
    #[error("{0}")]
    Kit(String),
    /// There are no cases of these rules.
    #[error("there is no case of {0}")]
    NoCase(String),
    /// No name of a case has a text in it.
    #[error("no case of {ruleset} has '{filter}' in its name. The cases are {names}")]
    Filter {
        /// The rules.
        ruleset: String,
        /// The text.
        filter: String,
        /// The names that there are.
        names: String,
    },
    /// The program does not begin a game again that it has begun.
    #[error("the program does not begin the same game a second time: {0}")]
    Again(&'static str),
    /// No command was given.
    #[error("the command of the program is empty")]
    Empty,
    /// A quotation mark in a command is alone.
    #[error("the command of the program has a quotation mark without its pair")]
    Quote,
    /// The program cannot be started.
    #[error("{program} cannot be started: {fault}")]
    Start {
        /// The program.
        program: String,
        /// What the system says.
        fault: String,
    },
    /// The program has ended on this command.
    #[error("the program ended when it was asked {0}")]
    Died(String),
    /// The program does not answer.
    #[error("the program gave no answer to {asked} in {seconds} s")]
    Silent {
        /// The command.
        asked: String,
        /// How long it had.
        seconds: u64,
    },
    /// The work was to stop.
    #[error("interrupted")]
    Interrupted,
    /// The program answers something that is not GTP.
    #[error("the program answered {asked} by {said}: an answer in GTP begins with = or ?")]
    Nonsense {
        /// The command.
        asked: String,
        /// What it said.
        said: String,
    },
    /// The program refuses a command that it must know.
    #[error("the program refuses {asked}: {said}")]
    Refused {
        /// The command.
        asked: String,
        /// What it said.
        said: String,
    },
    /// The program refuses rules, of which there are several.
    #[error(
        "the program refuses {ruleset}: {said}; give that ruleset alone if it plays by it without being told"
    )]
    Untold {
        /// The rules.
        ruleset: String,
        /// What it said.
        said: String,
    },
    /// The program answers whether a play is legal by something that is no answer to it.
    #[error("the program answered {asked} by {said}, which is neither 1 nor 0")]
    Unfit {
        /// The command.
        asked: String,
        /// What it said.
        said: String,
    },
    /// A file that the program is to load cannot be written.
    #[error("the file of a position cannot be written: {0}")]
    File(String),
    /// The program cannot be told by which rules it plays.
    #[error(
        "the program cannot be told its rules: give one ruleset, or write {{ko}} and {{suicide}} into the command"
    )]
    Rules,
}
