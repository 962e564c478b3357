use std::fmt;

use crate::{Ko, Rules, Suicide};
use serde::{Deserialize, Serialize};

use crate::conformance::{Case, Error, Mistake};

/// A ko rule and a suicide rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ruleset {
    /// The ko rule.
    pub ko: Ko,
    /// The suicide rule.
    pub suicide: Suicide,
}

impl Ruleset {
    /// All that have cases: every ko rule with every suicide rule.
    pub fn all() -> Vec<Ruleset> {
        let of = |ko| Suicide::ALL.map(|suicide| Ruleset { ko, suicide });
        Ko::ALL.into_iter().flat_map(of).collect()
    }

    /// As rules of a game of two.
    pub fn rules(self) -> Rules {
        Rules::new(2, self.ko).expect("two players").with_suicide(self.suicide)
    }

    /// Whether a case is about these rules.
    pub fn has(self, case: &Case) -> bool {
        case.ko == self.ko.name() && case.suicide == self.suicide.to_string()
    }

    /// What names of cases begin with.
    pub(crate) fn stem(self) -> String {
        format!("{}-{}", self.ko.name().replace(':', "-"), self.suicide)
    }
}

impl fmt::Display for Ruleset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ko={} suicide={}", self.ko, self.suicide)
    }
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

impl Kit {
    /// The kit of the cases of all rulesets, in their order. It says of each what the file of its game
    /// is called.
    ///
    /// # Errors
    /// [`Error`] if a case is not well made.
    pub fn of(mut cases: Vec<Case>) -> Result<Kit, Error> {
        crate::conformance::sgf::name(&mut cases)?;
        let mistake = |fault: Mistake| {
            let found =
                |ruleset: &Ruleset| cases.iter().any(|case| ruleset.has(case) && case.finds(&fault.name()));
            let (found_under, not_found_under): (Vec<Ruleset>, Vec<Ruleset>) =
                Ruleset::all().into_iter().partition(found);
            let names = |rulesets: Vec<Ruleset>| rulesets.iter().map(Ruleset::to_string).collect();
            MistakeRecord {
                name: fault.name(),
                class: fault.class().to_string(),
                mistake: fault.sentence(),
                found_under: names(found_under),
                not_found_under: names(not_found_under),
            }
        };
        Ok(Kit {
            title: "Games that wrong implementations of ko rules fail".to_owned(),
            format: 1,
            faults: Mistake::ALL.into_iter().map(mistake).collect(),
            cases,
        })
    }

    /// A kit from the text of `cases.json`.
    ///
    /// # Errors
    /// [`Error::File`] if it is none.
    pub fn parse(text: &str) -> Result<Kit, Error> {
        serde_json::from_str(text).map_err(|error| Error::File(error.to_string()))
    }
}
