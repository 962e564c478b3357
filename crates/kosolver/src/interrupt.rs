//! What Ctrl-C and SIGTERM do: end at once, or, where work can be saved, let it be saved first.

use std::sync::atomic::{AtomicBool, Ordering};

use thiserror::Error;

static SAVING: AtomicBool = AtomicBool::new(false);
static CAUGHT: AtomicBool = AtomicBool::new(false);

/// The work was interrupted, and saved.
#[derive(Debug, Error)]
#[error("interrupted; {0} has the work so far: --resume goes on with it")]
pub struct Saved(pub String);

/// Sets what happens from now on.
///
/// # Errors
/// If the system does not let interrupts be caught.
pub fn catch() -> Result<(), ctrlc::Error> {
    ctrlc::set_handler(|| {
        // A second one does not wait.
        if !SAVING.load(Ordering::SeqCst) || CAUGHT.swap(true, Ordering::SeqCst) {
            eprintln!("kosolver: interrupted; nothing was written");
            std::process::exit(130);
        }
    })
}

/// From now on somebody asks [`caught`] now and then, and saves his work if so; or, given
/// `false`, no longer.
pub fn save_first(saving: bool) {
    SAVING.store(saving, Ordering::SeqCst);
}

/// Whether there was an interrupt.
pub fn caught() -> bool {
    CAUGHT.load(Ordering::SeqCst)
}
