//! What a thread has at hand.

use ahash::HashMap;

use crate::concurrent::Budget;
use crate::graph::{MemoryNumber, NodeNumber, Pen};
use crate::prover::{Candidate, Draft, History};

/// The most comparisons of memories that a thread remembers.
pub(crate) const WEIGHED: usize = 1 << 20;

/// About how many bytes of the stack a move of the line takes.
const FRAME: u64 = 1 << 10;

/// What a thread keeps from one search to the next.
#[derive(Default)]
pub(crate) struct Hand {
    pub history: History,
    pub pen: Pen,
    pub(super) candidates: Vec<Candidate>,
    /// By edge of the node at hand the node it leads to, or none if that has not been made.
    pub(super) nexts: Vec<NodeNumber>,
    pub(super) draft: Draft,
    /// By kind of lemma and two memories: does such a lemma for the second serve with the first?
    pub(super) outweighs: HashMap<(u32, MemoryNumber, MemoryNumber), bool>,
    /// The most comparisons of memories that are remembered.
    pub(super) weighed: usize,
    /// The nodes from the root to here, each with its first lemma when it was last looked at.
    pub(super) path: Vec<(NodeNumber, u32)>,
    pub nodes: u64,
    /// The bytes that the budget knows of.
    counted: u64,
}

impl Hand {
    /// Remembers at most so many comparisons of memories.
    pub(crate) fn new(weighed: usize) -> Hand {
        Hand { weighed, ..Hand::default() }
    }

    /// Forgets whatever has to do with tables that are no more.
    pub(crate) fn forget_tables(&mut self) {
        *self = Hand { nodes: self.nodes, ..Hand::new(self.weighed) };
    }

    /// The bytes of its lists and of the thread's stack.
    fn bytes(&self) -> u64 {
        let lists = size_of::<Candidate>() * self.candidates.capacity()
            + size_of::<((u32, MemoryNumber, MemoryNumber), bool)>() * 2 * self.outweighs.capacity()
            + self.history.bytes();
        lists as u64 + FRAME * self.path.capacity() as u64
    }

    /// Tells the budget what has been added since the last time.
    pub(super) fn count(&mut self, budget: &Budget) {
        let now = self.bytes();
        if now > self.counted {
            budget.take(now - self.counted);
            self.counted = now;
        }
    }
}
