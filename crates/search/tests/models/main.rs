//! Every interleaving of a few threads on the tables of the search, with the memory orders as they are
//! written: the sources of the tables are compiled here once more, on cells of which `loom` keeps
//! the history. Chunks and tables are tiny, so that threads reach the end of one and the beginning of
//! the next.
//!
//! `docs/threads.md` says which cells there are.

// Of the tables only what threads share is modelled.
#![allow(dead_code)]

#[path = "../../src/arena.rs"]
mod arena;
#[path = "../../src/buckets.rs"]
#[allow(dead_code)]
mod buckets;
#[path = "../../src/index.rs"]
mod index;
#[path = "../../src/interner.rs"]
mod interner;
#[path = "../../src/lemma.rs"]
mod lemma;
#[path = "../../src/long.rs"]
mod long;

mod models;
mod sync;
