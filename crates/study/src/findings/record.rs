//! The record of a study: what was asked, what was found, row by row, and what follows.

use kosolver_report::{NamedRules, Rules};
use serde::{Deserialize, Serialize};

/// What a study has found. It is the same on every machine.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StudyRecord {
    /// The name of the study.
    pub study: String,
    /// The version of this form.
    pub format: u32,
    /// What was asked.
    pub question: String,
    /// What the words of the table mean, and how it was made.
    pub method: String,
    /// The rules, spelled out.
    pub rules: Vec<NamedRules>,
    /// What follows from the table, most important first.
    pub claims: Vec<Claim>,
    /// The columns of the table.
    pub columns: Vec<StudyColumn>,
    /// The table: a cell for each column.
    pub rows: Vec<Vec<Cell>>,
}

/// A result.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Claim {
    /// In a sentence or two.
    pub says: String,
    /// How it is shown.
    pub way: Way,
    /// What is known in print.
    pub known: String,
}

/// How a result is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Way {
    /// Every case of the range that it names was solved.
    Exhaustive,
    /// A fixed choice of the cases was solved, at random if there are too many.
    Sample,
    /// By values with certificates.
    Certificate,
    /// By one case that is shown, and that a referee or a solver can follow.
    Example,
    /// By an argument that is given with it.
    Argument,
    /// It holds in all cases that were solved, and is proved for no others.
    Conjecture,
}

impl Way {
    /// In a word.
    pub fn word(self) -> &'static str {
        match self {
            Way::Exhaustive => "exhaustive",
            Way::Sample => "sample",
            Way::Certificate => "certificate",
            Way::Example => "example",
            Way::Argument => "argument",
            Way::Conjecture => "conjecture",
        }
    }
}

/// Rules of a study, as pages list them.
#[derive(Serialize)]
pub(crate) struct RulesInWords<'a> {
    pub name: &'a str,
    /// What they prohibit, how the game ends, and what is counted.
    pub says: String,
}

/// A column of the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StudyColumn {
    /// Its name.
    pub name: String,
    /// What is in it.
    pub meaning: String,
}

/// A cell of the table.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Cell {
    /// A number.
    Number(i64),
    /// A score that is a fraction, or words.
    Text(String),
    /// Nothing: not known, or there is none.
    Nothing(()),
}

impl std::fmt::Display for Cell {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Cell::Number(count) => write!(f, "{count}"),
            Cell::Text(text) => f.write_str(text),
            Cell::Nothing(()) => Ok(()),
        }
    }
}

impl StudyRecord {
    /// The rules as pages list them.
    pub(crate) fn rules_in_words(&self) -> impl Iterator<Item = RulesInWords<'_>> {
        self.rules.iter().map(|named| {
            let Rules { prohibition, end, .. } = &named.rules;
            let says = format!("{prohibition} The game ends: {end}. {}", named.rules.counting());
            RulesInWords { name: named.name(), says }
        })
    }
}
