use kosolver_rules::{Game, Score};
use kosolver_search::{Outcome, Value};
use serde::{Deserialize, Serialize};

/// The komi at which a game would be even.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum FairKomi {
    /// This one.
    Of(Score),
    /// Any from the first to the second: then neither player can avoid that there is no result.
    Between(Score, Score),
}

impl FairKomi {
    /// What two players would settle on who divide and choose (one names a komi, the other takes a
    /// colour) or bid for Black: the value and komi together.
    ///
    /// A game that always ends with a score is worth a point less with each point of komi, so at that komi
    /// it is worth 0. Under Kee's mean the score is m − komi too, m being the mean of the scoring positions,
    /// but 0 at any komi if there are none. Yet let v be the value at komi k. The play by which Black gets at
    /// least v at k gets him at least 0 at k + v: a score m − k ≥ v has become m − k − v ≥ 0, and a draw is 0
    /// as it was. In the same way White keeps him to 0. So k + v is fair. The same argument holds of
    /// long cycles, if no result is worth 0: a cycle won is above, a cycle lost below all that counts.
    ///
    /// Where play can go on for ever the value at komi k is max(L − k, min(U − k, c)), c being what no result
    /// is worth. If c is 0 that is 0 for k from L to U; if c < 0, at L alone; if c > 0, at U alone.
    ///
    /// `None` where only winning counts; where scores are added up, komi with them; and where long cycles
    /// have no result that is the value or not worth 0: then other komis may be fair too, or none.
    pub fn of(game: &Game, value: &Value) -> Option<FairKomi> {
        let rules = game.rules();
        // A sum of scores has no bounds.
        let adds_up = rules.ko().combines_scores() && game.score_range().is_none();
        if rules.win_or_loss() || adds_up {
            return None;
        }
        if let Some((lower, upper)) = value.bounds {
            let (lower, upper) = (lower + rules.komi(), upper + rules.komi());
            return Some(if rules.no_result() < Score::ZERO || lower == upper {
                FairKomi::Of(lower)
            } else if rules.no_result() > Score::ZERO {
                FairKomi::Of(upper)
            } else {
                FairKomi::Between(lower, upper)
            });
        }
        if rules.long_cycle() && (rules.no_result() != Score::ZERO || value.outcome == Outcome::NoResult) {
            return None;
        }
        Some(FairKomi::Of(value.worth + rules.komi()))
    }
}

impl std::fmt::Display for FairKomi {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            FairKomi::Of(komi) => write!(f, "{komi}"),
            FairKomi::Between(lower, upper) => write!(f, "any from {lower} to {upper}"),
        }
    }
}
