use std::sync::atomic::{AtomicU64, Ordering};

use kosolver_board::Interrupt;
use serde::{Deserialize, Serialize};

use crate::error::Error;

/// What long work is at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Stage {
    /// Counting what a board takes.
    Needs,
    /// Finding the positions that stand for their images.
    Classes,
    /// Counting the moves of each position.
    Moves,
    /// Settling what each player can force.
    Settling,
    /// Compressing.
    Writing,
    /// Decompressing.
    Reading,
    /// Checking every position against its successors.
    Checking,
    /// Counting positions by their values.
    Counting,
}

/// How far work has come, for whoever watches, and a way to stop it.
///
/// Every stage asks many times a second whether it is to stop, and ends with [`Error::Stopped`]
/// if so. What was found by then is lost.
///
/// ```
/// use kosolver_tablebase::{Error, Progress, Setting, Size, Table};
///
/// let progress = Progress::default();
/// let interrupt = progress.interrupt().clone();
/// interrupt.stop(); // from another thread, for instance
/// let setting = Setting::new("3x4".parse().unwrap(), "basic".parse().unwrap())?;
/// let stopped = Table::solve(setting, Size(1 << 30), &progress);
/// assert!(matches!(stopped, Err(Error::Stopped)));
/// # Ok::<(), Error>(())
/// ```
#[derive(Debug, Default)]
pub struct Progress {
    stage: AtomicU64,
    done: AtomicU64,
    total: AtomicU64,
    interrupt: Interrupt,
}

impl Stage {
    /// All of them, in order.
    pub const ALL: [Stage; 8] = [
        Stage::Needs,
        Stage::Classes,
        Stage::Moves,
        Stage::Settling,
        Stage::Writing,
        Stage::Reading,
        Stage::Checking,
        Stage::Counting,
    ];
}

impl Progress {
    /// Progress of work that stops when this is asked for.
    pub fn until(interrupt: Interrupt) -> Progress {
        Progress { interrupt, ..Progress::default() }
    }

    /// What stops the work.
    pub fn interrupt(&self) -> &Interrupt {
        &self.interrupt
    }

    /// The stage, how much of it is done, and of how much.
    pub fn now(&self) -> (Stage, u64, u64) {
        let stage = Stage::ALL[self.stage.load(Ordering::Relaxed) as usize % Stage::ALL.len()];
        (stage, self.done.load(Ordering::Relaxed), self.total.load(Ordering::Relaxed))
    }

    /// Begins a stage with so much to do.
    pub fn start(&self, stage: Stage, total: u64) {
        self.done.store(0, Ordering::Relaxed);
        self.total.store(total, Ordering::Relaxed);
        self.stage.store(stage as u64, Ordering::Relaxed);
    }

    /// Counts what has been done.
    ///
    /// # Errors
    /// [`Error::Stopped`] if the work is to stop.
    pub fn add(&self, done: u64) -> Result<(), Error> {
        self.done.fetch_add(done, Ordering::Relaxed);
        self.go_on()
    }

    /// Says how much has been done.
    pub fn reach(&self, done: u64) {
        self.done.store(done, Ordering::Relaxed);
    }

    /// Asks whether to go on.
    ///
    /// # Errors
    /// [`Error::Stopped`] if the work is to stop.
    #[inline]
    pub fn go_on(&self) -> Result<(), Error> {
        if self.interrupt.is_stopped() { Err(Error::Stopped) } else { Ok(()) }
    }
}
