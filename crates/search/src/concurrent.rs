//! Tables that threads share, and the threads' stacks (docs/threads.md).

pub(crate) mod arena;
pub(crate) mod big_stack;
pub(crate) mod index;
pub(crate) mod interner;
pub(crate) mod sync;
