use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use kosolver_board::Interrupt;
use kosolver_rules::Score;

/// How far a search has come, for whoever watches, and a way to stop it. Clones are the same meter:
/// the search counts it up now and then, other threads read it.
///
/// ```
/// use kosolver_search::{Error, Meter, Request, solve};
///
/// let meter = Meter::default();
/// meter.interrupt(); // from another thread, for instance
/// let game = kosolver_rules::Game::new("3x3".parse()?, "psk".parse()?)?;
/// let stopped = solve(&Request::empty(game), &meter);
/// assert_eq!(stopped, Err(Error::Interrupted { saved: false }));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Meter {
    gauges: Arc<Gauges>,
    interrupt: Interrupt,
}

#[derive(Debug, Default)]
struct Gauges {
    nodes: AtomicU64,
    bytes: AtomicU64,
    bounds: Mutex<(Option<Score>, Option<Score>)>,
}

impl Meter {
    /// A meter of work that also stops when this is asked for.
    pub fn until(interrupt: Interrupt) -> Meter {
        Meter { interrupt, ..Meter::default() }
    }

    /// Nodes visited so far.
    pub fn nodes(&self) -> u64 {
        self.gauges.nodes.load(Ordering::Relaxed)
    }

    /// Bytes that the tables of the search take now.
    pub fn bytes(&self) -> u64 {
        self.gauges.bytes.load(Ordering::Relaxed)
    }

    /// What is known so far of the value that is looked for: the least and the greatest it can be.
    pub fn bounds(&self) -> (Option<Score>, Option<Score>) {
        *self.gauges.bounds.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Asks searches to stop. They do so within a fraction of a second, write their
    /// checkpoint if they keep one, and return [`crate::Error::Interrupted`].
    pub fn interrupt(&self) {
        self.interrupt.stop();
    }

    /// What stops the searches.
    pub fn interrupt_handle(&self) -> &Interrupt {
        &self.interrupt
    }

    /// The same meter, of work that also stops when its time is over.
    pub(crate) fn limited(&self, time: Option<Duration>) -> Meter {
        match time {
            Some(time) => Meter { interrupt: self.interrupt.by(Instant::now() + time), ..self.clone() },
            None => self.clone(),
        }
    }

    pub(crate) fn is_interrupted(&self) -> bool {
        self.interrupt.is_stopped()
    }

    /// How many nodes a search visits before it counts them here.
    pub(crate) const STRIDE: u64 = 1 << 14;

    pub(crate) fn add(&self, nodes: u64) {
        self.gauges.nodes.fetch_add(nodes, Ordering::Relaxed);
    }

    pub(crate) fn takes(&self, bytes: u64) {
        self.gauges.bytes.store(bytes, Ordering::Relaxed);
    }

    pub(crate) fn bound(&self, bounds: (Option<Score>, Option<Score>)) {
        *self.gauges.bounds.lock().unwrap_or_else(PoisonError::into_inner) = bounds;
    }
}
