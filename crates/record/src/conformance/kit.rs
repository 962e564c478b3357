use crate::{Ko, Rules, Suicide};
use serde::{Deserialize, Serialize};

use crate::conformance::{Case, Error, Mistake};

/// The rules that have cases: every ko rule with every suicide rule.
pub fn rulesets() -> Vec<Rules> {
    let of = |ko| Suicide::ALL.map(|suicide| Rules::of_two(ko, suicide));
    Ko::ALL.into_iter().flat_map(of).collect()
}

/// All cases.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
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
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
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

impl MistakeRecord {
    /// A mistake, and under which of some rulesets a case finds it.
    pub fn of(
        name: String,
        class: String,
        mistake: String,
        cases: &[Case],
        rulesets: &[String],
    ) -> MistakeRecord {
        let finds = |case: &&Case| case.finds(&name);
        let under: std::collections::BTreeSet<String> =
            cases.iter().filter(finds).map(Case::ruleset).collect();
        let (found_under, not_found_under) =
            rulesets.iter().cloned().partition(|ruleset| under.contains(ruleset));
        MistakeRecord { name, class, mistake, found_under, not_found_under }
    }
}

impl Kit {
    /// The kit of the cases of all rulesets, in their order. It says of each what the file of its game
    /// is called.
    ///
    /// # Errors
    /// [`Error`] if a case is not well made.
    pub fn of(cases: Vec<Case>) -> Result<Kit, Error> {
        let rulesets: Vec<String> = rulesets().iter().map(Rules::to_string).collect();
        Kit::with("Games that wrong implementations of ko rules fail".to_owned(), cases, |cases| {
            let mistake = |fault: Mistake| {
                let [name, class, sentence] =
                    [fault.name(), fault.class(), fault.sentence()].map(str::to_owned);
                MistakeRecord::of(name, class, sentence, cases, &rulesets)
            };
            Mistake::ALL.into_iter().map(mistake).collect()
        })
    }

    /// The kit of some cases, and of the mistakes that they find.
    ///
    /// # Errors
    /// [`Error`] if a case is not well made.
    pub fn with(
        title: String,
        mut cases: Vec<Case>,
        faults: impl FnOnce(&[Case]) -> Vec<MistakeRecord>,
    ) -> Result<Kit, Error> {
        crate::conformance::sgf::name(&mut cases)?;
        Ok(Kit { title, format: 1, faults: faults(&cases), cases })
    }

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
