//! The memo of a scout: what it has found of positions, in a table whose size can be changed.

use std::sync::atomic::{AtomicU64, Ordering};

use zerocopy::FromZeros;

use crate::error::Error;
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

/// An entry of 16 bytes. The first word has its numbers, 0 where it is empty; the second the low bits of the
/// key, best move and work, mixed with the first, so that an entry that two threads write at once is known
/// by its key (R. Hyatt and T. Mann, "A lock-less transposition table implementation", 2002).
type Slot = [AtomicU64; 2];

/// Its numbers, and the rest.
#[inline]
fn read(slot: &Slot) -> [u64; 2] {
    let [numbers, mixed] = slot.each_ref().map(|word| word.load(Ordering::Relaxed));
    [numbers, mixed ^ numbers]
}

fn write(slot: &Slot, [numbers, about]: [u64; 2]) {
    slot[0].store(numbers, Ordering::Relaxed);
    slot[1].store(about ^ numbers, Ordering::Relaxed);
}

/// The lowest bit of a key in the second word of a slot, and how many bits of a key are there.
const KEY: u32 = 16;
const BITS: u32 = u64::BITS - KEY;

/// The words of a bucket, which are entries that lie together: a line of the processor's cache.
const WORDS: usize = 8;
const BUCKET: usize = WORDS * size_of::<u64>();

/// The logarithm of the buckets that are made at once: more than allocators keep when they are given back.
const CHUNK: u32 = 20;

/// Buckets that are made at once. All are empty at first, and all their words 0: so the system gives a page of
/// memory only when something is written there.
struct Chunk {
    words: Box<[AtomicU64]>,
    /// The first word of the first bucket.
    first: usize,
}

impl Chunk {
    fn new(buckets: usize) -> Result<Chunk, Error> {
        // With words to spare, so that buckets can begin where lines of the cache do: what is aligned itself would be
        // filled with zeros instead of being zero.
        let words = <[AtomicU64]>::new_box_zeroed_with_elems((buckets + 1) * WORDS);
        let words = words.map_err(|_| Error::Memory { bytes: (buckets * BUCKET) as u64 })?;
        let first = words.as_ptr().align_offset(BUCKET);
        Ok(Chunk { words, first: if first < WORDS { first } else { 0 } })
    }

    /// How many buckets it has.
    fn len(&self) -> usize {
        self.words.len() / WORDS - 1
    }

    /// Has so many buckets: new ones are empty.
    fn resize(&mut self, buckets: usize) -> Result<(), Error> {
        if buckets != self.len() {
            let chunk = Chunk::new(buckets)?;
            let places = 0..buckets.min(self.len());
            let slots = places.flat_map(|place| self.bucket(place).iter().zip(chunk.bucket(place)));
            // What is empty is so there too, and is not written.
            slots
                .map(|(slot, to)| (read(slot), to))
                .filter(|(words, _)| words[0] != 0)
                .for_each(|(words, to)| write(to, words));
            *self = chunk;
        }
        Ok(())
    }

    #[inline]
    fn bucket(&self, place: usize) -> &[Slot] {
        let start = self.first + place * WORDS;
        self.words[start..start + WORDS].as_chunks().0
    }
}

pub(crate) struct Memo {
    chunks: Vec<Chunk>,
    buckets: u64,
    /// What it has beside that for ever.
    kept: Kept,
}

impl Memo {
    /// As many entries as fit into so many bytes, but no fewer than it takes to tell from its bucket the bits of a
    /// key that are not in a slot.
    ///
    /// # Errors
    /// [`Error::Memory`].
    pub(crate) fn new(bytes: u64, kept: Kept) -> Result<Memo, Error> {
        let mut memo = Memo { chunks: Vec::new(), buckets: 0, kept };
        memo.set_length(Memo::length(bytes))?;
        Ok(memo)
    }

    fn length(bytes: u64) -> u64 {
        (bytes / BUCKET as u64).max(1 << KEY)
    }

    /// Has so many buckets: new ones are empty, and so must be those that go.
    fn set_length(&mut self, buckets: u64) -> Result<(), Error> {
        let chunks = Memo::chunks(buckets);
        self.chunks.truncate(chunks);
        for number in 0..chunks {
            let length = (buckets - ((number as u64) << CHUNK)).min(1 << CHUNK) as usize;
            match self.chunks.get_mut(number) {
                Some(chunk) => chunk.resize(length)?,
                None => self.chunks.push(Chunk::new(length)?),
            }
        }
        self.buckets = buckets;
        Ok(())
    }

    fn chunks(buckets: u64) -> usize {
        buckets.div_ceil(1 << CHUNK) as usize
    }

    #[inline]
    fn at(&self, place: u64) -> &[Slot] {
        self.chunks[(place >> CHUNK) as usize].bucket(place as usize & ((1 << CHUNK) - 1))
    }

    #[inline]
    fn bucket(&self, hash: u64) -> &[Slot] {
        // The high bits of a key decide.
        self.at(((u128::from(hash) * u128::from(self.buckets)) >> 64) as u64)
    }

    /// Reads the places of some keys, so that they are at hand when they are asked for: all at once, so that the waits
    /// for the computer's memory overlap.
    #[inline]
    pub(crate) fn fetch(&self, hashes: impl Iterator<Item = u64>) {
        let word = |hash| self.bucket(hash)[0][0].load(Ordering::Relaxed) ^ self.kept.fetch(hash);
        std::hint::black_box(hashes.fold(0, |sum, hash| sum ^ word(hash)));
    }

    /// What is known of a key.
    #[inline]
    pub(crate) fn get(&self, hash: u64) -> Option<Entry> {
        let mut words = self.bucket(hash).iter().map(read);
        let of_key = |[numbers, about]: &[u64; 2]| *numbers != 0 && about >> KEY == hash & ((1 << BITS) - 1);
        words.find(of_key).map(Entry::of_words).or_else(|| self.kept.get(hash))
    }

    /// Keeps what is known of a key, in place of what took the least work. What is settled stays settled, what has
    /// been met stays so.
    pub(crate) fn put(&self, hash: u64, mut entry: Entry) {
        let bucket = self.bucket(hash);
        let key = hash << KEY;
        let mut place = (u64::MAX, 0);
        for (number, slot) in bucket.iter().enumerate() {
            let [numbers, about] = read(slot);
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
        write(&bucket[place.1], [numbers, key | about]);
    }

    /// Gives it so many bytes. Where that is less than before, those entries stay that took the most work.
    ///
    /// # Errors
    /// [`Error::Memory`] if the system does not give that much; then it stays as it is.
    pub(crate) fn resize(&mut self, bytes: u64) -> Result<(), Error> {
        let (before, now) = (self.buckets, Memo::length(bytes));
        if now > before {
            self.set_length(now).inspect_err(|_| self.chunks.truncate(Memo::chunks(before)))?;
        }
        self.buckets = now;
        let spread = |place: u64| {
            for slot in self.at(place) {
                let [numbers, about] = read(slot);
                if numbers != 0 {
                    write(slot, [0; 2]);
                    self.put(key(place, before, about >> KEY), Entry::of_words([numbers, about]));
                }
            }
        };
        // So that a bucket is spread before others come into it.
        if now > before {
            (0..before).rev().for_each(spread);
        } else {
            (0..before).for_each(spread);
            // If there is no room for a copy, the last chunk stays longer than is needed.
            let _ = self.set_length(now);
        }
        Ok(())
    }

    /// What it has for ever.
    pub(crate) fn kept(&self) -> &Kept {
        &self.kept
    }

    /// The bytes that it takes when it is full, without what it has for ever.
    pub(crate) fn bytes(&self) -> u64 {
        self.buckets * BUCKET as u64
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

    /// What this program has of the machine's memory, where that is known.
    fn resident() -> Option<u64> {
        let status = std::fs::read_to_string("/proc/self/status").ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
        line.split_whitespace().next()?.parse::<u64>().ok().map(|kib| kib << 10)
    }

    #[test]
    fn memory_is_taken_where_something_is_written() {
        let mut dice = fastrand::Rng::with_seed(1);
        let before = resident();
        let mut memo = Memo::new(4 << 30, Kept::default()).unwrap();
        let entry = Entry { phi: 1, delta: 2, best: 3, work: 4 };
        let keys: Vec<u64> = (0..100).map(|_| dice.u64(..)).collect();
        for key in &keys {
            assert_eq!(memo.get(*key), None);
            memo.put(*key, entry);
        }
        memo.resize((4 << 30) - 1000).unwrap();
        assert!(keys.iter().all(|key| memo.get(*key) == Some(entry)));
        if let (Some(before), Some(now)) = (before, resident()) {
            // The largest pages that the system may give have 2 MiB; other tests have theirs.
            assert!(now.saturating_sub(before) < 1 << 30, "{before} {now}");
        }
    }

    #[test]
    fn more_memory_than_there_is_is_refused() {
        for buckets in [1 << 50, 1 << 57] {
            assert!(matches!(Chunk::new(buckets), Err(Error::Memory { .. })));
        }
    }

    #[test]
    fn entries_stay_when_it_grows_and_when_it_shrinks() {
        let mut dice = fastrand::Rng::with_seed(1);
        let mut memo = Memo::new(0, Kept::default()).unwrap();
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
        memo.resize(5 << 20).unwrap();
        let first = found(&memo, 100_000);
        assert!(first > 95_000, "{first}");
        for bytes in [10 << 20, 100 << 20, (200 << 20) + 1000] {
            memo.resize(bytes).unwrap();
            assert_eq!(memo.bytes(), bytes / 64 * 64);
            assert_eq!(found(&memo, 100_000), first, "{bytes}");
        }
        for bytes in [150 << 20, 5 << 20, 0] {
            memo.resize(bytes).unwrap();
            let left = found(&memo, 100_000);
            assert!(left > 95_000, "{left} of {bytes}");
            assert!(found(&memo, 30_000) > 29_900, "{bytes}");
        }
        assert_eq!(memo.bytes(), 4 << 20);
    }
}
