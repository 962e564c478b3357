//! What the conditions of a lemma say of facts.

use kosolver_rules::{Fact, FactList};

use super::Proof;
use crate::excluded::Excluded;
use crate::groups::SetNumber;
use crate::lemma::{FactNumber, Lemma};

/// What is known of a history while a lemma is checked, beside the marks of its conditions.
pub(super) struct Known<'a> {
    pub lemma: &'a Lemma,
    /// What its node implies.
    pub implied: FactList,
    pub excluded: Excluded,
}

impl Proof<'_> {
    /// What every history that meets the conditions says of a fact, if they tell.
    pub(super) fn says(&self, known: &Known, fact: &Fact) -> Option<bool> {
        self.says_of(known, fact, self.facts.number(fact))
    }

    /// The same of a fact with its number, if it has one.
    pub(super) fn says_of(&self, known: &Known, fact: &Fact, number: Option<FactNumber>) -> Option<bool> {
        let marked = number.and_then(|number| self.facts.marked(number));
        let said = marked.or_else(|| self.in_groups(known.lemma.groups, fact, number).then_some(false));
        let said = said.or_else(|| self.in_patterns(known.lemma, fact).then_some(false));
        said.or_else(|| known.implied.contains(fact).then_some(true))
    }

    /// Whether a fact is one of the patterns of the lemma that is checked.
    pub(super) fn in_patterns(&self, lemma: &Lemma, fact: &Fact) -> bool {
        self.patterns.have(lemma.patterns.iter().chain(&self.inherited.patterns), fact)
    }

    /// Whether a fact is in one of the groups of a set.
    pub(super) fn in_groups(&self, set: SetNumber, fact: &Fact, number: Option<FactNumber>) -> bool {
        let set = self.groups.set(set);
        !set.is_empty() && self.group(fact, number).is_some_and(|group| set.binary_search(&group).is_ok())
    }
}
