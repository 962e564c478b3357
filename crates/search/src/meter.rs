use std::sync::atomic::{AtomicU64, Ordering};

/// How far searches have come, for whoever watches: counted up by the searches now and then,
/// read by another thread.
#[derive(Debug, Default)]
pub struct Meter {
    nodes: AtomicU64,
}

impl Meter {
    /// Nodes visited so far.
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    /// How many nodes a search visits before it counts them here.
    pub(crate) const STRIDE: u64 = 1 << 14;

    pub(crate) fn add(&self, nodes: u64) {
        self.nodes.fetch_add(nodes, Ordering::Relaxed);
    }

    pub(crate) fn count_stride(&self) {
        self.nodes.fetch_add(Meter::STRIDE, Ordering::Relaxed);
    }
}
