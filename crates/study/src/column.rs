use std::collections::BTreeMap;

use kosolver_report::{NamedRules, Record, Rules, RulesName};
use kosolver_rules::{Error, Ko, Preset, Ruleset, Suicide};
use serde::{Deserialize, Serialize};

/// Rules that a survey is about: a ko rule under area scoring, or a ruleset with a name. In a document
/// they are the fields of their text, and that name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "BTreeMap<String, String>", try_from = "BTreeMap<String, String>")]
pub struct Column {
    /// The name of a preset, or what else the ruleset is called; nothing if a ko rule alone was
    /// asked for.
    pub name: Option<String>,
    /// The rules.
    pub rules: Ruleset,
}

/// The field of a document that is the name.
const NAME: &str = "name";

impl From<Column> for BTreeMap<String, String> {
    fn from(column: Column) -> BTreeMap<String, String> {
        let text = column.rules.in_words();
        let fields = text.split(' ').filter_map(|field| field.split_once('='));
        let fields = fields.map(|(name, value)| (name.to_owned(), value.to_owned()));
        fields.chain(column.name.map(|name| (NAME.to_owned(), name))).collect()
    }
}

impl TryFrom<BTreeMap<String, String>> for Column {
    type Error = String;

    fn try_from(mut fields: BTreeMap<String, String>) -> Result<Column, String> {
        let name = fields.remove(NAME);
        let preset = name.as_deref().and_then(Preset::named).map(Preset::rules);
        let text: Vec<String> = fields.iter().map(|(name, value)| format!("{name}={value}")).collect();
        let rules = match preset {
            Some(rules) if text.is_empty() => rules,
            _ => text.join(" ").parse().map_err(|error: Error| error.to_string())?,
        };
        match preset.filter(|preset| *preset != rules) {
            Some(preset) => {
                Err(format!("the rules of {} are {}", name.unwrap_or_default(), preset.in_words()))
            }
            None => Ok(Column { name, rules }),
        }
    }
}

impl Column {
    /// A ko rule under area scoring.
    pub fn of_ko(ko: Ko, suicide: Suicide) -> Column {
        Column { name: None, rules: Ruleset::with_suicide(ko, suicide) }
    }

    /// A preset.
    pub fn of_preset(preset: &Preset) -> Column {
        Column { name: Some(preset.name.to_owned()), rules: preset.rules() }
    }

    /// A ruleset as [`Ruleset::named`] reads it. It is called what it is called here; rules of KataGo
    /// in JSON by the text of the ruleset.
    ///
    /// # Errors
    /// Those of [`Ruleset::named`].
    pub fn named(text: &str) -> Result<Column, Error> {
        let text = text.trim();
        if let Some(preset) = Preset::named(text) {
            return Ok(Column::of_preset(preset));
        }
        let rules = Ruleset::named(text)?;
        let name = if rules.ko().own_text().is_some() && rules == Ruleset::new(rules.ko()) {
            rules.ko().name().to_owned()
        } else if text.starts_with('{') || Ruleset::rule_text(text).is_some() {
            rules.in_words()
        } else {
            text.split_whitespace().collect::<Vec<_>>().join(" ")
        };
        Ok(Column { name: Some(name), rules })
    }

    /// What an argument of a command means: as [`Column::named`], and its ko rule can be a file
    /// ([`Ko::of_argument`]). Then it is called by the text of the ruleset.
    ///
    /// # Errors
    /// Those of [`Ruleset::of_argument`].
    pub fn of_argument(text: &str) -> Result<Column, Error> {
        let text = text.trim();
        let rules = Ruleset::of_argument(text)?;
        match rules.ko().own_text() {
            Some(_) => Ok(Column { name: Some(rules.in_words()), rules }),
            None => Column::named(text),
        }
    }

    /// What it is called: its name, or the ko rule.
    pub fn title(&self) -> &str {
        self.name.as_deref().unwrap_or(self.rules.ko().name())
    }

    /// What the command line calls it: its name, or the ko rule, with the suicide rule unless that is forbidden.
    pub(crate) fn in_short(&self) -> String {
        match (&self.name, self.rules.suicide()) {
            (None, Suicide::Forbidden) | (Some(_), _) => self.title().to_owned(),
            (None, suicide) => format!("ko={} suicide={suicide}", self.title()),
        }
    }

    /// The name that records have.
    pub fn rules_name(&self) -> RulesName {
        RulesName { ko: self.rules.ko().name().to_owned(), ruleset: self.name.clone() }
    }

    /// The rules, spelled out.
    pub(crate) fn spelled_out(&self) -> NamedRules {
        NamedRules { name: self.name.clone(), rules: Rules::of(&self.rules) }
    }

    /// A record of this column.
    pub(crate) fn label(&self, record: Record) -> Record {
        let preset = self.name.as_deref().and_then(Preset::named).map(|preset| preset.name.to_owned());
        let ruleset = self.name.clone().filter(|_| preset.is_none());
        Record { preset, ruleset, ..record }
    }

    /// The options of `kosolver solve` that name these rules.
    pub(crate) fn options(&self) -> String {
        match &self.name {
            None => format!("--ko {}", self.rules.ko()),
            Some(name) if Preset::named(name).is_some() => format!("--rules {name}"),
            Some(_) => format!("--rules '{}'", self.rules.in_words()),
        }
    }

    /// Its name in the name of a file: that of a preset or a ko rule, else the text of the ruleset
    /// with `_` for spaces and slashes.
    pub(crate) fn file_name(&self) -> String {
        match &self.name {
            Some(name) if Preset::named(name).is_none() => self.rules.in_words().replace([' ', '/'], "_"),
            _ => self.title().to_owned(),
        }
    }
}
