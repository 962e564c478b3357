use super::Ruleset;
use crate::{Compensation, End, Error, Ko, Score, Scoring, Suicide};

/// A ruleset in the making. [`build`](RulesetBuilder::build) checks it.
#[derive(Clone, Debug)]
#[must_use]
pub struct RulesetBuilder {
    pub(super) rules: Ruleset,
    /// What was asked for, to tell it from what a ruleset has anyway.
    pub(super) scoring: Option<Scoring>,
    pub(super) compensation: Option<Compensation>,
}

impl RulesetBuilder {
    /// With this ko rule.
    pub fn ko(mut self, ko: Ko) -> RulesetBuilder {
        self.rules.ko = ko;
        self
    }

    /// With this suicide rule.
    pub fn suicide(mut self, suicide: Suicide) -> RulesetBuilder {
        self.rules.suicide = suicide;
        self
    }

    /// With this scoring. Where only winning counts there is none to ask for.
    pub fn scoring(mut self, scoring: Scoring) -> RulesetBuilder {
        (self.rules.scoring, self.scoring) = (scoring, Some(scoring));
        self
    }

    /// With this end.
    pub fn end(mut self, end: End) -> RulesetBuilder {
        self.rules.end = end;
        self
    }

    /// With Ikeda's rule, or without.
    pub fn ikeda(mut self, ikeda: bool) -> RulesetBuilder {
        self.rules.ikeda = ikeda;
        self
    }

    /// With so many handicap stones.
    pub fn handicap(mut self, stones: u8) -> RulesetBuilder {
        self.rules.handicap = stones;
        self
    }

    /// With this compensation for handicap stones; there must be some.
    pub fn compensation(mut self, compensation: Compensation) -> RulesetBuilder {
        (self.rules.compensation, self.compensation) = (compensation, Some(compensation));
        self
    }

    /// With this komi.
    pub fn komi(mut self, komi: Score) -> RulesetBuilder {
        self.rules.komi = komi;
        self
    }

    /// With this worth of a game without a result.
    pub fn no_result(mut self, worth: Score) -> RulesetBuilder {
        self.rules.no_result = worth;
        self
    }

    /// With what White would be given if there were handicap stones. Published rulesets say so
    /// whether there are stones or not; [`compensation`](RulesetBuilder::compensation) is for a game
    /// that has them.
    pub fn standing_compensation(mut self, compensation: Compensation) -> RulesetBuilder {
        self.rules.compensation = compensation;
        self
    }

    /// The ruleset.
    ///
    /// # Errors
    /// [`Error::Contradiction`] if its parts contradict each other, with the reason.
    pub fn build(self) -> Result<Ruleset, Error> {
        let rules = self.rules.checked()?;
        if let (Some(scoring), true) = (self.scoring, rules.win_or_loss()) {
            let rule =
                if rules.ko.win_or_loss() { rules.ko.to_string() } else { format!("end {}", rules.end) };
            return Err(Error::Contradiction(format!(
                "scoring {scoring} does not apply under {rule}: only winning counts there, nothing is counted"
            )));
        }
        match self.compensation {
            Some(compensation) if compensation != Compensation::None && rules.handicap == 0 => {
                Err(Error::Contradiction(format!(
                    "compensation {compensation} is for handicap stones, and there are none"
                )))
            }
            _ => Ok(rules),
        }
    }
}
