use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::{Error, Ko, Score, Suicide};

/// A complete set of rules: ko rule (and with it the end of the game), suicide rule, area
/// scoring with komi, and the value given to a game that has no result.
///
/// As text it is `ko=psk suicide=forbidden scoring=area komi=0 no-result=0`; fields may be left
/// out, and `psk` alone is the ko rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ruleset {
    /// The ko rule.
    pub ko: Ko,
    /// The suicide rule.
    pub suicide: Suicide,
    /// What White is given: it is subtracted from the area score.
    pub komi: Score,
    /// What a game without a result is worth to Black. Under rules that always end it is 0.
    pub no_result: Score,
}

impl Ruleset {
    /// This ko rule, no suicide, no komi, no result worth 0.
    pub fn new(ko: Ko) -> Ruleset {
        Ruleset { ko, suicide: Suicide::Forbidden, komi: Score::ZERO, no_result: Score::ZERO }
    }

    /// Checks that the fields do not contradict each other.
    ///
    /// # Errors
    /// [`Error::Contradiction`] for a komi where only winning counts, a value of no result where
    /// every game has one, and either beyond 1000 points or finer than a hundredth.
    pub fn checked(self) -> Result<Ruleset, Error> {
        let fault = |text: String| Err(Error::Contradiction(text));
        for (name, score) in [("komi", self.komi), ("the value of no result", self.no_result)] {
            if score.abs() > Score::points(1000) || score.denominator() > 100 {
                return fault(format!(
                    "{name} {score} is out of range: write one of at most 1000 points, in hundredths at the finest"
                ));
            }
        }
        if self.ko.win_or_loss() && self.komi != Score::ZERO {
            return fault(format!(
                "komi {} does not apply under {}: only winning counts there, so komi must be 0",
                self.komi, self.ko
            ));
        }
        if !self.ko.endless() && self.no_result != Score::ZERO {
            return fault(format!(
                "a value of no result does not apply under {}: every game ends there; it applies under none and basic",
                self.ko
            ));
        }
        Ok(self)
    }

    /// The ruleset for people: as its text, without a value of no result where every game has one.
    pub fn in_words(&self) -> String {
        let text = self.to_string();
        match text.split_once(" no-result=") {
            Some((rest, _)) if !self.ko.endless() => rest.to_owned(),
            _ => text,
        }
    }

    /// What is counted at the end.
    pub fn scoring(&self) -> &'static str {
        if self.ko.win_or_loss() { "win-loss" } else { "area" }
    }
}

impl fmt::Display for Ruleset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "ko={} suicide={} scoring={} komi={} no-result={}",
            self.ko,
            self.suicide,
            self.scoring(),
            self.komi,
            self.no_result
        )
    }
}

impl FromStr for Ruleset {
    type Err = Error;

    fn from_str(text: &str) -> Result<Ruleset, Error> {
        let mut ko = None;
        let (mut suicide, mut komi, mut no_result) = (Suicide::Forbidden, Score::ZERO, Score::ZERO);
        let mut scoring = None;
        let mut given: Vec<&str> = Vec::new();
        for word in text.split_whitespace() {
            let (field, value) = word.split_once('=').unwrap_or(("ko", word));
            if given.contains(&field) {
                return Err(Error::Contradiction(format!("'{text}' gives {field} twice")));
            }
            given.push(field);
            match field {
                "ko" => ko = Some(value.parse()?),
                "suicide" => suicide = value.parse()?,
                "komi" => komi = value.parse()?,
                "no-result" => no_result = value.parse()?,
                "scoring" => scoring = Some(value),
                _ => return Err(Error::Field(word.to_owned())),
            }
        }
        let ko = ko.ok_or_else(|| Error::Field(text.to_owned()))?;
        let rules = Ruleset { ko, suicide, komi, no_result }.checked()?;
        match scoring {
            Some(name) if name != rules.scoring() => Err(Error::Contradiction(format!(
                "scoring={name} does not apply under {ko}: its scoring is {}",
                rules.scoring()
            ))),
            _ => Ok(rules),
        }
    }
}

impl Serialize for Ruleset {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Ruleset {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Ruleset, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}
