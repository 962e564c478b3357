use std::fmt;
use std::str::FromStr;

use kosolver_board::Colour;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::{Compensation, End, Error, Ko, Outcome, Score, Scoring, Suicide};

/// A complete set of rules.
///
/// As text it is `ko=psk suicide=forbidden scoring=area komi=0 no-result=0`, then what is not as
/// usual of `end=agreement ikeda=yes handicap=2 compensation=K-1`; fields may be left out, and `psk`
/// alone is the ko rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ruleset {
    /// The ko rule.
    pub ko: Ko,
    /// The suicide rule.
    pub suicide: Suicide,
    /// What is counted at the end.
    pub scoring: Scoring,
    /// How a game ends.
    pub end: End,
    /// Ikeda's rule: if White makes the first pass of the game, Black gets a point less. Under
    /// equivalence scoring: that pass hands over no stone.
    pub ikeda: bool,
    /// How many stones Black places before White's first move.
    pub handicap: u8,
    /// What White is given for them.
    pub compensation: Compensation,
    /// What White is given besides: it is subtracted from the score.
    pub komi: Score,
    /// What a game without a result is worth to Black. Under rules that always end it is 0.
    pub no_result: Score,
}

impl Ruleset {
    /// This ko rule, area scoring, no suicide, no handicap, no komi, no result worth 0.
    pub fn new(ko: Ko) -> Ruleset {
        Ruleset {
            ko,
            suicide: Suicide::Forbidden,
            scoring: Scoring::Area,
            end: End::TwoPasses,
            ikeda: false,
            handicap: 0,
            compensation: Compensation::None,
            komi: Score::ZERO,
            no_result: Score::ZERO,
        }
    }

    /// Every reading of every ko rule with every scoring, end and Ikeda's rule that do not
    /// contradict it.
    pub fn kinds() -> Vec<Ruleset> {
        let mut kinds = Vec::new();
        for ko in Ko::all().flat_map(Ko::readings) {
            for scoring in Scoring::ALL {
                for end in End::ALL {
                    let rules = Ruleset { scoring, end, ..Ruleset::new(ko) };
                    kinds.extend([rules, Ruleset { ikeda: true, ..rules }]);
                }
            }
        }
        kinds.retain(|rules| rules.checked().is_ok());
        kinds
    }

    /// Whether play can go on for ever.
    pub fn endless(&self) -> bool {
        self.ko.endless() && !self.long_cycle()
    }

    /// Whether play ends when a situation comes again, by the long-cycle rule: under simple ko with
    /// territory scoring.
    pub fn long_cycle(&self) -> bool {
        self.ko.endless() && self.scoring == Scoring::Territory
    }

    /// Whether a game can be without a result.
    pub fn may_have_no_result(&self) -> bool {
        self.ko.endless()
    }

    /// Whether the outcome is only who wins, not by how much.
    pub fn win_or_loss(&self) -> bool {
        self.ko.win_or_loss() || self.end.win_or_loss()
    }

    /// Whether the final position alone is scored, by area, after two passes, and nothing comes
    /// before the first move: what tablebases know.
    pub fn is_plain(&self) -> bool {
        self.scoring == Scoring::Area && self.end == End::TwoPasses && !self.ikeda && self.handicap == 0
    }

    /// Checks that the fields do not contradict each other.
    ///
    /// # Errors
    /// [`Error::Contradiction`], with the reason.
    pub fn checked(self) -> Result<Ruleset, Error> {
        let fault = |text: String| Err(Error::Contradiction(text));
        for (name, score) in [("komi", self.komi), ("the value of no result", self.no_result)] {
            if score.abs() > Score::points(1000) || score.denominator() > 100 {
                return fault(format!(
                    "{name} {score} is out of range: write one of at most 1000 points, in hundredths at the finest"
                ));
            }
        }
        let Ruleset { ko, scoring, end, .. } = self;
        if end != End::TwoPasses && ko.has_own_end() {
            return fault(format!("end {end} does not apply under {ko}: there {}", ko.end()));
        }
        if self.win_or_loss() {
            let rule = if ko.win_or_loss() { ko.to_string() } else { format!("end {end}") };
            let given = [
                (self.komi != Score::ZERO, format!("komi {}", self.komi), "so komi must be 0"),
                (scoring != Scoring::Area, format!("scoring {scoring}"), "nothing is counted"),
                (self.ikeda, "Ikeda's rule".to_owned(), "nothing is counted"),
                (
                    self.compensation != Compensation::None,
                    format!("compensation {}", self.compensation),
                    "nothing is counted",
                ),
            ];
            if let Some((_, field, reason)) = given.into_iter().find(|(given, ..)| *given) {
                return fault(format!(
                    "{field} does not apply under {rule}: only winning counts there, {reason}"
                ));
            }
            if ko.endless() {
                return fault(format!(
                    "end {end} does not apply under {ko}: play could go on for ever and nobody be without a move; use a superko or fixed ko"
                ));
            }
        }
        if ko.combines_scores() && scoring.counts_prisoners() {
            return fault(format!(
                "scoring {scoring} does not apply under {ko}: its score is made of positions, and prisoners belong to none; use area or stones"
            ));
        }
        if self.ikeda && (ko.combines_scores() || !matches!(scoring, Scoring::Area | Scoring::Equivalence)) {
            return fault(format!(
                "Ikeda's rule does not apply under ko={ko} scoring={scoring}: it belongs to area and equivalence scoring of one final position"
            ));
        }
        if scoring == Scoring::Territory && ko.endless() && !ko.bans_retaking() {
            return fault(format!(
                "scoring territory does not apply under {ko}: prisoners could be taken for ever; use basic, where a long cycle ends the game, or a superko"
            ));
        }
        if self.long_cycle() && end == End::Agreement {
            return fault(format!(
                "end {end} does not apply under ko={ko} scoring={scoring}: the two passes that open the agreement phase make a situation come again, which ends the game"
            ));
        }
        if !self.may_have_no_result() && self.no_result != Score::ZERO {
            return fault(format!(
                "a value of no result does not apply under {ko}: every game ends there; it applies under none and basic"
            ));
        }
        if self.handicap > MOST_HANDICAP {
            return fault(format!(
                "{} handicap stones are too many: write at most {MOST_HANDICAP}",
                self.handicap
            ));
        }
        Ok(self)
    }

    /// The ruleset for people: as its text, without a value of no result where every game has one.
    pub fn in_words(&self) -> String {
        let text = self.to_string();
        if self.may_have_no_result() {
            text
        } else {
            text.replace(&format!(" no-result={}", self.no_result), "")
        }
    }

    /// What is counted at the end: the scoring, or `win-loss`.
    pub fn counted(&self) -> String {
        if self.win_or_loss() { "win-loss".to_owned() } else { self.scoring.to_string() }
    }

    /// How a game has ended that has a result, worth so much.
    pub(crate) fn result(&self, score: Score) -> Outcome {
        match (self.win_or_loss() || score.abs() == Score::WIN, score > Score::ZERO) {
            (false, _) => Outcome::Score(score),
            (true, true) => Outcome::Win(Colour::Black),
            (true, false) => Outcome::Win(Colour::White),
        }
    }

    /// How a game ends, in words.
    pub fn end_in_words(&self) -> &'static str {
        if self.ko.has_own_end() { self.ko.end() } else { self.end.in_words() }
    }
}

/// One stone less than the largest board has points.
const MOST_HANDICAP: u8 = 63;

impl fmt::Display for Ruleset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "ko={} suicide={} scoring={} komi={} no-result={}",
            self.ko,
            self.suicide,
            self.counted(),
            self.komi,
            self.no_result
        )?;
        if self.end != End::TwoPasses {
            write!(f, " end={}", self.end)?;
        }
        if self.ikeda {
            write!(f, " ikeda=yes")?;
        }
        if self.handicap != 0 {
            write!(f, " handicap={}", self.handicap)?;
        }
        if self.compensation != Compensation::None {
            write!(f, " compensation={}", self.compensation)?;
        }
        Ok(())
    }
}

impl FromStr for Ruleset {
    type Err = Error;

    fn from_str(text: &str) -> Result<Ruleset, Error> {
        if text.contains(',') && text.contains('=') {
            return Err(Error::Comma(text.to_owned()));
        }
        let mut given: Vec<(&str, &str)> = Vec::new();
        for word in text.split_whitespace() {
            let (field, value) = word.split_once('=').unwrap_or(("ko", word));
            if given.iter().any(|(other, _)| *other == field) {
                return Err(Error::Contradiction(format!("'{text}' gives {field} twice")));
            }
            given.push((field, value));
        }
        let missing = || Error::NoKo(text.to_owned());
        let ko = given.iter().find(|(field, _)| *field == "ko").ok_or_else(missing)?.1.parse()?;
        let mut rules = Ruleset::new(ko);
        let mut win_loss = None;
        for (field, value) in given {
            match field {
                "ko" => {}
                "suicide" => rules.suicide = value.parse()?,
                "scoring" => {
                    win_loss = Some(value == "win-loss");
                    if value != "win-loss" {
                        rules.scoring = value.parse()?;
                    }
                }
                "end" => rules.end = value.parse()?,
                "ikeda" => {
                    rules.ikeda = match value {
                        "yes" => true,
                        "no" => false,
                        _ => return Err(Error::YesNo(value.to_owned())),
                    }
                }
                "handicap" => {
                    rules.handicap = value.parse().map_err(|_| Error::Handicap(value.to_owned()))?;
                }
                "compensation" => rules.compensation = value.parse()?,
                "komi" => rules.komi = value.parse()?,
                "no-result" => rules.no_result = value.parse()?,
                _ => return Err(Error::Field(format!("{field}={value}"))),
            }
        }
        let rules = rules.checked()?;
        match win_loss {
            Some(win_loss) if win_loss != rules.win_or_loss() => Err(Error::Contradiction(format!(
                "scoring={} does not apply under {}: its scoring is {}",
                if win_loss { "win-loss".to_owned() } else { rules.scoring.to_string() },
                rules.ko,
                rules.counted()
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
