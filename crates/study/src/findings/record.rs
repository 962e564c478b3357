//! The record of a study: what was asked, what was found, row by row, and what follows.

use kosolver_report::{NamedRules, RenderError, Rules, csv, fill};
use kosolver_rules::Score;
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
    /// A result that is shown this way, and what is known of it in print.
    pub(crate) fn claim(self, known: &str, says: String) -> Claim {
        Claim { says, way: self, known: known.to_owned() }
    }

    /// One of which nothing was found in print.
    pub(crate) fn new_claim(self, says: String) -> Claim {
        self.claim("nothing found", says)
    }

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

/// A row of a table, of what cells are made of.
macro_rules! row {
    ($($cell:expr),* $(,)?) => { Vec::from([$($crate::findings::record::Cell::from($cell)),*]) };
}
pub(crate) use row;

impl From<usize> for Cell {
    fn from(count: usize) -> Cell {
        Cell::Number(count as i64)
    }
}

impl From<Score> for Cell {
    fn from(score: Score) -> Cell {
        if score.denominator() == 1 { Cell::Number(score.numerator()) } else { Cell::Text(score.to_string()) }
    }
}

impl From<&str> for Cell {
    fn from(text: &str) -> Cell {
        Cell::Text(text.to_owned())
    }
}

impl From<String> for Cell {
    fn from(text: String) -> Cell {
        Cell::Text(text)
    }
}

impl<T: Into<Cell>> From<Option<T>> for Cell {
    fn from(cell: Option<T>) -> Cell {
        cell.map_or(Cell::Nothing(()), Into::into)
    }
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
    /// The table for a spreadsheet.
    ///
    /// # Errors
    /// [`RenderError`] if the library refuses; records give it no reason to.
    pub fn csv(&self) -> Result<String, RenderError> {
        let names = self.columns.iter().map(|column| column.name.clone()).collect();
        let rows = self.rows.iter().map(|row| row.iter().map(Cell::to_string).collect());
        csv(std::iter::once(names).chain(rows).collect())
    }

    /// For a reader.
    pub fn markdown(&self) -> String {
        let mut text = format!("# {}\n\n{}\n\n## Results\n\n", self.question, self.method);
        for (number, claim) in (1..).zip(&self.claims) {
            text += &format!(
                "{number}. {} *Shown by: {}. In print: {}*\n",
                claim.says,
                claim.way.word(),
                claim.known
            );
        }
        text += "\n## The table\n\n";
        for column in &self.columns {
            text += &format!("* **{}**: {}\n", column.name, column.meaning);
        }
        let row = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
        text += "\n";
        text += &row(self.columns.iter().map(|column| column.name.clone()).collect());
        text += &row(self.columns.iter().map(|_| "---".to_owned()).collect());
        for cells in &self.rows {
            text += &row(cells.iter().map(|cell| cell.to_string().replace('|', "\\|")).collect());
        }
        text += "\n## The rules\n\nT is the position after the play.\n\n";
        for rules in self.rules_in_words() {
            text += &format!("* `{}`: {}\n", rules.name, rules.says);
        }
        text + &format!("\n`kosolver study {}` makes this page.\n", self.study)
    }

    /// The rules as pages list them.
    pub(crate) fn rules_in_words(&self) -> impl Iterator<Item = RulesInWords<'_>> {
        self.rules.iter().map(|named| {
            let Rules { prohibition, end, .. } = &named.rules;
            let says = format!("{prohibition} The game ends: {end}. {}", named.rules.counting());
            RulesInWords { name: named.name(), says }
        })
    }

    /// For a terminal of so many columns: what was asked and what follows.
    pub fn text(&self, width: u16) -> String {
        let mut text = fill("", &self.question, width) + "\n\n";
        for (number, claim) in (1..).zip(&self.claims) {
            text += &fill(&format!("{number:>2}  "), &claim.says, width);
            text += "\n";
            text +=
                &fill("    ", &format!("shown by: {}; in print: {}", claim.way.word(), claim.known), width);
            text += "\n";
        }
        text
    }
}
