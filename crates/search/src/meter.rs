use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use kosolver_board::Interrupt;
use kosolver_rules::Score;
use kosolver_tablebase::Progress;

use crate::error::Error;

/// Whoever wants to hear of checkpoints that cannot be written.
type Listener = Box<dyn Fn(&Error) + Send + Sync>;

/// What is being done with a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Activity {
    /// It looks for values.
    #[default]
    Searching,
    /// A network learns from games against itself.
    Learning {
        /// How many it has played.
        games: u64,
        /// How many it will play.
        of: u64,
    },
    /// A scout looks ahead.
    LookingAhead {
        /// How many nodes it has visited.
        nodes: u64,
    },
    /// What a scout has found is kept.
    KeepingProof {
        /// How many positions of it so far.
        positions: u64,
    },
    /// The certificate of the value is written.
    WritingCertificate {
        /// Of how many lemmas it is known whether they are needed, and of how many they are written.
        steps: u64,
        /// How many of both there are at most; 0 as long as nobody knows.
        of: u64,
    },
    /// A checker reads the certificate.
    VerifyingCertificate,
}

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

#[derive(Default)]
struct Gauges {
    nodes: AtomicU64,
    bytes: AtomicU64,
    bounds: Mutex<(Option<Score>, Option<Score>)>,
    unsaved: Mutex<Option<Error>>,
    listener: OnceLock<Listener>,
    guide: Mutex<Option<Arc<Progress>>>,
    activity: Mutex<Activity>,
}

impl fmt::Debug for Gauges {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Gauges { nodes, bytes, bounds, unsaved, listener: _, guide: _, activity } = self;
        let mut shown = f.debug_struct("Gauges");
        shown.field("nodes", nodes).field("bytes", bytes).field("bounds", bounds).field("unsaved", unsaved);
        shown.field("activity", activity);
        shown.finish_non_exhaustive()
    }
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

    /// Why the last checkpoint could not be written. The search goes on all the same, and tries
    /// again when the next is due; `None` once one has been written.
    pub fn unsaved(&self) -> Option<Error> {
        self.gauges.unsaved.lock().unwrap_or_else(PoisonError::into_inner).clone()
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
        let _ = self.gauges.listener.set(Box::new(listener));
    }

    /// A checkpoint has been written, or not.
    pub(crate) fn report_checkpoint(&self, fault: Option<&Error>) {
        let before = {
            let mut unsaved = self.gauges.unsaved.lock().unwrap_or_else(PoisonError::into_inner);
            std::mem::replace(&mut *unsaved, fault.cloned())
        };
        if let (None, Some(fault), Some(listener)) = (before, fault, self.gauges.listener.get()) {
            listener(fault);
        }
    }

    /// What is being done.
    pub fn activity(&self) -> Activity {
        *self.gauges.activity.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Does work and says meanwhile what it is; after it, that the search goes on.
    pub fn during<T>(&self, activity: Activity, work: impl FnOnce() -> T) -> T {
        self.is_at(activity);
        let done = work();
        self.is_at(Activity::Searching);
        done
    }

    /// What is being done now.
    pub(crate) fn is_at(&self, activity: Activity) {
        *self.gauges.activity.lock().unwrap_or_else(PoisonError::into_inner) = activity;
    }

    /// How far the guide is that the search makes now; `None` if it makes none.
    pub fn guide(&self) -> Option<Arc<Progress>> {
        self.gauges.guide.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// A guide is being made, or is made.
    pub(crate) fn makes_guide(&self, progress: Option<Arc<Progress>>) {
        *self.gauges.guide.lock().unwrap_or_else(PoisonError::into_inner) = progress;
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
