use kosolver_rules::{Compensation, End, Error, Ko, Ruleset, Score};
use minijinja::context;
use minijinja::value::{Serde, Value};
use serde::{Deserialize, Serialize};

/// A ruleset spelled out in full.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rules {
    /// Name of the ko rule, with its reading if it has several.
    pub ko: String,
    /// The ko rule in a sentence.
    pub prohibition: String,
    /// How the game ends, and where the ko rule says so, how it is scored.
    pub end: String,
    /// `forbidden`, `multi-stone` or `allowed`.
    pub suicide: String,
    /// `area`, `stones`, `territory` or `equivalence`, or `win-loss` where only winning counts.
    pub scoring: String,
    /// Whether a first pass by White costs Black a point (Ikeda's rule); left out if not.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub ikeda: bool,
    /// Stones that Black places before White's first move; left out if none.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub handicap: u8,
    /// What White is given for K handicap stones: `K-1` or `K`; left out if nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub compensation: Option<String>,
    /// What is subtracted from Black's score.
    pub komi: Score,
    /// What a game without a result is worth to Black; only where there can be such games.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub no_result: Option<Score>,
}

fn is_zero(number: &u8) -> bool {
    *number == 0
}

/// Where only winning counts.
const WIN_LOSS: &str = "win-loss";

impl Rules {
    /// This ruleset, spelled out.
    pub fn of(rules: &Ruleset) -> Rules {
        Rules {
            ko: rules.ko().name().to_owned(),
            prohibition: rules.ko().sentence().to_owned(),
            end: rules.end_in_words().to_owned(),
            suicide: rules.suicide().to_string(),
            scoring: rules.counted(),
            ikeda: rules.ikeda(),
            handicap: rules.handicap(),
            compensation: (rules.compensation() != Compensation::None)
                .then(|| rules.compensation().to_string()),
            komi: rules.komi(),
            no_result: rules.may_have_no_result().then_some(rules.no_result()),
        }
    }

    /// The ruleset that is spelled out here.
    ///
    /// # Errors
    /// Those of reading names of rules, and [`Error::Contradiction`] if its parts contradict each
    /// other.
    pub fn ruleset(&self) -> Result<Ruleset, Error> {
        let ko: Ko = self.ko.parse()?;
        let mut rules = Ruleset::with(ko)
            .suicide(self.suicide.parse()?)
            .ikeda(self.ikeda)
            .handicap(self.handicap)
            .komi(self.komi)
            .no_result(self.no_result.unwrap_or(Score::ZERO));
        if self.scoring != WIN_LOSS {
            rules = rules.scoring(self.scoring.parse()?);
        }
        let end = End::ALL.into_iter().find(|end| end.in_words() == self.end);
        if let Some(end) = end.filter(|_| !ko.has_own_end()) {
            rules = rules.end(end);
        }
        if let Some(compensation) = &self.compensation {
            rules = rules.standing_compensation(compensation.parse()?);
        }
        rules.build()
    }

    /// What is counted, in sentences.
    pub fn counting(&self) -> String {
        let ikeda = if self.ikeda { ", a first pass of the game by White costs Black a point" } else { "" };
        let handicap = match (self.handicap, &self.compensation) {
            (0, _) => String::new(),
            (stones, None) => format!(" Black places {stones} handicap stone(s)."),
            (stones, Some(given)) => {
                format!(" Black places {stones} handicap stone(s), and White is given {given} points.")
            }
        };
        let no_result = match self.no_result {
            Some(score) => format!(" No result is worth {score}."),
            None => String::new(),
        };
        format!(
            "Scoring: {}{ikeda}, komi {}. Suicide: {}.{handicap}{no_result}",
            self.scoring, self.komi, self.suicide
        )
    }
}

/// Which rules a result is about: a ko rule under area scoring, or a whole ruleset.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct RulesName {
    /// The ko rule.
    pub ko: String,
    /// The name of the ruleset: that of a preset, or its text. Left out where a ko rule alone was
    /// asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ruleset: Option<String>,
}

impl RulesName {
    /// The name of the ruleset, or of the ko rule if that alone was asked for.
    pub fn name(&self) -> &str {
        self.ruleset.as_deref().unwrap_or(&self.ko)
    }
}

/// A ruleset of a comparison or a survey, spelled out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NamedRules {
    /// What it is called; left out where a ko rule alone was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The rules.
    #[serde(flatten)]
    pub rules: Rules,
}

impl NamedRules {
    /// The name of the ruleset, or of the ko rule if that alone was asked for.
    pub fn name(&self) -> &str {
        self.name.as_deref().unwrap_or(&self.rules.ko)
    }

    /// As pages list it: what is counted is left out where a page says it of all rules at once.
    pub(crate) fn view(&self) -> Value {
        let more = if self.name.is_some() { format!(" {}", self.rules.counting()) } else { String::new() };
        context! { name => self.name.as_deref(), more, ..Serde(&self.rules) }
    }
}
