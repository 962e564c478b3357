use kosolver_board::quoted;
use thiserror::Error;

/// Why a text names no ruleset, or a ruleset cannot be.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Error {
    /// No ko rule has this name.
    #[error("{} is not a ko rule{} {accepted}", quoted(name), suggestion(.nearest))]
    Ko {
        /// The text.
        name: String,
        /// The name most like it, or those of the rules in whose names in words it occurs, with "or"
        /// between them; or nothing.
        nearest: String,
        /// The names of all rules; where the text has a known rule before a colon, of its readings.
        accepted: String,
    },
    /// No ruleset has this name.
    #[error("{} is not a ruleset{} The presets are {known}", quoted(name), suggestion(.nearest))]
    Ruleset {
        /// The text.
        name: String,
        /// The name most like it, of a preset, a ko rule or rules of KataGo, or nothing if none is.
        nearest: String,
        /// The names of the presets.
        known: String,
    },
    /// Rules of KataGo cannot be expressed here, or a ruleset not there, for this reason.
    #[error("KataGo rules: {0}")]
    Katago(String),
    /// A word about boards and plays cannot be read.
    #[error(transparent)]
    Board(#[from] kosolver_board::Error),
    /// The text is not a score.
    #[error(
        "{} is not a score: write a number or a fraction, as in 0, -3, 6.5 or 13/2, of at most six digits", quoted(.0)
    )]
    Score(String),
    /// The text of a ruleset is not written as one is.
    #[error("{0}")]
    Fields(String),
    /// The ruleset contradicts itself.
    #[error("{0}")]
    Contradiction(String),
    /// The handicap stones do not fit the board.
    #[error(
        "{stones} handicap stone(s) do not fit {board}: there is room for {room}, since every stone needs a liberty"
    )]
    Handicap {
        /// How many.
        stones: u8,
        /// The board.
        board: String,
        /// The most that fit.
        room: u32,
    },
    /// No game can start from this position.
    #[error("no game starts from this position: {0}")]
    Start(String),
    /// A text is no ko rule.
    #[error("{0}")]
    Text(Box<crate::TextError>),
    /// A file that should have a ko rule has none, or cannot be read.
    #[error("{0}")]
    File(String),
}

/// The name most like a text, or nothing if none is close. The parts of a name, as in
/// `kee:sum+cycle`, may come in any order.
pub(crate) fn nearest<'a>(text: &str, names: impl IntoIterator<Item = &'a str>) -> String {
    let text = text.to_ascii_lowercase();
    let distance = |name: &str| {
        let reordered = strsim::damerau_levenshtein(&in_order(name), &in_order(&text));
        strsim::damerau_levenshtein(name, &text).min(reordered)
    };
    let nearest = names.into_iter().map(|name| (distance(name), name)).min_by_key(|(distance, _)| *distance);
    match nearest {
        Some((distance, name)) if distance <= (name.len() / 3).max(2) && distance < text.len() => {
            name.to_owned()
        }
        _ => String::new(),
    }
}

/// A name with its parts in alphabetical order.
fn in_order(name: &str) -> String {
    let mut parts: Vec<&str> = name.split([':', '+']).collect();
    parts.sort_unstable();
    parts.join("+")
}

/// The end of "it is no such name": with the nearest name, if there is one.
pub(crate) fn suggestion(nearest: &str) -> String {
    if nearest.is_empty() { ".".to_owned() } else { format!("; did you mean {nearest}?") }
}
