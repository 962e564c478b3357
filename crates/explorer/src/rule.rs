//! Ko rules of one's own, as texts.

use kosolver::Ruleset;
use kosolver::rules::{Ko, RuleText, TextError};
use serde::{Deserialize, Serialize};

use crate::fault::Fault;
use crate::limits::RULES;

/// The text of a ko rule, as `docs/rule-language.md` describes it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RuleSent {
    /// The text, of at most 64 KiB.
    pub text: String,
}

/// What the text of a ko rule says, or what is wrong with it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct RuleRead {
    /// The readings of the rule, the default first; none if the text is wrong.
    pub readings: Vec<RuleReading>,
    /// What is wrong with the text; left out if nothing is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<TextError>,
}

/// A reading of a ko rule in words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RuleReading {
    /// Its name.
    pub name: String,
    /// The name in words.
    pub title: String,
    /// What it prohibits. T is the position after the play.
    pub sentence: String,
    /// How a game ends.
    pub end: String,
    /// Why games end, in sentences; none where play can go on for ever.
    pub why_it_ends: Vec<String>,
    /// The statements in their normal form: two texts with the same are the same rule.
    pub normal_form: String,
}

impl From<RuleText> for RuleReading {
    fn from(text: RuleText) -> RuleReading {
        let RuleText { name, title, sentence, end, why_it_ends, normal_form, .. } = text;
        RuleReading { name, title, sentence, end, why_it_ends, normal_form }
    }
}

/// Reads a text, which is not kept.
pub fn read(sent: &RuleSent) -> Result<RuleRead, Fault> {
    match RuleText::read(&sent.text) {
        Ok(readings) => {
            Ok(RuleRead { readings: readings.into_iter().map(RuleReading::from).collect(), error: None })
        }
        Err(kosolver::rules::Error::Text(error)) => {
            Ok(RuleRead { readings: Vec::new(), error: Some(*error) })
        }
        Err(error) => Err(error.into()),
    }
}

/// The ruleset of a game. The text of a ko rule in it is kept as long as the program runs, so there may be
/// only so many.
pub fn ruleset(text: &str) -> Result<Ruleset, Fault> {
    if let Some(rule) = Ruleset::rule_text(text)
        && Ko::parsed().len() >= RULES
        && !RuleText::read(&rule)?.iter().all(RuleText::is_known)
    {
        return Err(Fault::busy(format!(
            "this explorer has met {RULES} different ko rules already: start it again to play under another"
        )));
    }
    Ok(text.parse()?)
}
