//! Tables that threads share (docs/search.md, "What threads share").

mod arena;
mod index;
mod interner;
pub(crate) mod sync;

pub(crate) use arena::{
    Budget, Cursor, Full, MOST_CHUNKS, NONE, Records, Shared, Words, numbers, read, write,
};
pub(crate) use index::Index;
pub(crate) use interner::Interner;
