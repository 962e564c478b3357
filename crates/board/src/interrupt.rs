use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// A request to stop, shared by whoever may ask for it and whoever works.
///
/// Clones are the same request: once [`Interrupt::stop`] is called on one of them, all of them say
/// so, for ever. Long work asks every few milliseconds and ends with an error.
///
/// ```
/// use kosolver_board::Interrupt;
///
/// let interrupt = Interrupt::default();
/// let shared = interrupt.clone();
/// std::thread::spawn(move || shared.stop()).join().expect("it ends");
/// assert!(interrupt.is_stopped());
/// ```
#[derive(Clone, Debug, Default)]
pub struct Interrupt {
    asked: Arc<AtomicBool>,
    deadline: Option<Instant>,
}

impl Interrupt {
    /// Asks all work that knows this request to stop.
    pub fn stop(&self) {
        // Nothing else is told by it, so no order is needed.
        self.asked.store(true, Ordering::Relaxed);
    }

    /// Whether somebody has asked.
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.asked.load(Ordering::Relaxed) || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// The same request, which also says so of itself from a moment on.
    pub fn by(&self, deadline: Instant) -> Interrupt {
        let deadline = self.deadline.map_or(deadline, |earlier| earlier.min(deadline));
        Interrupt { asked: Arc::clone(&self.asked), deadline: Some(deadline) }
    }
}
