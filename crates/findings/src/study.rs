use kosolver_report::NamedRules;
use kosolver_search::Meter;
use kosolver_study::Done;

use crate::error::StudyError;
use crate::record::{Cell, Claim, StudyColumn, StudyRecord};
use crate::sources::Sources;

/// A question, and how it is answered. One file of `studies/` each.
pub trait Study: Sync {
    /// What it is called.
    fn name(&self) -> &'static str;

    /// The question, in a sentence.
    fn question(&self) -> &'static str;

    /// How it is answered, and what its words mean.
    fn method(&self) -> &'static str;

    /// The columns of its table: names and meanings. The first [`Study::keys`] of them tell rows apart.
    fn columns(&self) -> &'static [(&'static str, &'static str)];

    /// How many columns tell rows apart.
    fn keys(&self) -> usize;

    /// The rules it is about.
    fn rules(&self) -> Vec<&'static str>;

    /// The rows of the table; with `quick` only those that take seconds altogether.
    ///
    /// # Errors
    /// [`StudyError`] if a search stops or a published file cannot be read.
    fn rows(
        &self,
        from: &Sources,
        quick: bool,
        meter: &Meter,
        done: Done,
    ) -> Result<Vec<Vec<Cell>>, StudyError>;

    /// What follows from the rows.
    fn claims(&self, rows: &[Vec<Cell>]) -> Vec<Claim>;

    /// A drawing of the rows, if there is one: SVG.
    fn figure(&self, _rows: &[Vec<Cell>]) -> Option<String> {
        None
    }
}

/// Makes a study.
///
/// # Errors
/// Those of [`Study::rows`].
pub fn make(
    study: &dyn Study,
    from: &Sources,
    quick: bool,
    meter: &Meter,
    done: Done,
) -> Result<StudyRecord, StudyError> {
    record(study, study.rows(from, quick, meter, done)?)
}

/// The record of a study with these rows.
///
/// # Errors
/// [`StudyError::Rules`] if the study names rules that are none.
pub(crate) fn record(study: &dyn Study, rows: Vec<Vec<Cell>>) -> Result<StudyRecord, StudyError> {
    let spelled = |name: &str| {
        let rules = name.parse()?;
        Ok(NamedRules { name: None, rules: kosolver_report::Rules::of(&rules) })
    };
    let column = |(name, meaning): &(&str, &str)| StudyColumn {
        name: (*name).to_owned(),
        meaning: (*meaning).to_owned(),
    };
    Ok(StudyRecord {
        study: study.name().to_owned(),
        format: 1,
        question: study.question().to_owned(),
        method: study.method().to_owned(),
        rules: study.rules().into_iter().map(spelled).collect::<Result<_, StudyError>>()?,
        claims: study.claims(&rows),
        columns: study.columns().iter().map(column).collect(),
        rows,
    })
}
