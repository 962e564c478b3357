//! What a lemma is: its kind, its node and its conditions.

use ahash::HashMap;
use kosolver_board::Colour;
use kosolver_rules::{Fact, Node, Score, Threshold};

/// What lemmas of a kind say of their node: this player wins at this threshold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Kind {
    pub threshold: Threshold,
    pub winner: Colour,
    /// Whether endless play counts as his win; then lemmas may cite later ones.
    pub endless: bool,
}

impl Kind {
    /// Whether a game that ends with this score is won by the winner.
    pub(crate) fn won_at(&self, score: Score) -> bool {
        self.threshold.met_by(score) == (self.winner == Colour::Black)
    }

    /// Whether a lemma of this kind says at least as much as one of another.
    pub(crate) fn implies(&self, other: &Kind) -> bool {
        let as_hard = match self.winner {
            Colour::Black => self.threshold >= other.threshold,
            Colour::White => self.threshold <= other.threshold,
        };
        self.winner == other.winner && as_hard && (other.endless || !self.endless)
    }
}

/// A lemma: its kind, its node and its conditions, as numbers of facts.
pub(crate) struct Lemma {
    pub kind: usize,
    pub node: Node,
    /// The history has none of these,
    pub absent: Box<[u32]>,
    /// and all of these.
    pub present: Box<[u32]>,
}

/// The facts that have been met, numbered.
#[derive(Default)]
pub(crate) struct Facts {
    facts: Vec<Fact>,
    numbers: HashMap<Fact, u32>,
    /// What the history is known to say of each, while a lemma is checked.
    marks: Vec<Option<bool>>,
}

impl Facts {
    /// The number of a fact.
    pub(crate) fn number(&mut self, fact: Fact) -> u32 {
        let next = self.facts.len() as u32;
        let number = *self.numbers.entry(fact).or_insert(next);
        if number == next {
            self.facts.push(fact);
            self.marks.push(None);
        }
        number
    }

    /// The fact with this number.
    pub(crate) fn get(&self, number: u32) -> &Fact {
        &self.facts[number as usize]
    }

    /// Notes what is known of a fact, or forgets it.
    pub(crate) fn mark(&mut self, number: u32, says: Option<bool>) {
        self.marks[number as usize] = says;
    }

    /// What is known of a fact.
    pub(crate) fn says(&self, fact: &Fact) -> Option<bool> {
        self.numbers.get(fact).and_then(|&number| self.marks[number as usize])
    }
}
