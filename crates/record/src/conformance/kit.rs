use serde::Deserialize;

use crate::conformance::{Case, Error};

/// All cases.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Kit {
    /// What it is.
    pub title: String,
    /// The version of this form.
    pub format: u32,
    /// The mistakes.
    pub faults: Vec<MistakeRecord>,
    /// The cases.
    pub cases: Vec<Case>,
}

/// A mistake that implementations make.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct MistakeRecord {
    /// Its name.
    pub name: String,
    /// What it is about.
    pub class: String,
    /// The mistake in a sentence.
    pub mistake: String,
    /// The rulesets under which a case finds it.
    pub found_under: Vec<String>,
    /// The rulesets under which no game of all that were tried finds it.
    pub not_found_under: Vec<String>,
}

impl Kit {
    /// A kit from the text of `cases.json`.
    ///
    /// # Errors
    /// [`Error::Kit`] if it is none, or a case has other states than its game.
    pub fn parse(text: &str) -> Result<Kit, Error> {
        let kit: Kit = serde_json::from_str(text).map_err(|error| Error::Kit(error.to_string()))?;
        kit.cases.iter().try_for_each(Case::check_states)?;
        Ok(kit)
    }
}
