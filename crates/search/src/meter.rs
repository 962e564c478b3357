use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// How far searches have come, for whoever watches, and a way to stop them: counted up by the
/// searches now and then, read by another thread.
#[derive(Debug)]
pub struct Meter {
    nodes: AtomicU64,
    limit: u64,
    interrupted: AtomicBool,
}

impl Default for Meter {
    fn default() -> Meter {
        Meter::limited(u64::MAX)
    }
}

impl Meter {
    /// A meter that interrupts proof searches once they have visited this many nodes, rounded up to
    /// [`Meter::STRIDE`] of them: with one thread always at the same one.
    pub fn limited(limit: u64) -> Meter {
        Meter { nodes: AtomicU64::new(0), limit, interrupted: AtomicBool::new(false) }
    }

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
        self.interrupted.load(Ordering::Relaxed) || self.nodes() >= self.limit
    }

    /// How many nodes a search visits before it counts them here.
    pub const STRIDE: u64 = 1 << 14;

    pub(crate) fn add(&self, nodes: u64) {
        self.nodes.fetch_add(nodes, Ordering::Relaxed);
    }
}
