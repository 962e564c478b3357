use crate::Done;
use kosolver_report::NamedRules;
use kosolver_rules::Game;
use kosolver_search::{Meter, Resources, Session};

use crate::error::PublicationError;
use crate::findings::record::{Cell, Claim, StudyColumn, StudyRecord};
use crate::published::Published;

/// What a study is about.
#[derive(Clone, Debug)]
pub struct About {
    /// What the study is called.
    pub name: &'static str,
    /// The question, in a sentence.
    pub question: &'static str,
    /// How it is answered, and what its words mean.
    pub method: &'static str,
    /// The columns of its table: names and meanings. The first [`About::keys`] of them tell rows apart.
    pub columns: &'static [(&'static str, &'static str)],
    /// How many columns tell rows apart.
    pub keys: usize,
    /// The rules it is about.
    pub rules: Vec<&'static str>,
}

/// A row of a table: a cell for each column.
pub type Row = Vec<Cell>;

/// What a study has to work with.
#[derive(Clone, Copy)]
pub struct Task<'a> {
    /// Published results.
    pub from: Published<'a>,
    /// Whether only the rows are wanted that take seconds altogether.
    pub quick: bool,
    /// What counts the work, and stops it.
    pub meter: &'a Meter,
    /// What is told how far the work is.
    pub done: Done<'a>,
}

impl Task<'_> {
    /// What solves a game again and again.
    pub(crate) fn session(&self, game: Game) -> Session {
        Session::with(game, Resources::default(), self.meter)
    }

    /// Says what was found last.
    pub(crate) fn tell(&self, line: String) {
        (self.done)(Some(&line));
    }
}

/// A question, and how it is answered. One file of `studies/` each.
pub trait Study: Sync {
    /// What is asked, and how.
    fn about(&self) -> About;

    /// The rows of the table.
    ///
    /// # Errors
    /// [`PublicationError`] if a search stops or a published file cannot be read.
    fn rows(&self, task: &Task) -> Result<Vec<Row>, PublicationError>;

    /// What follows from the rows.
    fn claims(&self, rows: &[Row]) -> Vec<Claim>;

    /// A drawing of the rows, if there is one: SVG.
    fn figure(&self, _rows: &[Row]) -> Option<String> {
        None
    }

    /// What it is called.
    fn name(&self) -> &'static str {
        self.about().name
    }

    /// The question, in a sentence.
    fn question(&self) -> &'static str {
        self.about().question
    }
}

/// Makes a study.
///
/// # Errors
/// Those of [`Study::rows`].
pub fn make(
    study: &dyn Study,
    from: Published,
    quick: bool,
    meter: &Meter,
    done: Done,
) -> Result<StudyRecord, PublicationError> {
    record(study, study.rows(&Task { from, quick, meter, done })?)
}

/// The record of a study with these rows.
pub(crate) fn record(study: &dyn Study, rows: Vec<Row>) -> Result<StudyRecord, PublicationError> {
    let spelled = |name: &str| {
        let rules = name.parse()?;
        Ok(NamedRules { name: None, rules: kosolver_report::Rules::of(&rules) })
    };
    let column = |(name, meaning): &(&str, &str)| StudyColumn {
        name: (*name).to_owned(),
        meaning: (*meaning).to_owned(),
    };
    let about = study.about();
    Ok(StudyRecord {
        study: about.name.to_owned(),
        format: 1,
        question: about.question.to_owned(),
        method: about.method.to_owned(),
        rules: about.rules.into_iter().map(spelled).collect::<Result<_, PublicationError>>()?,
        claims: study.claims(&rows),
        columns: about.columns.iter().map(column).collect(),
        rows,
    })
}
