//! The history of the line being searched: a set of facts that can be wound back.

use crate::graph::{Edge, Graph, NONE};
use crate::symmetry::Turn;

/// Facts by number, in the frame of the game, with a log to undo. An edge comes with the turn
/// from the frame of its node.
#[derive(Default)]
pub(crate) struct History {
    bits: Vec<u64>,
    /// The facts of the set in the order they came; those forgotten are taken out.
    order: Vec<u32>,
    log: Vec<Change>,
}

enum Change {
    Inserted,
    /// The order before facts were forgotten.
    Cleared(Vec<u32>),
}

/// A moment to go back to.
#[derive(Clone, Copy)]
pub(crate) struct Moment(usize);

impl History {
    #[inline]
    pub(crate) fn has(&self, fact: u32) -> bool {
        let word = (fact / 64) as usize;
        self.bits.get(word).is_some_and(|bits| bits >> (fact % 64) & 1 == 1)
    }

    fn set(&mut self, fact: u32) {
        let word = (fact / 64) as usize;
        if word >= self.bits.len() {
            self.bits.resize(word * 2 + 64, 0);
        }
        self.bits[word] |= 1 << (fact % 64);
    }

    fn unset(&mut self, fact: u32) {
        self.bits[(fact / 64) as usize] &= !(1 << (fact % 64));
    }

    /// The facts of the set.
    #[cfg(test)]
    pub(crate) fn facts(&self) -> &[u32] {
        &self.order
    }

    pub(crate) fn insert(&mut self, fact: u32) {
        if !self.has(fact) {
            self.set(fact);
            self.order.push(fact);
            self.log.push(Change::Inserted);
        }
    }

    /// Whether an edge is legal and its guards hold.
    #[inline]
    pub(crate) fn allows(&self, graph: &Graph, edge: &Edge, turn: Turn) -> bool {
        !self.prohibits(graph, edge, turn)
            && graph.extra(edge).is_none_or(|extra| {
                extra.present.iter().all(|&fact| self.has(graph.image(turn, fact)))
                    && !extra.absent.iter().any(|&fact| self.has(graph.image(turn, fact)))
            })
    }

    /// Whether an edge is prohibited by a fact.
    #[inline]
    pub(crate) fn prohibits(&self, graph: &Graph, edge: &Edge, turn: Turn) -> bool {
        edge.forbid != NONE && self.has(graph.image(turn, edge.forbid))
    }

    /// Makes a move.
    pub(crate) fn make(&mut self, graph: &Graph, edge: &Edge, turn: Turn) -> Moment {
        let moment = Moment(self.log.len());
        if let Some(extra) = graph.extra(edge) {
            if !extra.clears.is_empty() {
                let before = std::mem::take(&mut self.order);
                for &fact in &before {
                    if extra.clears.contains(&graph.facts.scope(fact)) {
                        self.unset(fact);
                    } else {
                        self.order.push(fact);
                    }
                }
                self.log.push(Change::Cleared(before));
            }
            for &fact in &extra.inserts {
                self.insert(graph.image(turn, fact));
            }
        }
        if edge.insert != NONE {
            self.insert(graph.image(turn, edge.insert));
        }
        moment
    }

    /// The present moment.
    pub(crate) fn now(&self) -> Moment {
        Moment(self.log.len())
    }

    /// Takes back all that came after a moment.
    pub(crate) fn undo(&mut self, moment: Moment) {
        while self.log.len() > moment.0 {
            match self.log.pop() {
                Some(Change::Inserted) => {
                    if let Some(fact) = self.order.pop() {
                        self.unset(fact);
                    }
                }
                Some(Change::Cleared(before)) => {
                    for &fact in &before {
                        self.set(fact);
                    }
                    self.order = before;
                }
                None => return,
            }
        }
    }
}
