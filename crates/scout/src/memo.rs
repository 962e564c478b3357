//! The memo of a scout: what it has found of positions, in a table whose size can be changed.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::kept::Kept;

/// The proof number of what is refuted: above every number that is reached by adding.
pub(crate) const INFINITE: u32 = u32::MAX / 4;

/// What is known of a position, seen from the player to move: how hard it looks to prove that he wins, and
/// that he loses. One of them is 0 where it is settled, and then the other is [`INFINITE`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    pub phi: u32,
    pub delta: u32,
    /// The best move by its point in the frame of the key, or [`PASS`].
    pub best: u8,
    /// The logarithm of the nodes visited for it, rounded down; and [`MET`] and [`DONE`].
    pub work: u8,
}

/// The pass, in place of a point.
pub(crate) const PASS: u8 = 64;

/// What is added to the work of an entry when a proof is walked: it has been met, and so has all that comes
/// after it. Others do not take its place, unless they have been met too.
pub(crate) const MET: u8 = 128;
pub(crate) const DONE: u8 = 64;

impl Entry {
    pub(crate) fn is_settled(&self) -> bool {
        self.phi == 0 || self.delta == 0
    }

    /// The two numbers, at least one of which is not 0; and the best move and the work.
    fn words(self) -> [u64; 2] {
        [u64::from(self.phi) << 32 | u64::from(self.delta), u64::from(self.best) << 8 | u64::from(self.work)]
    }

    fn of_words([numbers, about]: [u64; 2]) -> Entry {
        let (phi, delta) = ((numbers >> 32) as u32, numbers as u32);
        Entry { phi, delta, best: (about >> 8) as u8, work: about as u8 }
    }
}

/// Entries that lie together: a line of the processor's cache.
#[derive(Default)]
#[repr(align(64))]
struct Bucket([Slot; 4]);

/// An entry of 16 bytes. The first word has its numbers, 0 where it is empty; the second the low bits of the
/// key, best move and work, mixed with the first, so that an entry that two threads write at once is known
/// by its key (R. Hyatt and T. Mann, "A lock-less transposition table implementation", 2002).
#[derive(Default)]
struct Slot([AtomicU64; 2]);

impl Slot {
    /// Its numbers, and the rest.
    #[inline]
    fn read(&self) -> [u64; 2] {
        let [numbers, mixed] = self.0.each_ref().map(|word| word.load(Ordering::Relaxed));
        [numbers, mixed ^ numbers]
    }

    fn write(&self, [numbers, about]: [u64; 2]) {
        self.0[0].store(numbers, Ordering::Relaxed);
        self.0[1].store(about ^ numbers, Ordering::Relaxed);
    }
}

/// The lowest bit of a key in the second word of a slot, and how many bits of a key are there.
const KEY: u32 = 16;
const BITS: u32 = u64::BITS - KEY;

/// The logarithm of the buckets that are made at once: more than allocators keep when they are given back.
const CHUNK: u32 = 20;

pub(crate) struct Memo {
    chunks: Vec<Vec<Bucket>>,
    buckets: u64,
    /// What it has beside that for ever.
    kept: Kept,
}

impl Memo {
    /// As many entries as fit into so many bytes, but no fewer than it takes to tell from its bucket the bits of a
    /// key that are not in a slot.
    pub(crate) fn new(bytes: u64, kept: Kept) -> Memo {
        let mut memo = Memo { chunks: Vec::new(), buckets: 0, kept };
        memo.set_length(Memo::length(bytes));
        memo
    }

    fn length(bytes: u64) -> u64 {
        (bytes / size_of::<Bucket>() as u64).max(1 << KEY)
    }

    /// Has so many buckets: new ones are empty.
    fn set_length(&mut self, buckets: u64) {
        let whole = (buckets >> CHUNK) as usize;
        let rest = (buckets & ((1 << CHUNK) - 1)) as usize;
        self.chunks.resize_with(whole + usize::from(rest > 0), Vec::new);
        for (number, chunk) in self.chunks.iter_mut().enumerate() {
            chunk.resize_with(if number < whole { 1 << CHUNK } else { rest }, Bucket::default);
            chunk.shrink_to_fit();
        }
        self.chunks.shrink_to_fit();
        self.buckets = buckets;
    }

    #[inline]
    fn at(&self, place: u64) -> &Bucket {
        &self.chunks[(place >> CHUNK) as usize][place as usize & ((1 << CHUNK) - 1)]
    }

    #[inline]
    fn bucket(&self, hash: u64) -> &Bucket {
        // The high bits of a key decide.
        self.at(((u128::from(hash) * u128::from(self.buckets)) >> 64) as u64)
    }

    /// Reads the place of a key, so that it is at hand when it is asked for.
    #[inline]
    pub(crate) fn fetch(&self, hash: u64) -> u64 {
        self.bucket(hash).0[0].0[0].load(Ordering::Relaxed) ^ self.kept.fetch(hash)
    }

    /// What is known of a key.
    #[inline]
    pub(crate) fn get(&self, hash: u64) -> Option<Entry> {
        let words = self.bucket(hash).0.iter().map(Slot::read);
        let of_key = |[numbers, about]: &[u64; 2]| *numbers != 0 && about >> KEY == hash & ((1 << BITS) - 1);
        words.into_iter().find(of_key).map(Entry::of_words).or_else(|| self.kept.get(hash))
    }

    /// Keeps what is known of a key, in place of what took the least work. What is settled stays settled, what has
    /// been met stays so.
    pub(crate) fn put(&self, hash: u64, mut entry: Entry) {
        let bucket = &self.bucket(hash).0;
        let key = hash << KEY;
        let mut place = (u64::MAX, 0);
        for (number, slot) in bucket.iter().enumerate() {
            let [numbers, about] = slot.read();
            if numbers == 0 {
                place = place.min((0, number));
            } else if about >> KEY == key >> KEY {
                let known = Entry::of_words([numbers, about]);
                if known.is_settled() && !entry.is_settled() {
                    return;
                }
                entry.work |= known.work & (MET | DONE);
                place = (0, number);
                break;
            } else {
                place = place.min((1 + (about & 0xff), number));
            }
        }
        let [numbers, about] = entry.words();
        bucket[place.1].write([numbers, key | about]);
    }

    /// Gives it so many bytes. Where that is less than before, those entries stay that took the most work.
    pub(crate) fn resize(&mut self, bytes: u64) {
        let (before, now) = (self.buckets, Memo::length(bytes));
        if now > before {
            self.set_length(now);
        }
        self.buckets = now;
        let spread = |place: u64| {
            for slot in &self.at(place).0 {
                let [numbers, about] = slot.read();
                if numbers != 0 {
                    slot.write([0; 2]);
                    self.put(key(place, before, about >> KEY), Entry::of_words([numbers, about]));
                }
            }
        };
        // So that a bucket is spread before others come into it.
        if now > before {
            (0..before).rev().for_each(spread);
        } else {
            (0..before).for_each(spread);
            self.set_length(now);
        }
    }

    /// What it has for ever.
    pub(crate) fn kept(&self) -> &Kept {
        &self.kept
    }

    /// The bytes that it takes, without what it has for ever.
    pub(crate) fn bytes(&self) -> u64 {
        self.buckets * size_of::<Bucket>() as u64
    }
}

/// The key with these low bits that lies in a bucket of so many.
fn key(place: u64, buckets: u64, low: u64) -> u64 {
    // The least key of the bucket, and the next that ends like this: buckets are narrower than that.
    let first = (u128::from(place) << 64).div_ceil(u128::from(buckets));
    let before = first >> BITS << BITS | u128::from(low);
    (if before < first { before + (1 << BITS) } else { before }) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_stay_when_it_grows_and_when_it_shrinks() {
        let mut dice = fastrand::Rng::with_seed(1);
        let mut memo = Memo::new(0, Kept::default());
        let entry = |number: u32, work| Entry { phi: number, delta: 1, best: number as u8, work };
        let keys: Vec<u64> = (0..100_000).map(|_| dice.u64(..)).collect();
        for (number, key) in (0..).zip(&keys) {
            memo.put(*key, entry(number, if number < 30_000 { 20 } else { 1 }));
        }
        let found = |memo: &Memo, most: usize| {
            let known = (0..).zip(&keys[..most]).filter(|&(number, key)| {
                let known = memo.get(*key);
                assert!(known.is_none_or(|known| known.phi == number));
                known.is_some()
            });
            known.count()
        };
        assert!(found(&memo, 100_000) > 95_000);
        // Where a bucket becomes less than two, others may meet in it.
        memo.resize(5 << 20);
        let first = found(&memo, 100_000);
        assert!(first > 95_000, "{first}");
        for bytes in [10 << 20, 100 << 20, (200 << 20) + 1000] {
            memo.resize(bytes);
            assert_eq!(memo.bytes(), bytes / 64 * 64);
            assert_eq!(found(&memo, 100_000), first, "{bytes}");
        }
        for bytes in [150 << 20, 5 << 20, 0] {
            memo.resize(bytes);
            let left = found(&memo, 100_000);
            assert!(left > 95_000, "{left} of {bytes}");
            assert!(found(&memo, 30_000) > 29_900, "{bytes}");
        }
        assert_eq!(memo.bytes(), 4 << 20);
    }
}
