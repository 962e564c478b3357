use kosolver_rules::language::Ending;
use kosolver_rules::{Game, Outcome, Score};
use kosolver_search::{Error, Meter, Request, Value, solve};
use serde::{Deserialize, Serialize};

/// The komi at which a game would be even: best play is worth 0 to Black, where a game without a
/// result is worth what the ruleset says.
///
/// As JSON it is a score, an array of two (the ends of an interval, null where it has no end), or an
/// empty array.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Form", into = "Form")]
pub enum FairKomi {
    /// This one.
    Of(Score),
    /// Any from the first to the second, without a limit where there is none: between them neither
    /// player can avoid that there is no result, or a draw without a scoring position, which is worth 0.
    Between(Option<Score>, Option<Score>),
    /// None: at every komi a player gets at least that there is no result, which is worth more than
    /// 0 to him.
    Never,
}

impl FairKomi {
    /// What two players would settle on who divide and choose (one names a komi, the other takes a
    /// colour) or bid for Black: the value and komi together.
    ///
    /// A game that always ends with a score is worth a point less with each point of komi, so at that komi
    /// it is worth 0. The same holds of long cycles, if no result is worth 0: a cycle won is above, a cycle
    /// lost below all that counts; there other komis may be fair besides.
    ///
    /// Where play can go on for ever the value at komi k is max(L − k, min(U − k, c)), c being what no result
    /// is worth, with L = −∞ if Black can force no end, and U = ∞ if White can force none. If c = 0
    /// that is 0 for all k from L to U. If c < 0, then min(U − k, c) < 0, so it is 0 where L = k alone. If
    /// c > 0, it is 0 where min(U − k, c) = 0 ≥ L − k, that is, where U = k, or where L = k and U ≤ k,
    /// which is the same since L ≤ U. So with L = −∞ or U = ∞ there may be none.
    ///
    /// `None` where only winning counts, or plays end games other than by points; under Kee's rule, see
    /// [`FairKomi::searched`]; and where long cycles have no result that is the value or not worth 0: then other
    /// komis may be fair too, or none.
    pub fn of(game: &Game, value: &Value) -> Option<FairKomi> {
        let rules = game.rules();
        // Where plays end games other than by points, komi changes only some of the scores.
        let other = rules.ko().has_ending(&|ending| ending != Ending::Scored);
        if rules.win_or_loss() || rules.ko().combines_scores() || other {
            return None;
        }
        if let Some((lower, upper)) = value.bounds {
            let [black_ends, white_ends] = value.ends;
            let lower = black_ends.then_some(lower + rules.komi());
            let upper = white_ends.then_some(upper + rules.komi());
            return Some(match rules.no_result().cmp(&Score::ZERO) {
                std::cmp::Ordering::Less => lower.map_or(FairKomi::Never, FairKomi::Of),
                std::cmp::Ordering::Greater => upper.map_or(FairKomi::Never, FairKomi::Of),
                std::cmp::Ordering::Equal => FairKomi::between(lower, upper),
            });
        }
        if rules.long_cycle() && (rules.no_result() != Score::ZERO || value.outcome == Outcome::NoResult) {
            return None;
        }
        Some(FairKomi::Of(value.worth + rules.komi()))
    }

    /// The same of what was asked for and its value, also under Kee's mean. There the score is m − k, m being
    /// the mean of the scoring positions and k the komi, but 0 at any komi if there are none. As where play
    /// can go on for ever the value at k is max(L − k, min(U − k, 0)), where L is the largest mean that Black
    /// can force, and U the largest if he may force a draw without scoring positions instead. So all komis
    /// from L to U are fair. A value above 0 tells L, and one below 0 tells U. The value at a komi below all
    /// means is L less that komi, or it is 0, and then no mean can be forced and L = −∞; at a komi above all
    /// means it tells U.
    ///
    /// `None` under Kee's rule where scores are added up, komi with them.
    ///
    /// # Errors
    /// Those of the searches at other komis.
    pub fn searched(request: &Request, value: &Value, meter: &Meter) -> Result<Option<FairKomi>, Error> {
        let game = request.game();
        // A sum of scores has no range.
        let (true, Some((low, high))) = (game.rules().ko().combines_scores(), game.score_range()) else {
            return Ok(FairKomi::of(game, value));
        };
        let komi = game.rules().komi();
        let end = |known: bool, far: Score| -> Result<Option<Score>, Error> {
            if known {
                return Ok(Some(komi + value.worth));
            }
            let worth = solve(&request.at_komi(far)?, meter)?.value.worth;
            Ok((worth != Score::ZERO).then_some(far + worth))
        };
        let lower = end(value.worth > Score::ZERO, komi + low - Score::points(1))?;
        let upper = end(value.worth < Score::ZERO, komi + high + Score::points(1))?;
        Ok(Some(FairKomi::between(lower, upper)))
    }

    fn between(lower: Option<Score>, upper: Option<Score>) -> FairKomi {
        match (lower, upper) {
            (Some(komi), Some(same)) if komi == same => FairKomi::Of(komi),
            (lower, upper) => FairKomi::Between(lower, upper),
        }
    }

    /// Whether a komi is one of them.
    pub fn contains(&self, komi: Score) -> bool {
        match *self {
            FairKomi::Of(one) => komi == one,
            FairKomi::Between(lower, upper) => {
                lower.is_none_or(|lower| lower <= komi) && upper.is_none_or(|upper| komi <= upper)
            }
            FairKomi::Never => false,
        }
    }
}

impl std::fmt::Display for FairKomi {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            FairKomi::Of(komi) => write!(f, "{komi}"),
            FairKomi::Between(Some(lower), Some(upper)) => write!(f, "any from {lower} to {upper}"),
            FairKomi::Between(None, Some(upper)) => write!(f, "any up to {upper}"),
            FairKomi::Between(Some(lower), None) => write!(f, "any from {lower} up"),
            FairKomi::Between(None, None) => f.write_str("any"),
            FairKomi::Never => f.write_str("none"),
        }
    }
}

#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum Form {
    One(Score),
    Ends(Option<Score>, Option<Score>),
    Nothing([Score; 0]),
}

impl From<Form> for FairKomi {
    fn from(form: Form) -> FairKomi {
        match form {
            Form::One(komi) => FairKomi::Of(komi),
            Form::Ends(lower, upper) => FairKomi::Between(lower, upper),
            Form::Nothing([]) => FairKomi::Never,
        }
    }
}

impl From<FairKomi> for Form {
    fn from(komi: FairKomi) -> Form {
        match komi {
            FairKomi::Of(komi) => Form::One(komi),
            FairKomi::Between(lower, upper) => Form::Ends(lower, upper),
            FairKomi::Never => Form::Nothing([]),
        }
    }
}
