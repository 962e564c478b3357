use ahash::HashSet;
use kosolver_board::{Colour, Position};

use crate::{Legality, Step};

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
}

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
        let legal = match &step.legality {
            Legality::Always => true,
            Legality::Unless(fact) => !self.has(fact),
            Legality::Never(_) => false,
        };
        legal
            && step.present.iter().all(|fact| self.has(fact))
            && !step.absent.iter().any(|fact| self.has(fact))
    }

    /// The history after a step.
    pub fn after(&self, step: &Step) -> Facts {
        let kept = self.0.iter().filter(|fact| !step.clears.contains(&fact.scope));
        kept.chain(&step.inserts).copied().collect()
    }
}

impl FromIterator<Fact> for Facts {
    fn from_iter<I: IntoIterator<Item = Fact>>(facts: I) -> Facts {
        Facts(facts.into_iter().collect())
    }
}
