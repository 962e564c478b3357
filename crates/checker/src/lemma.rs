//! What a lemma is: its kind, its node and its conditions; and those that have been checked.

use ahash::RandomState;
use hashbrown::HashTable;
use indexmap::IndexSet;
use kosolver_board::Colour;
use kosolver_rules::{Fact, Node, Score, Threshold};

use crate::groups::SetNumber;

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

/// The place of a kind in the table of kinds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct KindNumber(pub u16);

/// The place of a fact among those that have been given in full.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct FactNumber(u32);

impl FactNumber {
    pub(crate) fn place(self) -> usize {
        self.0 as usize
    }
}

/// The place of a lemma in the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct LemmaNumber(u32);

impl LemmaNumber {
    /// The lemma with this number; `None` if no file has so many.
    pub(crate) fn new(number: u64) -> Option<LemmaNumber> {
        u32::try_from(number).ok().map(LemmaNumber)
    }

    pub(crate) fn get(self) -> u64 {
        u64::from(self.0)
    }
}

/// A lemma as it is read: its kind, its node and its conditions.
pub(crate) struct Lemma {
    pub kind: KindNumber,
    pub node: Node,
    /// The history has none of these,
    pub absent: Vec<FactNumber>,
    /// none of the facts of these groups,
    pub groups: SetNumber,
    /// and all of these.
    pub present: Vec<FactNumber>,
}

/// What a lemma says, kept in one place however many lemmas say it.
pub(crate) struct Statement {
    pub kind: KindNumber,
    pub node: Node,
    /// The history has no fact of these groups.
    pub groups: SetNumber,
    /// Where its conditions begin, and how many of them must be absent.
    start: usize,
    absent: u32,
    /// Whether those are in order: of their scopes, then of their numbers.
    ordered: bool,
}

/// The place of a statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct StatementNumber(u32);

/// The lemmas checked so far.
///
/// The hasher has keys of its own in each run, so no file can be made for which looking up is slow.
#[derive(Default)]
pub(crate) struct Lemmas {
    statements: Vec<Statement>,
    conditions: Vec<FactNumber>,
    /// By lemma what it says.
    said: Vec<StatementNumber>,
    known: HashTable<StatementNumber>,
    hasher: RandomState,
}

impl Lemmas {
    /// How many lemmas there are.
    pub(crate) fn len(&self) -> u64 {
        self.said.len() as u64
    }

    /// What a lemma says.
    pub(crate) fn said(&self, lemma: LemmaNumber) -> Option<StatementNumber> {
        self.said.get(lemma.0 as usize).copied()
    }

    pub(crate) fn statement(&self, number: StatementNumber) -> &Statement {
        &self.statements[number.0 as usize]
    }

    /// What the history must not have, and what it must have.
    pub(crate) fn conditions(&self, number: StatementNumber) -> (&[FactNumber], &[FactNumber]) {
        let place = number.0 as usize;
        let Statement { start, absent, .. } = self.statements[place];
        let end = self.statements.get(place + 1).map_or(self.conditions.len(), |next| next.start);
        self.conditions[start..end].split_at(absent as usize)
    }

    /// Puts what the history must not have in order: one scope after the other, each in the order of
    /// numbers.
    pub(crate) fn order(&mut self, number: StatementNumber, facts: &Facts) {
        let statement = &mut self.statements[number.0 as usize];
        let absent = &mut self.conditions[statement.start..][..statement.absent as usize];
        if !statement.ordered {
            absent.sort_unstable_by_key(|number| (facts.get(*number).scope, number.0));
            statement.ordered = true;
        }
    }

    /// Keeps a lemma. Its conditions must be marked, and nothing else.
    ///
    /// # Errors
    /// If there are too many.
    pub(crate) fn keep(&mut self, lemma: Lemma, facts: &Facts) -> Result<(), String> {
        let hash = self.hash(&lemma);
        let same = |number: &StatementNumber| {
            let said = self.statement(*number);
            let (absent, present) = self.conditions(*number);
            said.kind == lemma.kind
                && absent.len() == lemma.absent.len()
                && present.len() == lemma.present.len()
                && said.groups == lemma.groups
                && said.node == lemma.node
                && absent.iter().all(|fact| facts.marked(*fact) == Some(false))
                && present.iter().all(|fact| facts.marked(*fact) == Some(true))
        };
        if let Some(number) = self.known.find(hash, same) {
            self.said.push(*number);
            return Ok(());
        }
        let few = |number: usize| u32::try_from(number).map_err(|_| "there are too many lemmas".to_owned());
        let number = StatementNumber(few(self.statements.len())?);
        let absent = few(lemma.absent.len())?;
        let start = self.conditions.len();
        self.conditions.extend(lemma.absent.iter().chain(&lemma.present));
        let Lemma { kind, node, groups, .. } = lemma;
        self.statements.push(Statement { kind, node, groups, start, absent, ordered: false });
        self.said.push(number);
        let (statements, conditions, hasher) = (&self.statements, &self.conditions, &self.hasher);
        self.known.insert_unique(hash, number, |number| {
            let place = number.0 as usize;
            let Statement { kind, node, groups, start, absent, .. } = &statements[place];
            let end = statements.get(place + 1).map_or(conditions.len(), |next| next.start);
            let (absent, present) = conditions[*start..end].split_at(*absent as usize);
            hash_of(hasher, (*kind, node, *groups), absent, present)
        });
        Ok(())
    }

    fn hash(&self, lemma: &Lemma) -> u64 {
        hash_of(&self.hasher, (lemma.kind, &lemma.node, lemma.groups), &lemma.absent, &lemma.present)
    }
}

/// A hash in which the order of conditions does not count.
fn hash_of(
    hasher: &RandomState,
    says: (KindNumber, &Node, SetNumber),
    absent: &[FactNumber],
    present: &[FactNumber],
) -> u64 {
    let together =
        |facts: &[FactNumber]| facts.iter().fold(0_u64, |sum, fact| sum.wrapping_add(hasher.hash_one(fact)));
    hasher.hash_one((says, together(absent), together(present)))
}

/// The facts that have been given in full, numbered.
#[derive(Default)]
pub(crate) struct Facts {
    facts: IndexSet<Fact, RandomState>,
    /// What the conditions of the lemma that is being read or checked say of each.
    marks: Vec<Option<bool>>,
}

impl Facts {
    /// How many there are.
    pub(crate) fn len(&self) -> u64 {
        self.facts.len() as u64
    }

    /// Numbers a fact, unless it has a number.
    pub(crate) fn add(&mut self, fact: Fact) -> Result<FactNumber, String> {
        let (place, new) = self.facts.insert_full(fact);
        if !new {
            return Err("a fact is given in full twice".to_owned());
        }
        self.marks.push(None);
        u32::try_from(place).map(FactNumber).map_err(|_| "there are too many facts".to_owned())
    }

    /// The number of the fact that was given at this place.
    pub(crate) fn given(&self, place: u64) -> Option<FactNumber> {
        (place < self.len()).then_some(FactNumber(place as u32))
    }

    /// The fact with this number.
    pub(crate) fn get(&self, number: FactNumber) -> &Fact {
        &self.facts[number.0 as usize]
    }

    /// The number of a fact, if it has been given.
    pub(crate) fn number(&self, fact: &Fact) -> Option<FactNumber> {
        self.facts.get_index_of(fact).map(|place| FactNumber(place as u32))
    }

    /// Marks a fact as absent or present; whether it was not marked.
    pub(crate) fn mark(&mut self, number: FactNumber, says: bool) -> bool {
        self.marks[number.0 as usize].replace(says).is_none()
    }

    /// Forgets the mark of a fact.
    pub(crate) fn unmark(&mut self, number: FactNumber) {
        self.marks[number.0 as usize] = None;
    }

    /// What the mark of a fact says.
    pub(crate) fn marked(&self, number: FactNumber) -> Option<bool> {
        self.marks[number.0 as usize]
    }
}
