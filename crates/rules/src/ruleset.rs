mod builder;

use std::fmt;
use std::str::FromStr;

use kosolver_board::{Colour, quoted, shortened};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

pub use self::builder::RulesetBuilder;
use crate::language::Ending;
use crate::{Compensation, End, Error, Ko, Outcome, Score, Scoring, Suicide};

/// A complete set of rules.
///
/// As text it is `ko=psk suicide=forbidden scoring=area komi=0 no-result=0`, then what is not as
/// usual of `end=agreement ikeda=yes handicap=2 compensation=K-1`; fields may be left out, and `psk`
/// alone is the ko rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ruleset {
    ko: Ko,
    suicide: Suicide,
    /// Area where nothing is counted.
    scoring: Scoring,
    end: End,
    ikeda: bool,
    handicap: u8,
    compensation: Compensation,
    komi: Score,
    /// 0 under rules that always end.
    no_result: Score,
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

    /// This ko rule with this suicide rule, all else as [`Ruleset::new`] has it.
    pub fn with_suicide(ko: Ko, suicide: Suicide) -> Ruleset {
        Ruleset { suicide, ..Ruleset::new(ko) }
    }

    /// A ruleset with this ko rule, in which all else is still to be said.
    ///
    /// ```
    /// use kosolver_rules::{Ruleset, Scoring};
    ///
    /// let rules = Ruleset::with("psk".parse()?).scoring(Scoring::Stones).build()?;
    /// assert_eq!(rules.scoring(), Scoring::Stones);
    /// assert!(Ruleset::with("primitive".parse()?).komi("1/2".parse()?).build().is_err());
    /// # Ok::<(), kosolver_rules::Error>(())
    /// ```
    pub fn with(ko: Ko) -> RulesetBuilder {
        Ruleset::new(ko).but()
    }

    /// The same ruleset with changes.
    pub fn but(self) -> RulesetBuilder {
        RulesetBuilder { rules: self, scoring: None, compensation: None }
    }

    /// What an argument of a command means: as the text of a ruleset, and its ko rule can be a file too
    /// ([`Ko::of_argument`]).
    ///
    /// # Errors
    /// If it is no ruleset, or the file has no ko rule.
    pub fn of_argument(text: &str) -> Result<Ruleset, Error> {
        let ko = |word: &str| word.split_once('=').is_none_or(|(field, _)| field == "ko");
        let path = |word: &str| ko(word) && crate::language::is_path(word) && !text.trim().starts_with('{');
        match text.split_whitespace().any(path) {
            true => parse_with(text, &Ko::of_argument),
            false => Ruleset::named(text).map_err(|error| crate::language::but_a_file(text.trim(), error)),
        }
    }

    /// The ruleset of a text whose `ko=` names this ko rule, wherever the rule is from.
    ///
    /// # Errors
    /// If it is no ruleset, or names another ko rule.
    pub fn under(ko: Ko, text: &str) -> Result<Ruleset, Error> {
        parse_with(text, &|name| match name == ko.name() {
            true => Ok(ko),
            false => Err(Error::Contradiction(format!("{} is not the rule {ko}", quoted(name)))),
        })
    }

    /// The text of a ko rule that the text of a ruleset has in place of a name, as [`Ruleset::named`] reads it.
    pub fn rule_text(text: &str) -> Option<std::borrow::Cow<'_, str>> {
        crate::language::split(text).map(|(_, rule)| rule)
    }

    /// The ruleset with these fields and the ko rule that a text says. `ko=` may choose a reading.
    pub(crate) fn with_rule(fields: &str, text: &str) -> Result<Ruleset, Error> {
        let readings = crate::language::parsed(text)?;
        let named = fields.split_whitespace().any(|field| field.starts_with("ko=") || !field.contains('='));
        if !named {
            let default = readings[0];
            return parse_with(&format!("ko={default} {fields}"), &|_| Ok(default));
        }
        parse_with(fields, &|name| {
            let meant = readings.iter().find(|ko| ko.name() == name).copied();
            meant.ok_or_else(|| {
                let names: Vec<&str> = readings.iter().map(|ko| ko.name()).collect();
                Error::Contradiction(format!("{} is not the rule {}", quoted(name), names.join(" or ")))
            })
        })
    }

    /// The ko rule.
    pub fn ko(&self) -> Ko {
        self.ko
    }

    /// The suicide rule.
    pub fn suicide(&self) -> Suicide {
        self.suicide
    }

    /// What is counted at the end; area where [nothing is](Ruleset::win_or_loss).
    pub fn scoring(&self) -> Scoring {
        self.scoring
    }

    /// How a game ends.
    pub fn end(&self) -> End {
        self.end
    }

    /// Ikeda's rule: if White makes the first pass of the game, Black gets a point less. Under
    /// equivalence scoring: that pass hands over no stone.
    pub fn ikeda(&self) -> bool {
        self.ikeda
    }

    /// How many stones Black places before White's first move.
    pub fn handicap(&self) -> u8 {
        self.handicap
    }

    /// What White is given for handicap stones.
    pub fn compensation(&self) -> Compensation {
        self.compensation
    }

    /// What White is given besides: it is subtracted from the score.
    pub fn komi(&self) -> Score {
        self.komi
    }

    /// What a game without a result is worth to Black. Under rules that always end it is 0.
    pub fn no_result(&self) -> Score {
        self.no_result
    }

    /// The same with a worth of no result beyond those that can be asked for.
    pub(crate) fn with_no_result(self, no_result: Score) -> Ruleset {
        Ruleset { no_result, ..self }
    }

    /// Every reading of every ko rule with every scoring, end and Ikeda's rule that do not
    /// contradict it.
    pub fn kinds() -> Vec<Ruleset> {
        let mut kinds = Vec::new();
        for ko in Ko::all().flat_map(Ko::readings) {
            for scoring in Scoring::ALL {
                for end in End::ALL {
                    for ikeda in [false, true] {
                        let rules = Ruleset { scoring, end, ikeda, ..Ruleset::new(ko) };
                        kinds.extend(rules.checked());
                    }
                }
            }
        }
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
        self.ko.endless() || self.ko.has_ending(&|ending| ending == Ending::Void)
    }

    /// Whether every game ends, and some without a result.
    pub fn may_end_without_result(&self) -> bool {
        self.may_have_no_result() && !self.endless()
    }

    /// Whether a game can be won otherwise than by points, and by points too.
    pub fn may_be_won_outright(&self) -> bool {
        self.long_cycle() || self.ko.has_ending(&|ending| matches!(ending, Ending::Loss | Ending::Win))
    }

    /// Whether the outcome is only who wins, not by how much.
    pub fn win_or_loss(&self) -> bool {
        self.ko.win_or_loss() || self.end.win_or_loss()
    }

    /// Whether every position of a board can be solved at once, as tablebases do: the ko rule has no
    /// history, and all else is plain.
    pub fn has_tablebases(&self) -> bool {
        self.ko.endless() && self.is_plain()
    }

    /// Whether the final position alone is scored, by area, after two passes, and nothing comes
    /// before the first move.
    pub fn is_plain(&self) -> bool {
        self.scoring == Scoring::Area && self.end == End::TwoPasses && !self.ikeda && self.handicap == 0
    }

    /// Checks that the fields do not contradict each other.
    fn checked(self) -> Result<Ruleset, Error> {
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
            let says_how = |text: &str| {
                text.lines().any(|line| {
                    ["end pass", "no pass", "stuck loses"].iter().any(|says| line.starts_with(says))
                })
            };
            return fault(match ko.text() {
                Some(text) if !says_how(text) && text.contains("passes ") => format!(
                    "end {end} does not apply under {ko}: its text speaks of passes in a row, and then two in a row end the game"
                ),
                Some(text) if !says_how(text) => format!(
                    "end {end} does not apply under {ko}: its games surely end only if two passes in a row end them"
                ),
                _ => format!("end {end} does not apply under {ko}, whose games end otherwise: {}", ko.end()),
            });
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
            if ko.has_ending(&|_| true) {
                return fault(format!(
                    "end {end} does not apply under {ko}: only winning counts there, and plays end games"
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
        if ko.has_ending(&|_| true) && (self.ikeda || !matches!(scoring, Scoring::Area | Scoring::Stones)) {
            return fault(format!(
                "scoring {scoring}{} does not apply under {ko}: plays end games there; use area or stones",
                if self.ikeda { " with Ikeda's rule" } else { "" }
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
                "a value of no result does not apply under {ko}: every game has a score there; it applies under none, basic, and texts with 'end play with void'"
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

    /// The same in one line that can be read back anywhere: with the text of the ko rule after it, if that
    /// [is one's own](Ko::parse).
    ///
    /// ```
    /// use kosolver_rules::Ruleset;
    ///
    /// let rules: Ruleset = "komi=1; rule mine; remember made(after) on play; forbid play if made(after)".parse()?;
    /// assert_eq!(
    ///     rules.in_full(),
    ///     "ko=mine suicide=forbidden scoring=area komi=1; rule mine; remember made(after) on play; forbid play if made(after)"
    /// );
    /// assert_eq!(rules.in_full().parse(), Ok(rules));
    /// # Ok::<(), kosolver_rules::Error>(())
    /// ```
    pub fn in_full(&self) -> String {
        let rule = self.ko.own_text().unwrap_or_default();
        rule.lines().fold(self.in_words(), |text, line| format!("{text}; {line}"))
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
        let by_plays = self.end == End::TwoPasses && self.ko.has_ending(&|_| true);
        if self.ko.has_own_end() || by_plays { self.ko.end() } else { self.end.in_words() }
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

    /// Reads what [`Ruleset`] displays, the name of a preset or of a ko rule, and rules of KataGo
    /// where the library reads them; see [`Ruleset::named`].
    fn from_str(text: &str) -> Result<Ruleset, Error> {
        Ruleset::named(text)
    }
}

/// Reads fields.
pub(crate) fn parse(text: &str) -> Result<Ruleset, Error> {
    parse_with(text, &str::parse)
}

/// The same, with what is meant by the name of a ko rule.
fn parse_with(text: &str, ko_rule: &dyn Fn(&str) -> Result<Ko, Error>) -> Result<Ruleset, Error> {
    let fields = fields(text)?;
    let missing =
        || Error::Fields(format!("{} names no ko rule: ko= is missing, as in ko=psk", quoted(text)));
    let ko = ko_rule(fields.iter().find(|(field, _)| *field == "ko").ok_or_else(missing)?.1)?;
    with_fields(Ruleset::with(ko), &fields)
}

/// A ruleset with these fields in place of its own.
pub(crate) fn overridden(rules: Ruleset, text: &str) -> Result<Ruleset, Error> {
    let fields = fields(text)?;
    let ko = fields.iter().find(|(field, _)| *field == "ko").map(|(_, ko)| ko.parse()).transpose()?;
    with_fields(ko.map_or(rules.but(), |ko| rules.but().ko(ko)), &fields)
}

/// The fields of a text, each with its value; the ko rule may come without a name.
fn fields(text: &str) -> Result<Vec<(&str, &str)>, Error> {
    if text.contains(',') && text.contains('=') {
        return Err(Error::Fields(format!(
            "{} has a comma: the fields of a ruleset are separated by spaces, as in ko=psk scoring=area",
            quoted(text)
        )));
    }
    let mut given: Vec<(&str, &str)> = Vec::new();
    for word in text.split_whitespace() {
        let (field, value) = word.split_once('=').unwrap_or(("ko", word));
        let twice = given.iter().any(|(other, _)| *other == field);
        if twice && !word.contains('=') {
            return Err(Error::Contradiction(format!(
                "{} names two ko rules: a field stands with its name, as in scoring=area",
                quoted(text)
            )));
        }
        if twice {
            return Err(Error::Contradiction(format!(
                "{} gives {} twice",
                quoted(text),
                shortened(field, 64)
            )));
        }
        given.push((field, value));
    }
    Ok(given)
}

fn with_fields(mut rules: RulesetBuilder, fields: &[(&str, &str)]) -> Result<Ruleset, Error> {
    let mut win_loss = None;
    for &(field, value) in fields {
        rules = match field {
            "ko" => rules,
            "suicide" => rules.suicide(value.parse()?),
            "scoring" if value == "win-loss" => {
                win_loss = Some(value);
                rules
            }
            "scoring" => rules.scoring(value.parse()?),
            "end" => rules.end(value.parse()?),
            "ikeda" => match value {
                "yes" => rules.ikeda(true),
                "no" => rules.ikeda(false),
                _ => return Err(Error::Fields(format!("{} is neither yes nor no", quoted(value)))),
            },
            "handicap" => rules.handicap(value.parse().map_err(|_| {
                let value = quoted(value);
                Error::Fields(format!("{value} is not a number of handicap stones: write one from 0 to 63"))
            })?),
            "compensation" => rules.standing_compensation(value.parse()?),
            "komi" => rules.komi(value.parse()?),
            "no-result" => rules.no_result(value.parse()?),
            _ => {
                return Err(Error::Fields(format!(
                    "{} is not part of a ruleset: write a ko rule, or fields as in ko=psk suicide=allowed; the fields are ko suicide scoring end ikeda handicap compensation komi no-result",
                    quoted(&format!("{field}={value}"))
                )));
            }
        }
    }
    let rules = rules.build()?;
    match win_loss {
        Some(win_loss) if !rules.win_or_loss() => Err(Error::Contradiction(format!(
            "scoring={win_loss} does not apply under {}: its scoring is {}",
            rules.ko,
            rules.counted()
        ))),
        _ => Ok(rules),
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
