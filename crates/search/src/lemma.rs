//! History lemmas: what has been proved of a node, and under which histories.
//!
//! A lemma says: *from this node, under every history that has none of the facts A and all of
//! the facts B, this player wins at this threshold.* It is exact, however positions
//! transpose: nothing is ever believed under a history it was not proved for.

use crate::graph::NONE;

/// A lemma's place in the store. [`Lemma::PLAIN`] is the lemma without conditions that needs
/// no place: the player to move ends the game at once and wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Lemma(u32);

impl Lemma {
    pub(crate) const PLAIN: Lemma = Lemma(NONE);
}

/// The conditions of a lemma under construction.
#[derive(Default)]
pub(crate) struct Conditions {
    pub absent: Vec<u32>,
    pub present: Vec<u32>,
}

impl Conditions {
    pub(crate) fn clear(&mut self) {
        self.absent.clear();
        self.present.clear();
    }

    pub(crate) fn tidy(&mut self) {
        for facts in [&mut self.absent, &mut self.present] {
            facts.sort_unstable();
            facts.dedup();
        }
    }
}

/// All lemmas, in one run of words. A lemma is
///
/// ```text
///   next lemma of the node | threshold << 1 | black wins | ledger | count of A | count of B | A … | B …
/// ```
///
/// with A and B in ascending order. The lemmas of nodes that differ only in their ledgers are
/// kept together, since one may serve where another ledger is as good.
#[derive(Default)]
pub(crate) struct Lemmas {
    words: Vec<u32>,
    /// The first lemma of each node.
    heads: Vec<u32>,
    count: u64,
}

const HEADER: usize = 5;

impl Lemmas {
    /// How many lemmas have been proved.
    pub(crate) fn proved(&self) -> u64 {
        self.count
    }

    fn head(&self, node: u32) -> u32 {
        self.heads.get(node as usize).copied().unwrap_or(NONE)
    }

    /// The facts A and B of a lemma.
    #[inline]
    pub(crate) fn conditions(&self, lemma: Lemma) -> (&[u32], &[u32]) {
        if lemma == Lemma::PLAIN {
            return (&[], &[]);
        }
        let at = lemma.0 as usize;
        let (absent, present) = (self.words[at + 3] as usize, self.words[at + 4] as usize);
        let facts = &self.words[at + HEADER..at + HEADER + absent + present];
        facts.split_at(absent)
    }

    /// The kind of a lemma: `threshold << 1 | black wins`.
    pub(crate) fn kind(&self, lemma: Lemma) -> u32 {
        self.words[lemma.0 as usize + 1]
    }

    /// A lemma of the node whose conditions are met, and who wins by it (`true` for Black).
    /// `holds` tells which facts the history has, `useful[threshold << 1 | black wins]` which
    /// lemmas decide the question at hand, `serves(kind, ledger)` whether a lemma for that
    /// ledger does here.
    #[inline]
    pub(crate) fn find(
        &self,
        node: u32,
        holds: impl Fn(u32) -> bool,
        useful: &[bool],
        mut serves: impl FnMut(u32, u32) -> bool,
    ) -> Option<(Lemma, bool)> {
        let mut at = self.head(node);
        while at != NONE {
            let kind = self.words[at as usize + 1];
            if useful[kind as usize] {
                let (absent, present) = self.conditions(Lemma(at));
                // What must be there fails more often than what must not.
                let met = present.iter().all(|&fact| holds(fact)) && !absent.iter().any(|&fact| holds(fact));
                if met && serves(kind, self.words[at as usize + 2]) {
                    return Some((Lemma(at), kind & 1 == 1));
                }
            }
            at = self.words[at as usize];
        }
        None
    }

    /// Adds a lemma and drops those of the node that it makes superfluous. `weaker[kind]`
    /// tells which kinds of lemma the new kind's verdict covers.
    pub(crate) fn add(
        &mut self,
        node: u32,
        kind: u32,
        ledger: u32,
        conditions: &Conditions,
        weaker: &[bool],
    ) -> Lemma {
        let index = node as usize;
        if index >= self.heads.len() {
            self.heads.resize(index * 2 + 64, NONE);
        }
        let mut link: Option<usize> = None;
        let mut at = self.heads[index];
        while at != NONE {
            let next = self.words[at as usize];
            let (absent, present) = self.conditions(Lemma(at));
            let covered = self.words[at as usize + 2] == ledger
                && weaker[self.words[at as usize + 1] as usize]
                && includes(absent, &conditions.absent)
                && includes(present, &conditions.present);
            if covered {
                match link {
                    None => self.heads[index] = next,
                    Some(link) => self.words[link] = next,
                }
            } else {
                link = Some(at as usize);
            }
            at = next;
        }
        let lemma = u32::try_from(self.words.len()).ok().filter(|&at| at != NONE);
        let lemma = lemma.expect("fewer than 2^32 words of lemmas");
        self.words.push(self.heads[index]);
        self.words.push(kind);
        self.words.push(ledger);
        self.words.push(conditions.absent.len() as u32);
        self.words.push(conditions.present.len() as u32);
        self.words.extend_from_slice(&conditions.absent);
        self.words.extend_from_slice(&conditions.present);
        self.heads[index] = lemma;
        self.count += 1;
        Lemma(lemma)
    }
}

/// Whether the sorted `all` includes the sorted `some`.
fn includes(all: &[u32], some: &[u32]) -> bool {
    if some.len() > all.len() {
        return false;
    }
    let mut rest = all.iter();
    some.iter().all(|fact| rest.by_ref().any(|other| other == fact))
}
