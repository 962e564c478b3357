use ahash::HashSet;
use kosolver_board::{Colour, Position};
use smallvec::SmallVec;

use crate::Step;

/// A set of facts that a move can forget together. A ko rule numbers its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Scope(pub u8);

/// Something the history of a game says, in the words of a ko rule.
///
/// Which fields a rule uses is its own business; those it does not use keep their defaults.
/// All of a fact that has to do with points is in its positions, so a symmetry of the board maps
/// every fact without knowing its rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Fact {
    /// The scope it is forgotten with.
    pub scope: Scope,
    /// A player.
    pub colour: Option<Colour>,
    /// A small number.
    pub index: u16,
    /// A position.
    pub position: Position,
    /// A second position.
    pub to: Position,
}

impl Fact {
    /// A fact about a position.
    pub fn about(scope: Scope, position: Position) -> Fact {
        Fact { scope, colour: None, index: 0, position, to: Position::EMPTY }
    }

    /// The same fact about one player.
    pub fn of(self, colour: Colour) -> Fact {
        Fact { colour: Some(colour), ..self }
    }

    /// The same fact with a second position.
    pub fn to(self, to: Position) -> Fact {
        Fact { to, ..self }
    }

    /// The same fact with a number.
    pub fn at(self, index: u16) -> Fact {
        Fact { index, ..self }
    }

    /// The last position that it speaks of: its second, if it has one with stones, else its first.
    pub fn last_position(&self) -> Position {
        if self.to == Position::EMPTY { self.position } else { self.to }
    }

    /// What it says of its position.
    pub fn predicate(self) -> Predicate {
        let Fact { scope, colour, index, to, .. } = self;
        Predicate { scope, colour, index, to }
    }
}

/// What facts say of a position: all of a fact but its position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Predicate {
    /// The scope of the facts.
    pub scope: Scope,
    /// A player.
    pub colour: Option<Colour>,
    /// A small number.
    pub index: u16,
    /// A second position.
    pub to: Position,
}

impl Predicate {
    /// The fact that says so of a position.
    pub fn of(self, position: Position) -> Fact {
        let Predicate { scope, colour, index, to } = self;
        Fact { scope, colour, index, position, to }
    }
}

/// A change of a step beyond inserting and clearing: of every position, what `to` says after the step
/// is what `from` said before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pull {
    /// What is said after the step.
    pub to: Predicate,
    /// What was said before it.
    pub from: Predicate,
}

/// What a fact after a step says of the history before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Before {
    /// Nothing: the step makes it true.
    Inserted,
    /// Nothing: the step makes it false.
    Cleared,
    /// That this fact was true: mostly the same one.
    If(Fact),
}

/// A few facts, in a `SmallVec` of version 1; one of them needs no memory of its own.
pub type FactList = SmallVec<[Fact; 1]>;

/// A history: the facts that hold. Plain and slow; the searches keep their own.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Facts(HashSet<Fact>);

impl Facts {
    /// Whether this history has a fact.
    pub fn has(&self, fact: &Fact) -> bool {
        self.0.contains(fact)
    }

    /// Whether a step's guards hold and nothing prohibits it.
    pub fn allow(&self, step: &Step) -> bool {
        step.legality.allowed(|fact| self.has(fact)) && step.applies(|fact| self.has(fact))
    }

    /// The history after a step.
    pub fn after(&self, step: &Step) -> Facts {
        step.history_after(self.0.iter().copied()).collect()
    }
}

impl FromIterator<Fact> for Facts {
    fn from_iter<I: IntoIterator<Item = Fact>>(facts: I) -> Facts {
        Facts(facts.into_iter().collect())
    }
}
