use thiserror::Error;

/// Why a text names no ruleset, or a ruleset cannot be.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Error {
    /// No ko rule has this name.
    #[error("'{name}' is not a ko rule; did you mean {nearest}? The ko rules are {known}")]
    Ko {
        /// The text.
        name: String,
        /// The name most like it.
        nearest: String,
        /// All names.
        known: String,
    },
    /// No suicide rule has this name.
    #[error("'{0}' is not a suicide rule: write forbidden, multi-stone or allowed")]
    Suicide(String),
    /// The text is not a score.
    #[error(
        "'{0}' is not a score: write a number or a fraction, as in 0, -3, 6.5 or 13/2, of at most six digits"
    )]
    Score(String),
    /// The text is not a field of a ruleset.
    #[error(
        "'{0}' is not part of a ruleset: write a ko rule, or fields such as ko=psk suicide=forbidden komi=0 no-result=0"
    )]
    Field(String),
    /// The ruleset contradicts itself.
    #[error("{0}")]
    Contradiction(String),
}
