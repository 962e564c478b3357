//! Guides: what knows who is ahead, so that a search looks in the right place first.

pub(crate) mod life;
pub(crate) mod pool;
pub(crate) mod probes;
pub(crate) mod windows;
