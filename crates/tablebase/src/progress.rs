use std::sync::atomic::{AtomicU64, Ordering};

/// What long work is at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
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

/// How far work has come, for whoever watches.
#[derive(Debug, Default)]
pub struct Progress {
    stage: AtomicU64,
    done: AtomicU64,
    total: AtomicU64,
}

const STAGES: [Stage; 7] = [
    Stage::Classes,
    Stage::Moves,
    Stage::Settling,
    Stage::Writing,
    Stage::Reading,
    Stage::Checking,
    Stage::Counting,
];

impl Progress {
    /// The stage, how much of it is done, and of how much.
    pub fn now(&self) -> (Stage, u64, u64) {
        let stage = STAGES[self.stage.load(Ordering::Relaxed) as usize % STAGES.len()];
        (stage, self.done.load(Ordering::Relaxed), self.total.load(Ordering::Relaxed))
    }

    pub(crate) fn start(&self, stage: Stage, total: u64) {
        self.done.store(0, Ordering::Relaxed);
        self.total.store(total, Ordering::Relaxed);
        self.stage.store(stage as u64, Ordering::Relaxed);
    }

    pub(crate) fn add(&self, done: u64) {
        self.done.fetch_add(done, Ordering::Relaxed);
    }
}
