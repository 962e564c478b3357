use std::sync::atomic::{AtomicU64, Ordering};

use kosolver_board::Interrupt;

/// How far searches have come, for whoever watches, and a way to stop them: counted up by the
/// searches now and then, read by another thread.
#[derive(Debug, Default)]
pub struct Meter {
    nodes: AtomicU64,
    interrupted: Interrupt,
}

impl Meter {
    /// Nodes visited so far.
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    /// Asks searches, and the building of tablebases, to stop. They do so within a fraction of a
    /// second, write their checkpoint if they keep one, and return [`crate::Error::Interrupted`].
    pub fn interrupt(&self) {
        self.interrupted.stop();
    }

    /// What stops all work that this meter counts, tablebases included.
    pub fn interrupt_handle(&self) -> &Interrupt {
        &self.interrupted
    }

    pub(crate) fn is_interrupted(&self) -> bool {
        self.interrupted.is_stopped()
    }

    /// How many nodes a search visits before it counts them here.
    pub(crate) const STRIDE: u64 = 1 << 14;

    pub(crate) fn add(&self, nodes: u64) {
        self.nodes.fetch_add(nodes, Ordering::Relaxed);
    }
}
