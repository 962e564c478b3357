//! What a lemma is: its kind, its node and its conditions; and those that have been checked.

use ahash::RandomState;
use hashbrown::HashTable;
use indexmap::IndexSet;
use kosolver_board::Colour;
use kosolver_rules::{Fact, Node, Score, Threshold};
use slab::Slab;

use crate::groups::{Groups, SetNumber};
use crate::limits::{Fault, Room, heap_bytes, list_bytes, memory_bytes, table_bytes};
use crate::turns::PatternNumber;

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
        u32::try_from(number).ok().filter(|number| *number < u32::MAX).map(LemmaNumber)
    }

    pub(crate) fn get(self) -> u64 {
        u64::from(self.0)
    }

    pub(crate) fn place(self) -> usize {
        self.0 as usize
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
    /// none of the facts of these patterns,
    pub patterns: Vec<PatternNumber>,
    /// and all of these.
    pub present: Vec<FactNumber>,
}

/// What a lemma says, kept in one place however many lemmas say it.
pub(crate) struct Statement {
    pub kind: KindNumber,
    pub node: Node,
    /// The history has no fact of these groups.
    pub groups: SetNumber,
    /// The history has no fact of these patterns.
    pub patterns: Box<[PatternNumber]>,
    /// What the history must not have, then what it must have.
    conditions: Box<[FactNumber]>,
    /// How many of them must be absent.
    absent: u32,
    /// How many lemmas that have not been forgotten say it.
    said: u32,
    hash: u64,
}

impl Statement {
    /// What the history must not have, and what it must have.
    pub(crate) fn conditions(&self) -> (&[FactNumber], &[FactNumber]) {
        self.conditions.split_at(self.absent as usize)
    }

    /// What is not in its place in the list.
    fn bytes(&self) -> usize {
        heap_bytes(size_of_val(&*self.conditions))
            + heap_bytes(size_of_val(&*self.patterns))
            + memory_bytes(&self.node.memory)
    }
}

/// The place of a statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct StatementNumber(u32);

/// In the place of a statement: the lemma has been forgotten.
const FORGOTTEN: StatementNumber = StatementNumber(u32::MAX);

impl StatementNumber {
    fn place(self) -> usize {
        self.0 as usize
    }
}

/// The lemmas checked so far.
///
/// The hasher has keys of its own in each run, so no file can be made for which looking up is slow.
#[derive(Default)]
pub(crate) struct Lemmas {
    statements: Slab<Statement>,
    /// By lemma what it says.
    said: Vec<StatementNumber>,
    known: HashTable<StatementNumber>,
    hasher: RandomState,
    /// The bytes of the statements that are not in their places in the list.
    bytes: usize,
}

impl Lemmas {
    /// How many lemmas there are, with those that have been forgotten.
    pub(crate) fn len(&self) -> u64 {
        self.said.len() as u64
    }

    /// The bytes that all of it takes.
    pub(crate) fn bytes(&self) -> usize {
        let statements = self.statements.len();
        // A place is a statement, or says which place is free.
        list_bytes::<(Statement, usize)>(statements, self.statements.capacity())
            + list_bytes::<StatementNumber>(self.said.len(), self.said.capacity())
            + table_bytes::<StatementNumber>(statements, self.known.capacity())
            + self.bytes
    }

    /// What a lemma says, unless it has been forgotten.
    pub(crate) fn said(&self, lemma: LemmaNumber) -> Option<StatementNumber> {
        self.said.get(lemma.place()).copied().filter(|number| *number != FORGOTTEN)
    }

    pub(crate) fn statement(&self, number: StatementNumber) -> &Statement {
        &self.statements[number.place()]
    }

    /// Keeps a lemma. Its conditions must be marked, and nothing else.
    ///
    /// # Errors
    /// If there are too many.
    pub(crate) fn keep(&mut self, lemma: Lemma, facts: &Facts, sets: &mut Groups) -> Result<(), String> {
        let hash = self.hash(&lemma);
        let same = |number: &StatementNumber| {
            let said = self.statement(*number);
            let (absent, present) = said.conditions();
            said.kind == lemma.kind
                && absent.len() == lemma.absent.len()
                && present.len() == lemma.present.len()
                && said.groups == lemma.groups
                && *said.patterns == *lemma.patterns
                && said.node == lemma.node
                && absent.iter().all(|fact| facts.marked(*fact) == Some(false))
                && present.iter().all(|fact| facts.marked(*fact) == Some(true))
        };
        if let Some(number) = self.known.find(hash, same) {
            self.statements[number.place()].said += 1;
            self.said.push(*number);
            return Ok(());
        }
        let few = |number: usize| u32::try_from(number).map_err(|_| "there are too many lemmas".to_owned());
        let absent = few(lemma.absent.len())?;
        let Lemma { kind, node, groups, patterns, absent: mut conditions, present } = lemma;
        conditions.extend(present);
        sets.hold(groups);
        let (conditions, patterns) = (conditions.into_boxed_slice(), patterns.into_boxed_slice());
        let statement = Statement { kind, node, groups, patterns, conditions, absent, said: 1, hash };
        self.bytes += statement.bytes();
        // There are no more statements than lemmas, and of those fewer than 2^32 with this one.
        let number = StatementNumber(few(self.statements.insert(statement))?);
        self.said.push(number);
        let statements = &self.statements;
        self.known.insert_unique(hash, number, |number| statements[number.place()].hash);
        Ok(())
    }

    /// Forgets a lemma: it cannot be cited any more.
    pub(crate) fn forget(&mut self, lemma: LemmaNumber, sets: &mut Groups) {
        let Some(number) = self.said(lemma) else { return };
        self.said[lemma.place()] = FORGOTTEN;
        let statement = &mut self.statements[number.place()];
        statement.said -= 1;
        if statement.said == 0 {
            let removed = self.statements.remove(number.place());
            self.bytes -= removed.bytes();
            let Statement { hash, groups, .. } = removed;
            sets.release(groups);
            if let Ok(entry) = self.known.find_entry(hash, |known| *known == number) {
                entry.remove();
            }
        }
    }

    /// A hash in which the order of conditions does not count.
    fn hash(&self, lemma: &Lemma) -> u64 {
        let together = |facts: &[FactNumber]| {
            facts.iter().fold(0_u64, |sum, fact| sum.wrapping_add(self.hasher.hash_one(fact)))
        };
        let says = (lemma.kind, &lemma.node, lemma.groups, &lemma.patterns);
        self.hasher.hash_one((says, together(&lemma.absent), together(&lemma.present)))
    }
}

/// The facts that have been given in full, numbered.
pub(crate) struct Facts {
    room: Room,
    /// The bytes that are taken beside facts.
    pub beside: usize,
    facts: IndexSet<Fact, RandomState>,
    /// How many of them the file lists.
    given: usize,
    /// What the conditions of the lemma that is being read or checked say of each.
    marks: Vec<Option<bool>>,
}

impl Facts {
    /// None yet.
    pub(crate) fn new(room: Room) -> Facts {
        Facts { room, beside: 0, facts: IndexSet::default(), given: 0, marks: Vec::new() }
    }

    /// The bytes that all of it takes.
    pub(crate) fn bytes(&self) -> usize {
        let (length, capacity) = (self.facts.len(), self.facts.capacity());
        // An entry has its hash too, and the lemma at hand may list every fact, twice while it is kept.
        list_bytes::<(Fact, u64)>(length, capacity)
            + table_bytes::<usize>(length, capacity)
            + list_bytes::<Option<bool>>(length, self.marks.capacity())
            + 4 * size_of::<FactNumber>() * length
    }

    /// Numbers a fact of the list, which must be new.
    pub(crate) fn give(&mut self, fact: Fact) -> Result<FactNumber, Fault> {
        let before = self.facts.len();
        let number = self.intern(fact)?;
        if number.place() < before {
            return Err("a fact is listed twice".into());
        }
        self.given = self.facts.len();
        Ok(number)
    }

    /// The number of a fact.
    pub(crate) fn intern(&mut self, fact: Fact) -> Result<FactNumber, Fault> {
        if self.facts.len() == self.facts.capacity() || self.facts.len().is_multiple_of(1 << 12) {
            self.room.holds(self.beside + self.bytes())?;
        }
        let (place, new) = self.facts.insert_full(fact);
        if new {
            self.marks.push(None);
        }
        u32::try_from(place).map(FactNumber).map_err(|_| "there are too many facts".into())
    }

    /// The number of the fact at this place of the list.
    pub(crate) fn given(&self, place: u64) -> Option<FactNumber> {
        // There are fewer than 2^32.
        (place < self.given as u64).then_some(FactNumber(place as u32))
    }

    /// The fact with this number.
    pub(crate) fn get(&self, number: FactNumber) -> &Fact {
        &self.facts[number.0 as usize]
    }

    /// The facts from this place on.
    pub(crate) fn from(&self, place: usize) -> impl Iterator<Item = &Fact> {
        self.facts.iter().skip(place)
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
