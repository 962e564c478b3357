//! Tables that threads share, and the threads' stacks (docs/threads.md).

mod arena;
mod big_stack;
mod index;
mod interner;
pub(crate) mod sync;

pub(crate) use arena::{
    Budget, Cursor, Full, MOST_CHUNKS, NONE, Records, Shared, Words, numbers, read, write,
};
pub(crate) use big_stack::{Deep, STACK};
pub(crate) use index::Index;
pub(crate) use interner::Interner;
