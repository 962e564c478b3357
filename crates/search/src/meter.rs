use std::sync::atomic::{AtomicU64, Ordering};

/// How far a search has come, for whoever watches: written by the search now and then, read by
/// another thread.
#[derive(Debug, Default)]
pub struct Meter {
    nodes: AtomicU64,
}

impl Meter {
    /// Nodes visited so far.
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    pub(crate) fn record(&self, nodes: u64) {
        self.nodes.store(nodes, Ordering::Relaxed);
    }
}
