//! The cells that threads share. All tables take them from here, so that a test can put others in
//! their place, whose every interleaving it runs through (`tests/models`).
//!
//! Who writes which cell, who reads it and in what order: `docs/search.md`, "What threads share".

pub(crate) use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
pub(crate) use std::sync::{Mutex, MutexGuard, OnceLock, RwLock, RwLockReadGuard, RwLockWriteGuard};

/// Records in a chunk, as a power of 2.
pub(crate) const RECORDS: u32 = 14;

/// Words in a chunk, as a power of 2.
pub(crate) const WORDS: u32 = 18;

/// The same for what is only there for a moment.
pub(crate) const FEW_WORDS: u32 = 12;

/// Places in the first table of an index, as a power of 2.
pub(crate) const FIRST: u32 = 10;
