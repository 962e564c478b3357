use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};

use crate::request::Error;

/// Whoever wants to hear of checkpoints that cannot be written.
type Listener = Box<dyn Fn(&Error) + Send + Sync>;

/// How far searches have come, for whoever watches, and a way to stop them: counted up by the
/// searches now and then, read by another thread.
#[derive(Default)]
pub struct Meter {
    nodes: AtomicU64,
    interrupted: AtomicBool,
    unsaved: Mutex<Option<Error>>,
    listener: OnceLock<Listener>,
}

impl fmt::Debug for Meter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Meter { nodes, interrupted, unsaved, listener: _ } = self;
        let mut shown = f.debug_struct("Meter");
        shown.field("nodes", nodes).field("interrupted", interrupted).field("unsaved", unsaved);
        shown.finish_non_exhaustive()
    }
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

    /// Why the last checkpoint could not be written. The search goes on all the same, and tries
    /// again when the next is due; `None` once one has been written.
    pub fn unsaved(&self) -> Option<Error> {
        self.unsaved.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Calls this, at the time and in the thread of the search, when a checkpoint cannot be written
    /// although the one before could. Only the first listener is called.
    ///
    /// ```
    /// let meter = kosolver_search::Meter::default();
    /// meter.on_unsaved(|error| eprintln!("{error}; the search goes on"));
    /// ```
    pub fn on_unsaved(&self, listener: impl Fn(&Error) + Send + Sync + 'static) {
        // The first stays.
        let _ = self.listener.set(Box::new(listener));
    }

    /// A checkpoint has been written, or not.
    pub(crate) fn report_checkpoint(&self, fault: Option<&Error>) {
        let before = {
            let mut unsaved = self.unsaved.lock().unwrap_or_else(PoisonError::into_inner);
            std::mem::replace(&mut *unsaved, fault.cloned())
        };
        if let (None, Some(fault), Some(listener)) = (before, fault, self.listener.get()) {
            listener(fault);
        }
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
