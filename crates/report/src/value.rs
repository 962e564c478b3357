use std::fmt;

use kosolver_board::Colour;
use kosolver_rules::{Outcome, Score};
use kosolver_search::Value;
use serde::{Deserialize, Serialize};

/// How a game ends under best play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// With a score.
    Score,
    /// Without a result: endless play is best for both.
    NoResult,
    /// The player to move at the start wins (rules without a score).
    FirstPlayerWins,
    /// The player to move at the start loses (rules without a score).
    FirstPlayerLoses,
    /// Not known: the search took more nodes than it may.
    Unsolved,
}

impl Verdict {
    fn of(outcome: Outcome, first: Colour) -> Verdict {
        match outcome {
            Outcome::Score(_) => Verdict::Score,
            Outcome::NoResult => Verdict::NoResult,
            Outcome::Win(winner) if winner == first => Verdict::FirstPlayerWins,
            Outcome::Win(_) => Verdict::FirstPlayerLoses,
        }
    }
}

impl fmt::Display for Verdict {
    /// As records have it, as in `no-result`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.serialize(f)
    }
}

/// A value as it is published.
///
/// ```
/// use kosolver_board::Colour;
/// use kosolver_report::ValueRecord;
///
/// let won: ValueRecord = serde_json::from_str(r#"{"result":"first-player-wins","winner":"black"}"#)?;
/// assert_eq!((won.score, won.winner), (None, Some(Colour::Black)));
/// assert!(!serde_json::to_string(&won)?.contains("score"));
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Fields", into = "Fields")]
pub struct ValueRecord {
    /// Black's score; nothing if there is no result, and where only winning counts.
    pub score: Option<Score>,
    /// What kind of value it is.
    pub result: Verdict,
    /// Who wins where only winning counts.
    pub winner: Option<Colour>,
    /// What Black can force if endless play is the worst for him.
    pub lower: Option<Score>,
    /// What Black can force if endless play is the best for him.
    pub upper: Option<Score>,
    /// Who cannot force the game to end, so that the bound that is his is none: Black, whose is
    /// `lower`, and White, whose is `upper`. Left out where both can.
    pub cannot_end: CannotEnd,
}

/// The fields of a value as they are written. Where only winning counts there is no field `score`;
/// where there is no result it is null.
#[derive(Clone, Copy, Serialize, Deserialize)]
struct Fields {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    score: Option<Option<Score>>,
    result: Verdict,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    winner: Option<Colour>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    lower: Option<Score>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    upper: Option<Score>,
    #[serde(default, skip_serializing_if = "CannotEnd::is_empty")]
    cannot_end: CannotEnd,
}

impl From<Fields> for ValueRecord {
    fn from(fields: Fields) -> ValueRecord {
        let Fields { score, result, winner, lower, upper, cannot_end } = fields;
        ValueRecord { score: score.flatten(), result, winner, lower, upper, cannot_end }
    }
}

impl From<ValueRecord> for Fields {
    fn from(record: ValueRecord) -> Fields {
        let ValueRecord { score, result, winner, lower, upper, cannot_end } = record;
        Fields { score: winner.is_none().then_some(score), result, winner, lower, upper, cannot_end }
    }
}

/// The players who cannot force a game to end: a list of colours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Vec<Colour>", into = "Vec<Colour>")]
pub struct CannotEnd {
    black: bool,
    white: bool,
}

impl CannotEnd {
    fn is_empty(&self) -> bool {
        *self == CannotEnd::default()
    }

    /// Whether a player cannot.
    pub fn has(self, player: Colour) -> bool {
        match player {
            Colour::Black => self.black,
            Colour::White => self.white,
        }
    }
}

impl From<Vec<Colour>> for CannotEnd {
    fn from(players: Vec<Colour>) -> CannotEnd {
        CannotEnd { black: players.contains(&Colour::Black), white: players.contains(&Colour::White) }
    }
}

impl From<CannotEnd> for Vec<Colour> {
    fn from(players: CannotEnd) -> Vec<Colour> {
        Colour::BOTH.into_iter().filter(|player| players.has(*player)).collect()
    }
}

impl ValueRecord {
    /// A value that is not known.
    pub const UNSOLVED: ValueRecord = ValueRecord {
        score: None,
        result: Verdict::Unsolved,
        winner: None,
        lower: None,
        upper: None,
        cannot_end: CannotEnd { black: false, white: false },
    };

    /// The value of a game that this player starts.
    pub fn of(value: &Value, first: Colour) -> ValueRecord {
        let result = Verdict::of(value.outcome, first);
        ValueRecord {
            score: (result == Verdict::Score).then_some(value.worth),
            result,
            winner: match value.outcome {
                Outcome::Win(winner) => Some(winner),
                Outcome::Score(_) | Outcome::NoResult => None,
            },
            lower: value.bounds.map(|(lower, _)| lower),
            upper: value.bounds.map(|(_, upper)| upper),
            cannot_end: CannotEnd { black: !value.ends[0], white: !value.ends[1] },
        }
    }

    /// How a game ends that has this value.
    pub fn outcome(&self) -> Outcome {
        match (self.winner, self.score) {
            (Some(winner), _) => Outcome::Win(winner),
            (None, Some(score)) => Outcome::Score(score),
            (None, None) => Outcome::NoResult,
        }
    }

    /// What it is worth to Black where it is compared: the score, or ±1 where only winning counts;
    /// nothing if there is no result.
    pub fn worth(&self) -> Option<Score> {
        let won = self.winner.map(|winner| Score::points(if winner == Colour::Black { 1 } else { -1 }));
        self.score.or(won)
    }

    /// What each player can force where play can go on for ever, in words; nothing where it cannot.
    pub fn bounds_in_words(&self) -> Option<String> {
        let (lower, upper) = (self.lower?, self.upper?);
        let cannot = |player| self.cannot_end.has(player);
        Some(match (cannot(Colour::Black), cannot(Colour::White)) {
            (false, false) => format!("Black can force {lower}; {upper} if endless play is his"),
            (true, false) => format!("Black can force no end of the game; {upper} if endless play is his"),
            (false, true) => format!("Black can force {lower}; White can force no end of the game"),
            (true, true) => "neither player can force the game to end".to_owned(),
        })
    }

    /// Its columns in a spreadsheet, with their names.
    pub(crate) fn columns(&self) -> [(&'static str, String); 5] {
        let score = |score: Option<Score>| score.map(|score| score.to_string()).unwrap_or_default();
        [
            ("result", self.result.to_string()),
            ("score", score(self.score)),
            ("winner", self.winner.map(|winner| winner.to_string()).unwrap_or_default()),
            ("lower", score(self.lower)),
            ("upper", score(self.upper)),
        ]
    }

    /// The value in a word: a score, `NR`, who wins, or `?` if it is not known.
    pub fn headline(&self) -> String {
        match (self.result, self.score) {
            (Verdict::Unsolved, _) => "?".to_owned(),
            (Verdict::FirstPlayerWins, _) => "first wins".to_owned(),
            (Verdict::FirstPlayerLoses, _) => "first loses".to_owned(),
            (Verdict::Score, Some(score)) => score.to_string(),
            _ => "NR".to_owned(),
        }
    }
}
