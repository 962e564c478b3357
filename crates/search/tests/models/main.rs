//! Every interleaving of a few threads on the tables of the search, with the memory orders as they are
//! written: the sources of the tables are compiled here once more, on cells of which `loom` keeps
//! the history. Chunks and tables are tiny, so that threads reach the end of one and the beginning of
//! the next.
//!
//! `docs/search.md`, "What threads share" says which cells there are.

// Of the tables only what threads share is modelled.
#![allow(dead_code)]

#[path = "../../src/concurrent"]
mod concurrent {
    mod arena;
    mod index;
    mod interner;
    #[path = "../../tests/models/sync.rs"]
    pub(crate) mod sync;

    pub(crate) use arena::{Budget, Cursor, Full, NONE, Records, Shared, Words, numbers, read, write};
    pub(crate) use index::Index;
    pub(crate) use interner::Interner;
}
#[path = "../../src/graph"]
mod graph {
    mod numbers;

    use kosolver_board::Colour;
    use kosolver_rules::Scope;

    pub(crate) use numbers::{FactNumber, FactRun, MemoryNumber, NodeNumber, facts};

    use crate::concurrent::Budget;
    use crate::lemma::{Bucket, Pattern};

    /// What lemmas without buckets and patterns ask of the graph.
    pub(crate) struct Graph {
        pub budget: Budget,
    }

    impl Graph {
        pub(crate) fn bucket(&self, _: FactNumber) -> Option<Bucket> {
            None
        }

        pub(crate) fn more_stones(&self, _: Scope, _: Colour, _: NodeNumber) -> Pattern {
            unreachable!("no lemma has a pattern")
        }
    }
}
#[path = "../../src/lemma"]
mod lemma {
    mod buckets;
    mod long_list;
    mod pattern;
    mod store;

    pub(crate) use buckets::{Bucket, Buckets, PAGE, Pages, SCOPES};
    pub(crate) use long_list::{Entry, LongList, LongLists};
    pub(crate) use pattern::{Pattern, Patterns, kept_words};
    pub(crate) use store::{Claim, Conditions, Lemma, Lemmas, MANY};
}

mod models;
