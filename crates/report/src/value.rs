use kosolver_board::Colour;
use kosolver_rules::Score;
use kosolver_search::{Outcome, Value};
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

    /// The verdict as records have it, as in `no-result`.
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Score => "score",
            Verdict::NoResult => "no-result",
            Verdict::FirstPlayerWins => "first-player-wins",
            Verdict::FirstPlayerLoses => "first-player-loses",
            Verdict::Unsolved => "unsolved",
        }
    }
}

/// A value as it is published.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ValueRecord {
    /// Black's score, or ±1 where only winning counts; nothing if there is no result.
    pub score: Option<Score>,
    /// What kind of value it is.
    pub result: Verdict,
    /// What Black can force if endless play is the worst for him.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lower: Option<Score>,
    /// What Black can force if endless play is the best for him.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub upper: Option<Score>,
}

impl ValueRecord {
    /// A value that is not known.
    pub const UNSOLVED: ValueRecord =
        ValueRecord { score: None, result: Verdict::Unsolved, lower: None, upper: None };

    /// The value of a game that this player starts.
    pub fn of(value: &Value, first: Colour) -> ValueRecord {
        let result = Verdict::of(value.outcome, first);
        ValueRecord {
            score: (result != Verdict::NoResult).then_some(value.worth),
            result,
            lower: value.bounds.map(|(lower, _)| lower),
            upper: value.bounds.map(|(_, upper)| upper),
        }
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
