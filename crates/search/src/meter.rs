use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// How far searches have come, for whoever watches, and a way to stop them: counted up by the
/// searches now and then, read by another thread.
#[derive(Debug, Default)]
pub struct Meter {
    nodes: AtomicU64,
    interrupted: AtomicBool,
}

impl Meter {
    /// Nodes visited so far.
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    /// Asks proof searches to stop. They do so within a fraction of a second, write their
    /// checkpoint if they keep one, and return [`crate::Error::Interrupted`].
    pub fn interrupt(&self) {
        self.interrupted.store(true, Ordering::Relaxed);
    }

    pub(crate) fn is_interrupted(&self) -> bool {
        self.interrupted.load(Ordering::Relaxed)
    }

    /// How many nodes a search visits before it counts them here.
    pub(crate) const STRIDE: u64 = 1 << 14;

    pub(crate) fn add(&self, nodes: u64) {
        self.nodes.fetch_add(nodes, Ordering::Relaxed);
    }
}
