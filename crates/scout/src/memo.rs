//! The memo of a scout: what it has found of positions, in a table of fixed size.

use std::sync::atomic::{AtomicU64, Ordering};

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
    /// The logarithm of the nodes visited for it, rounded down.
    pub work: u8,
}

/// The pass, in place of a point.
pub(crate) const PASS: u8 = 64;

impl Entry {
    pub(crate) fn is_settled(&self) -> bool {
        self.phi == 0 || self.delta == 0
    }
}

/// Entries that lie together: a line of the processor's cache.
#[repr(align(64))]
struct Bucket([[AtomicU64; 2]; 4]);

/// Entries of 16 bytes: a part of the key, best move and work; and the two numbers. The first word is kept
/// mixed with the second, so that an entry that two threads write at once is known by its key (R. Hyatt
/// and T. Mann, "A lock-less transposition table implementation", 2002).
pub(crate) struct Memo {
    buckets: Vec<Bucket>,
}

/// The bits of the first word that belong to the key.
const KEY: u64 = !0xffff;

impl Memo {
    /// As many entries as fit into so many bytes.
    pub(crate) fn new(bytes: u64) -> Memo {
        let buckets = (bytes / size_of::<Bucket>() as u64).max(1);
        let empty = || Bucket(std::array::from_fn(|_| [AtomicU64::new(0), AtomicU64::new(0)]));
        Memo { buckets: (0..buckets).map(|_| empty()).collect() }
    }

    #[inline]
    fn bucket(&self, hash: u64) -> &Bucket {
        // The high bits of a product lie evenly in the table.
        let place = (u128::from(hash.rotate_left(32)) * self.buckets.len() as u128) >> 64;
        &self.buckets[place as usize]
    }

    /// Reads the place of a key, so that it is at hand when it is asked for.
    #[inline]
    pub(crate) fn fetch(&self, hash: u64) -> u64 {
        self.bucket(hash).0[0][0].load(Ordering::Relaxed)
    }

    /// What is known of a key.
    #[inline]
    pub(crate) fn get(&self, hash: u64) -> Option<Entry> {
        let read = |slot: &[AtomicU64; 2]| {
            let numbers = slot[1].load(Ordering::Relaxed);
            let about = slot[0].load(Ordering::Relaxed) ^ numbers;
            let entry = Entry {
                phi: (numbers >> 32) as u32,
                delta: numbers as u32,
                best: (about >> 8) as u8,
                work: about as u8,
            };
            (about & KEY == hash & KEY && numbers != 0).then_some(entry)
        };
        self.bucket(hash).0.iter().find_map(read)
    }

    /// Keeps what is known of a key, in place of what took the least work. What is settled stays settled.
    pub(crate) fn put(&self, hash: u64, entry: Entry) {
        let bucket = &self.bucket(hash).0;
        let mut place = (u64::MAX, 0);
        for (number, slot) in bucket.iter().enumerate() {
            let numbers = slot[1].load(Ordering::Relaxed);
            let about = slot[0].load(Ordering::Relaxed) ^ numbers;
            if numbers == 0 {
                place = place.min((0, number));
            } else if about & KEY == hash & KEY {
                let settled = numbers >> 32 == 0 || numbers as u32 == 0;
                if settled && !entry.is_settled() {
                    return;
                }
                place = (0, number);
                break;
            } else {
                place = place.min((1 + (about & 0xff), number));
            }
        }
        let numbers = u64::from(entry.phi) << 32 | u64::from(entry.delta);
        let about = hash & KEY | u64::from(entry.best) << 8 | u64::from(entry.work);
        let slot = &bucket[place.1];
        slot[0].store(about ^ numbers, Ordering::Relaxed);
        slot[1].store(numbers, Ordering::Relaxed);
    }

    /// The bytes that it takes.
    pub(crate) fn bytes(&self) -> u64 {
        (self.buckets.len() * size_of::<Bucket>()) as u64
    }
}
