//! What Ctrl-C and SIGTERM do: end at once, or, where work can be saved, let it be saved first.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use kosolver_search::Meter;
use kosolver_tablebase::Interrupt;
use thiserror::Error;

use crate::output::complain;

static SAVING: AtomicBool = AtomicBool::new(false);
static CAUGHT: AtomicBool = AtomicBool::new(false);
static FIRST: OnceLock<Instant> = OnceLock::new();
/// The search that saves its work when asked to stop.
static SEARCH: OnceLock<Meter> = OnceLock::new();

/// What work without a checkpoint is to be asked to stop by.
static WORK: Mutex<Option<Interrupt>> = Mutex::new(None);

/// The work was interrupted, and nothing is left of it.
#[derive(Debug, Error)]
#[error("interrupted; nothing was written")]
pub struct Interrupted;

/// The work was interrupted, and saved.
#[derive(Debug, Error)]
#[error("interrupted; {0} has the work so far: the same command goes on with it")]
pub struct Saved(pub String);

/// A search has ended before it knew the value.
#[derive(Debug, Error)]
#[error("{error}{}", known.iter().map(|known| format!("; {known}")).collect::<String>())]
pub struct GivenUp {
    /// Why.
    pub error: kosolver_search::Error,
    /// What there is all the same.
    pub known: Vec<String>,
}

/// Sets what happens from now on.
///
/// # Errors
/// If the system does not let interrupts be caught.
pub fn catch() -> Result<(), ctrlc::Error> {
    ctrlc::set_handler(interrupt)
}

pub fn interrupt() {
    // Nothing here may panic, or later interrupts would be lost: messages never do.
    // A program that runs this one may send one signal twice.
    let again = FIRST.get_or_init(Instant::now).elapsed() > Duration::from_secs(1);
    if !SAVING.load(Ordering::SeqCst) {
        // The first time the work ends by itself, and removes the file or ends the program it may have begun.
        if let Some(work) = &*work()
            && !again
        {
            return work.stop();
        }
        complain("interrupted; nothing was written");
        std::process::exit(130);
    }
    if caught() {
        if again {
            complain("interrupted again; what was saved before is kept");
            std::process::exit(130);
        }
        return;
    }
    // First: whoever asks for interrupts may be quick to say that all is saved.
    complain("interrupted; saving the work (interrupt again to give it up)");
    CAUGHT.store(true, Ordering::SeqCst);
    if let Some(meter) = SEARCH.get() {
        meter.interrupt();
    }
}

fn work() -> MutexGuard<'static, Option<Interrupt>> {
    WORK.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What stops the work that begins now, which asks many times a second, and ends with [`Interrupted`].
pub fn stops_work() -> Interrupt {
    let interrupt = Interrupt::default();
    *work() = Some(interrupt.clone());
    interrupt
}

/// The work is done that [`stops_work`] was for: an interrupt ends the program again.
pub fn work_is_done() {
    *work() = None;
}

/// From now on somebody asks [`caught`] now and then, and saves his work if so; or, given
/// `false`, no longer.
pub fn save_first(saving: bool) {
    SAVING.store(saving, Ordering::SeqCst);
}

/// From now on an interrupt asks a search to stop, which saves its work.
pub fn save_search(meter: &Meter) {
    // There is one search a program.
    let _ = SEARCH.set(meter.clone());
    save_first(true);
}

pub fn caught() -> bool {
    CAUGHT.load(Ordering::SeqCst)
}
