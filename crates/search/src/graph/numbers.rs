//! The numbers of nodes, facts and memories.

use crate::concurrent::{NONE, Shared, numbers};

/// The number of a node; nodes are numbered from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct NodeNumber(pub u32);

/// The number of a fact: see `graph/facts.rs`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct FactNumber(pub u32);

/// The number of a node's memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct MemoryNumber(pub u32);

impl NodeNumber {
    /// No node.
    pub(crate) const NONE: NodeNumber = NodeNumber(NONE);
}

impl FactNumber {
    /// No fact.
    pub(crate) const NONE: FactNumber = FactNumber(NONE);
}

impl MemoryNumber {
    /// The empty memory.
    pub(crate) const EMPTY: MemoryNumber = MemoryNumber(0);
}

/// The facts that are kept in a run of words.
#[inline]
pub(crate) fn facts(run: &[[Shared; 1]]) -> impl ExactSizeIterator<Item = FactNumber> + Clone {
    numbers(run).map(FactNumber)
}
