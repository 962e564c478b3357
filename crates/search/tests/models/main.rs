//! Every interleaving of a few threads on the tables of the search, with the memory orders as they are
//! written: the sources of the tables are compiled here once more, on cells of which `loom` keeps
//! the history. Chunks and tables are tiny, so that threads reach the end of one and the beginning of
//! the next.
//!
//! `docs/threads.md` says which cells there are.

// Of the tables only what threads share is modelled.
#![allow(dead_code)]

#[path = "../../src/concurrent"]
mod concurrent {
    pub(crate) mod arena;
    pub(crate) mod index;
    pub(crate) mod interner;
    #[path = "../../tests/models/sync.rs"]
    pub(crate) mod sync;
}
#[path = "../../src/graph"]
mod graph {
    pub(crate) mod numbers;
}
#[path = "../../src/lemma"]
mod lemma {
    pub(crate) mod buckets;
    pub(crate) mod long_list;
    pub(crate) mod store;
}

mod models;
