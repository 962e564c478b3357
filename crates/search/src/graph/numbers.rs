//! The numbers of nodes, facts and memories.

use crate::concurrent::{NONE, Shared, read};

/// The number of a node; nodes are numbered from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct NodeNumber(pub u32);

/// The number of a fact: see `graph/facts.rs`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct FactNumber(pub u64);

/// The number of a node's memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct MemoryNumber(pub u32);

impl NodeNumber {
    /// No node.
    pub(crate) const NONE: NodeNumber = NodeNumber(NONE);
}

impl FactNumber {
    /// No fact.
    pub(crate) const NONE: FactNumber = FactNumber(u64::MAX);

    /// Whether it takes two words.
    pub(crate) fn is_wide(self) -> bool {
        self != FactNumber::NONE && self.0 >= NONE.into()
    }

    /// Its words, the low one first: two where the facts beside it are wide, else one.
    #[inline]
    pub(crate) fn words(self, are_wide: bool) -> impl Iterator<Item = u32> {
        [self.0 as u32, (self.0 >> u32::BITS) as u32].into_iter().take(1 + usize::from(are_wide))
    }

    /// The fact with these words.
    #[inline]
    pub(crate) fn of_words(words: &[[Shared; 1]]) -> FactNumber {
        FactNumber(words.iter().rev().fold(0, |fact, word| fact << u32::BITS | u64::from(read(&word[0]))))
    }
}

impl MemoryNumber {
    /// The empty memory.
    pub(crate) const EMPTY: MemoryNumber = MemoryNumber(0);
}

/// Facts that are kept in words: each in one as long as the numbers of all of them fit, else each in two.
#[derive(Clone, Copy)]
pub(crate) struct FactRun<'a> {
    words: &'a [[Shared; 1]],
    width: usize,
}

impl<'a> FactRun<'a> {
    pub(crate) const EMPTY: FactRun<'static> = FactRun { words: &[], width: 1 };

    /// So many facts at the beginning of some words, and the words after them.
    #[inline]
    pub(crate) fn split(
        words: &'a [[Shared; 1]],
        count: usize,
        are_wide: bool,
    ) -> (FactRun<'a>, &'a [[Shared; 1]]) {
        let width = 1 + usize::from(are_wide);
        let (words, rest) = words.split_at(count * width);
        (FactRun { words, width }, rest)
    }

    #[inline]
    pub(crate) fn len(self) -> usize {
        self.words.len() / self.width
    }
}

/// The facts of a run.
#[inline]
pub(crate) fn facts(run: FactRun<'_>) -> impl ExactSizeIterator<Item = FactNumber> + Clone {
    run.words.chunks_exact(run.width).map(FactNumber::of_words)
}
