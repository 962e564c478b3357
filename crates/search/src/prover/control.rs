//! What the threads of a search tell each other.

use std::time::Instant;

use crossbeam_utils::CachePadded;

use crate::concurrent::sync::{AtomicBool, AtomicU32, Ordering};

/// What the threads of a search tell each other.
pub(crate) struct Control {
    /// All are to stop where they are.
    pub stop: AtomicBool,
    /// For each thread how often another has settled a node it was below.
    pub(super) settled: Vec<CachePadded<AtomicU32>>,
    /// When to stop for a checkpoint.
    pub(super) deadline: Option<Instant>,
}

impl Control {
    pub(crate) fn new(threads: usize, deadline: Option<Instant>) -> Control {
        let settled = (0..threads).map(|_| CachePadded::new(AtomicU32::new(0))).collect();
        Control { stop: AtomicBool::new(false), settled, deadline }
    }

    pub(crate) fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}
