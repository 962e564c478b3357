//! Ctrl-C and SIGTERM.
//!
//! Results are written whole at the end or not at all, so an interrupt may end the program at
//! once; unless there is a checkpoint to write first.

use std::sync::{Arc, OnceLock};

use search::Meter;

/// The search that is to be asked, if it is.
static ASKED: OnceLock<Arc<Meter>> = OnceLock::new();

/// The exit code of an interrupted program: 128 and the number of the signal.
pub const CODE: u8 = 130;

/// Sees to interrupts from now on.
pub fn handle() {
    let interrupted = ctrlc::set_handler(|| match ASKED.get() {
        Some(meter) => meter.interrupt(),
        None => {
            eprintln!("kosolver: interrupted; nothing was written");
            std::process::exit(i32::from(CODE));
        }
    });
    if let Err(error) = interrupted {
        eprintln!("kosolver: interrupts cannot be caught: {error}");
    }
}

/// From now on an interrupt asks a search to stop; it saves its checkpoint and returns.
pub fn by_asking(meter: &Arc<Meter>) {
    // One search a program.
    let _ = ASKED.set(Arc::clone(meter));
}
