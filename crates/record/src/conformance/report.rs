use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

/// What was found by asking a program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Report {
    /// The version of this form.
    pub format: u32,
    /// What the program calls itself, with its version.
    pub program: String,
    /// What was found, ruleset by ruleset.
    pub rulesets: Vec<RulesReport>,
}

/// What was found under a ruleset.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RulesReport {
    /// The ko rule.
    pub ko: String,
    /// The suicide rule.
    pub suicide: String,
    /// How the program was asked what is legal.
    pub asked_by: String,
    /// If it refuses to be told these rules: it is asked all the same.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub untold: Option<Untold>,
    /// The cases that were asked.
    pub asked: usize,
    /// The cases that could not be asked, and why.
    pub skipped: Vec<Skipped>,
    /// The mistakes that none of the cases asked finds, and some of the others do.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unseen: Vec<String>,
    /// The cases in which the program differs from the rules.
    pub differences: Vec<Difference>,
    /// For each class of mistakes, and each mistake in it, in how many of these cases the mistake would
    /// be seen first at the same place.
    pub like: BTreeMap<String, BTreeMap<String, usize>>,
    /// The mistakes that alone would be seen in the same cases at the same places as the program.
    pub same_as: Vec<String>,
}

/// A program that plays by rules of its own.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Untold {
    /// How it refuses others.
    pub refused: String,
    /// By which rules it says that it plays.
    pub plays: Option<String>,
}

/// Cases that could not be asked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Skipped {
    /// Why.
    pub reason: String,
    /// How many.
    pub cases: usize,
}

/// A case in which a program differs from the rules, and where it does first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Difference {
    /// The name of the case.
    pub case: String,
    /// Its board.
    pub board: String,
    /// After how many actions.
    pub after: usize,
    /// Who is to move: black or white.
    pub to_move: String,
    /// The play.
    pub play: String,
    /// Whether the rules allow it; the program does the opposite.
    pub legal: bool,
    /// Why it is illegal, if it is.
    pub why: Option<String>,
    /// The mistakes that are seen first at the same place.
    pub like: Vec<String>,
}

impl Report {
    /// The names of the cases that differ.
    pub fn failed(&self) -> Vec<String> {
        let all = self.rulesets.iter().flat_map(|rules| &rules.differences);
        all.map(|difference| difference.case.clone()).collect()
    }

    /// How many cases were asked.
    pub fn asked(&self) -> usize {
        self.rulesets.iter().map(|rules| rules.asked).sum()
    }
}

/// In words, a fact on a line.
impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", kosolver_board::shortened(&self.program, 64))?;
        self.rulesets.iter().try_for_each(|rules| write!(f, "\n{rules}"))
    }
}

impl fmt::Display for RulesReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let RulesReport { ko, suicide, asked_by, asked, skipped, unseen, differences, .. } = self;
        let cases = counted(*asked, "case");
        write!(f, "ko={ko} suicide={suicide}: ")?;
        match (asked, differences.len()) {
            (0, _) => write!(f, "no case could be asked")?,
            (1, 0) => write!(f, "agrees in the 1 case asked")?,
            (_, 0) => write!(f, "agrees in all {cases} asked")?,
            (_, different) => write!(f, "differs in {different} of {cases} asked")?,
        }
        let left: usize = skipped.iter().map(|skipped| skipped.cases).sum();
        if left > 0 {
            write!(f, ", {left} not asked")?;
        }
        writeln!(f, " (by {asked_by})")?;
        if let Some(Untold { refused, plays }) = &self.untold {
            let plays = plays.as_ref().map(|plays| format!(", {plays}")).unwrap_or_default();
            writeln!(f, "  it refuses these rules ({refused}) and is asked as it plays by default{plays}")?;
        }
        for Skipped { reason, cases } in skipped {
            writeln!(f, "  {} not asked: {reason}", counted(*cases, "case"))?;
        }
        if !unseen.is_empty() {
            writeln!(f, "  mistakes that could not be seen: {}", unseen.join(", "))?;
        }
        for Difference { case, after, to_move, play, legal, why, .. } in differences {
            let (is, does) = if *legal { ("legal", "refuses") } else { ("illegal", "allows") };
            let why = why.as_ref().map(|why| format!(" ({why})")).unwrap_or_default();
            writeln!(
                f,
                "  {case}: after {} {to_move} {play} is {is}{why}; the program {does} it",
                counted(*after, "action")
            )?;
        }
        for (class, faults) in &self.like {
            let faults: Vec<String> =
                faults.iter().map(|(fault, cases)| format!("{fault} {cases}")).collect();
            writeln!(f, "  like a mistake about {class}: {}", faults.join(", "))?;
        }
        if !self.same_as.is_empty() {
            writeln!(f, "  the same cases at the same places as {}", self.same_as.join(", "))?;
        }
        Ok(())
    }
}

/// A number of things, with their name.
pub(crate) fn counted(number: usize, name: &str) -> String {
    format!("{number} {name}{}", if number == 1 { "" } else { "s" })
}
