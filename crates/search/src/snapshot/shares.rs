//! How the memory that a search may use is shared out.

use crate::concurrent::MOST_CHUNKS;
use crate::concurrent::sync::WORDS;
use crate::prover::WEIGHED;

/// What the program takes besides: its own pages, the stack of the main thread, buffers, and the
/// places where the chunks of the tables are to be.
const PROGRAM: u64 = 12 << 20;

/// What a thread takes besides the chunks it is filling, and may take after the tables are full, until
/// it has stopped.
const THREAD: u64 = 4 << 20;

/// Memory below which another thread is not worth its own.
const LEAST: u64 = 4 << 20;

/// Of what is left: how much the tables fill before they are replaced, how much of it is kept then,
/// and how long it may be as a stream. While that is written, there are the full tables, the stream,
/// and the marks of what is kept: for each lemma at most three bits, a tenth of the tables
/// at the very most, but a hundredth of large ones. When it is read, the old tables are gone.
const FILLED: f64 = 0.8;
const FILLED_OF_MUCH: f64 = 0.87;
const MUCH: u64 = 1 << 30;
const KEPT: f64 = 0.25;
const STREAM: f64 = 0.1;

/// If a certificate is to be written, the part of what tables may fill: finding and writing what it rests on takes up
/// to a quarter of them. And of what is left how much they fill at most: nothing takes their place then.
const CERTIFIED: f64 = 0.9;
const NOT_REPLACED: f64 = 0.95;

/// The shares of the memory, in bytes.
#[derive(Clone, Copy)]
pub(crate) struct Shares {
    /// All of it.
    pub memory: u64,
    /// For how many threads.
    pub threads: usize,
    /// What the tables may fill.
    pub tables: u64,
    /// How much of it is kept when they are replaced.
    pub kept: u64,
    /// How long that may be as a stream.
    pub stream: u64,
}

/// What the program and its threads take. Of very little memory the tables still get most.
fn besides(memory: u64, threads: usize) -> u64 {
    (PROGRAM + threads as u64 * THREAD).min(memory / 10 * 3)
}

impl Shares {
    /// Shares out so much memory among at most so many threads.
    pub(crate) fn of(memory: u64, threads: usize) -> Shares {
        let most = usize::try_from(memory / LEAST).unwrap_or(usize::MAX);
        let threads = threads.min(most).max(1);
        let part = |share: f64| ((memory - besides(memory, threads)) as f64 * share) as u64;
        let filled = if memory < MUCH { FILLED } else { FILLED_OF_MUCH };
        Shares { memory, threads, tables: part(filled), kept: part(KEPT), stream: part(STREAM) }
    }

    /// The same with room for writing a certificate, if guides of so many bytes go before that.
    pub(crate) fn certified(self, guides: u64) -> Shares {
        let then = Shares::of(self.memory.saturating_add(guides), self.threads);
        let part = |bytes: u64, share: f64| (bytes as f64 * share) as u64;
        Shares { tables: part(then.tables, CERTIFIED).min(part(self.whole(), NOT_REPLACED)), ..self }
    }

    /// What there may be of tables and all that is made out of them.
    pub(crate) fn whole(&self) -> u64 {
        self.memory - besides(self.memory, self.threads)
    }

    /// How many chunks of words there may be for lemmas: as many as fit into the memory, but places of bodies are
    /// kept in 32 bits, by fours. Where nothing is said of the memory, as many as a number of 32 bits counts words
    /// of, since places for more are memory too.
    pub(crate) fn chunks(&self) -> u32 {
        let chunks = u32::try_from(self.tables >> (WORDS + 2)).unwrap_or(0);
        chunks.clamp(MOST_CHUNKS, (1 << 16) - 1)
    }

    /// How many comparisons of memories a thread may remember: a fiftieth of the memory for all, at
    /// forty bytes.
    pub(crate) fn weighed(&self) -> usize {
        let each = self.memory / self.threads as u64 / 50 / 40;
        usize::try_from(each).unwrap_or(WEIGHED).min(WEIGHED)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Guides that go before a certificate is written leave room for it, so the tables may be larger, but never as large
    /// as all that is left beside the guides.
    #[test]
    fn what_guides_leave_is_for_the_certificate() {
        for memory in [1 << 20, 1 << 25, 1 << 30, 6 << 30, u64::MAX / 4] {
            for guides in [0, memory / 100, memory / 8, memory / 2] {
                let beside = Shares::of(memory - guides, 2);
                let (tables, alone) = (beside.certified(guides).tables, beside.certified(0).tables);
                assert!(alone <= tables && tables < beside.whole(), "{memory} {guides}");
                assert!(tables <= Shares::of(memory, 2).certified(0).tables, "{memory} {guides}");
            }
        }
    }
}
