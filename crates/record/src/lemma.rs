use ahash::AHashMap;

use crate::Points;
use crate::known::Known;
use crate::tree::{NodeNumber, Premise};

/// What a player is to reach: at least so much, or more than that.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Threshold {
    pub worth: Points,
    /// Whether just so much is not enough. Ordered after `worth`: more than t is harder than t, and
    /// easier than anything above t.
    pub more: bool,
}

impl Threshold {
    /// Whether an outcome of this worth is enough.
    pub fn met(self, worth: Points) -> bool {
        if self.more { worth > self.worth } else { worth >= self.worth }
    }
}

/// What was found at a node: whether the player reaches a threshold, under every history in
/// which these facts are so.
#[derive(Clone, Debug)]
pub(crate) struct Lemma {
    pub threshold: Threshold,
    pub reached: bool,
    pub premises: Box<[Premise]>,
}

impl Lemma {
    /// Whether it answers the question for a threshold.
    fn answers(&self, threshold: Threshold) -> bool {
        if self.reached { self.threshold >= threshold } else { self.threshold <= threshold }
    }

    fn holds(&self, known: &Known) -> bool {
        self.premises.iter().all(|premise| known.is_true(premise.fact) == premise.holds)
    }
}

#[derive(Default)]
pub(crate) struct Lemmas(AHashMap<NodeNumber, Vec<Lemma>>);

impl Lemmas {
    /// A lemma that answers whether a threshold is reached from a node, under the history of which this is known.
    pub fn find(&self, node: NodeNumber, threshold: Threshold, known: &Known) -> Option<&Lemma> {
        let lemmas = self.0.get(&node)?;
        lemmas.iter().rev().find(|lemma| lemma.answers(threshold) && lemma.holds(known))
    }

    /// Adds a lemma; those that it makes superfluous go.
    pub fn add(&mut self, node: NodeNumber, lemma: Lemma) {
        let known = self.0.entry(node).or_default();
        known.retain(|old| {
            let covered = old.reached == lemma.reached
                && lemma.answers(old.threshold)
                && lemma.premises.iter().all(|premise| old.premises.binary_search(premise).is_ok());
            !covered
        });
        known.push(lemma);
    }
}
