//! Which facts are ruled out by others that are present.

use std::collections::HashMap;

use ahash::RandomState;
use kosolver_rules::{Fact, Game};

use crate::lemma::{FactNumber, Facts};

/// Facts that the conditions of one lemma rule out. A rule lets facts exclude each other only if they
/// differ in their index alone; it is asked all the same.
#[derive(Default)]
pub(crate) struct Excluded {
    scans: u32,
    families: Option<HashMap<Fact, FactNumber, RandomState>>,
}

/// So many times the conditions are gone through; then they are sorted by family. Few steps of most
/// rules have guards, and a step for each number of passes where long cycles end the game.
const SCANS: u32 = 8;

fn family(fact: &Fact) -> Fact {
    Fact { index: 0, ..*fact }
}

impl Excluded {
    /// Whether one of these facts, being present, rules out another fact.
    pub(crate) fn has(&mut self, game: &Game, facts: &Facts, present: &[FactNumber], fact: &Fact) -> bool {
        let excludes = |number: &FactNumber| game.excludes(facts.get(*number), fact);
        if self.families.is_none() && self.scans < SCANS {
            self.scans += 1;
            return present.iter().any(excludes);
        }
        let families = self.families.get_or_insert_with(|| {
            present.iter().map(|number| (family(facts.get(*number)), *number)).collect()
        });
        families.get(&family(fact)).is_some_and(excludes)
    }
}
