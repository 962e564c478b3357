//! The rules that can be chosen.

use kosolver::rules::Preset;
use kosolver::{End, Ko, Ruleset, Scoring, Suicide};
use serde::Serialize;

use crate::people::new_position;

/// The ko rules, the published rulesets, and what else a ruleset can say.
#[derive(Clone, Debug, Serialize)]
pub struct Catalogue {
    /// The ko rules.
    pub ko: Vec<NamedRules>,
    /// The published rulesets.
    pub presets: Vec<NamedRules>,
    /// The suicide rules.
    pub suicide: Vec<String>,
    /// What can be counted.
    pub scoring: Vec<String>,
    /// How games can end.
    pub end: Vec<String>,
}

/// A ko rule, or a published ruleset.
#[derive(Clone, Debug, Serialize)]
pub struct NamedRules {
    /// Its name, which `rules` of a game can be.
    pub name: String,
    /// The name in words.
    pub title: String,
    /// What it prohibits; of a published ruleset, who published it and when.
    pub about: String,
    /// The ruleset as text.
    pub text: String,
    /// The text that a ko rule is made from, to start a rule of one's own; left out if it is not made from one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
}

impl Catalogue {
    /// All rules that come with the library.
    pub fn all() -> Catalogue {
        let ko = |ko: Ko| NamedRules {
            name: ko.name().to_owned(),
            title: ko.title().to_owned(),
            about: new_position(ko.sentence()),
            text: Ruleset::new(ko).in_words(),
            rule: ko.written().map(str::to_owned),
        };
        let preset = |preset: &Preset| NamedRules {
            name: preset.name.to_owned(),
            title: preset.title.to_owned(),
            about: preset.published(),
            text: preset.rules().in_words(),
            rule: None,
        };
        Catalogue {
            ko: Ko::all().flat_map(Ko::readings).map(ko).collect(),
            presets: Preset::all().iter().map(preset).collect(),
            suicide: Suicide::ALL.iter().map(ToString::to_string).collect(),
            scoring: Scoring::ALL.iter().map(ToString::to_string).collect(),
            end: End::ALL.iter().map(ToString::to_string).collect(),
        }
    }
}
