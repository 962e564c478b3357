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
    /// No ruleset has this name.
    #[error("'{name}' is not a ruleset; did you mean {nearest}? The presets are {known}")]
    Ruleset {
        /// The text.
        name: String,
        /// The name most like it, of a preset, a ko rule or rules of KataGo.
        nearest: String,
        /// The names of the presets.
        known: String,
    },
    /// Rules of KataGo cannot be expressed here, or a ruleset not there, for this reason.
    #[error("KataGo rules: {0}")]
    Katago(String),
    /// No suicide rule has this name.
    #[error("'{0}' is not a suicide rule: write forbidden, multi-stone or allowed")]
    Suicide(String),
    /// No scoring has this name.
    #[error("'{0}' is not a scoring: write area, stones, territory or equivalence")]
    Scoring(String),
    /// No end has this name.
    #[error("'{0}' is not an end of the game: write two-passes, agreement, no-pass or prisoner-return")]
    End(String),
    /// No compensation has this name.
    #[error("'{0}' is not a compensation for handicap stones: write 0, K-1 or K")]
    Compensation(String),
    /// The text is not a number of handicap stones.
    #[error("'{0}' is not a number of handicap stones: write one from 0 to 63")]
    Handicap(String),
    /// The text is not yes or no.
    #[error("'{0}' is neither yes nor no")]
    YesNo(String),
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

/// The name most like a text.
pub(crate) fn nearest<'a>(text: &str, names: impl IntoIterator<Item = &'a str>) -> String {
    let text = text.to_ascii_lowercase();
    let nearest = names.into_iter().min_by_key(|name| strsim::damerau_levenshtein(name, &text));
    nearest.unwrap_or_default().to_owned()
}
