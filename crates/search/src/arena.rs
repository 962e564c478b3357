//! Memory that many threads read while any of them adds to it: it only grows, and what has
//! been written stays where it is.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};

/// How much memory the tables may take and take now, in bytes. When the bound is reached, the
/// search is told to pause; it goes on once there is room again.
pub(crate) struct Budget {
    bound: u64,
    used: AtomicU64,
    full: AtomicBool,
}

impl Budget {
    pub(crate) fn new(bound: u64) -> Budget {
        Budget { bound, used: AtomicU64::new(0), full: AtomicBool::new(false) }
    }

    pub(crate) fn used(&self) -> u64 {
        self.used.load(Ordering::Relaxed)
    }

    /// Whether the bound has been reached.
    #[inline]
    pub(crate) fn is_full(&self) -> bool {
        self.full.load(Ordering::Relaxed)
    }

    pub(crate) fn take(&self, bytes: usize) {
        let before = self.used.fetch_add(bytes as u64, Ordering::Relaxed);
        if before + bytes as u64 > self.bound {
            self.declare_full();
        }
    }

    /// Asks for a pause: something other than the bytes has run out.
    pub(crate) fn declare_full(&self) {
        self.full.store(true, Ordering::Relaxed);
    }
}

/// No number: no fact, no node, no lemma.
pub(crate) const NONE: u32 = u32::MAX;

/// A number that several threads see. What guards what is said where it is used.
pub(crate) type Shared = AtomicU32;

/// Reads a number whose writing needs no order.
#[inline]
pub(crate) fn read(shared: &Shared) -> u32 {
    shared.load(Ordering::Relaxed)
}

/// Writes such a number.
#[inline]
pub(crate) fn write(shared: &Shared, value: u32) {
    shared.store(value, Ordering::Relaxed);
}

/// Memory for many records, made when the first of them is.
type Chunk<const N: usize> = OnceLock<Box<[[Shared; N]]>>;

fn zeros<const N: usize>(count: usize) -> Box<[[Shared; N]]> {
    (0..count).map(|_| std::array::from_fn(|_| Shared::new(0))).collect()
}

/// Records of N words, by number.
pub(crate) struct Records<const N: usize> {
    chunks: Box<[Chunk<N>]>,
    next: AtomicU32,
}

/// Records in a chunk, as a power of 2.
const RECORDS: u32 = 14;

impl<const N: usize> Records<N> {
    pub(crate) fn new(most: u32) -> Records<N> {
        let chunks = (0..most.div_ceil(1 << RECORDS)).map(|_| OnceLock::new()).collect();
        Records { chunks, next: AtomicU32::new(0) }
    }

    pub(crate) fn len(&self) -> u32 {
        self.next.load(Ordering::Acquire)
    }

    /// The number of a new record, all zero; `None` if there is none left.
    pub(crate) fn add(&self, budget: &Budget) -> Option<u32> {
        let number = self.next.fetch_add(1, Ordering::AcqRel);
        let place = (number >> RECORDS) as usize;
        // Some way before the end, so that all threads can finish what they are at.
        if place + 2 >= self.chunks.len() {
            budget.declare_full();
        }
        let chunk = self.chunks.get(place)?;
        chunk.get_or_init(|| {
            budget.take(size_of::<[Shared; N]>() << RECORDS);
            zeros(1 << RECORDS)
        });
        Some(number)
    }

    #[inline]
    pub(crate) fn get(&self, number: u32) -> &[Shared; N] {
        match self.chunks[(number >> RECORDS) as usize].get() {
            Some(chunk) => &chunk[(number & ((1 << RECORDS) - 1)) as usize],
            None => unreachable!("records are got by the numbers that were given out"),
        }
    }
}

/// Runs of words, each whole in one chunk.
pub(crate) struct Words {
    chunks: Box<[Chunk<1>]>,
    /// Chunks handed out to threads.
    taken: AtomicU32,
}

/// Words in a chunk, as a power of 2.
const WORDS: u32 = 18;

/// The chunk that a thread is filling.
#[derive(Default)]
pub(crate) struct Cursor {
    next: u64,
    end: u64,
}

impl Words {
    pub(crate) fn new() -> Words {
        // The last chunk stays empty: its last word has the number that means "none".
        Words {
            chunks: (0..(1_u32 << (32 - WORDS)) - 1).map(|_| OnceLock::new()).collect(),
            taken: AtomicU32::new(0),
        }
    }

    /// The place of a new run of words, all zero. Runs longer than a chunk have one made to
    /// measure, and the numbers of the chunks after it.
    pub(crate) fn add(&self, cursor: &mut Cursor, length: usize, budget: &Budget) -> Option<u32> {
        if cursor.next + length as u64 > cursor.end {
            let chunks = length.div_ceil(1 << WORDS).max(1);
            let first = self.taken.fetch_add(chunks as u32, Ordering::AcqRel) as usize;
            if first + chunks + 16 >= self.chunks.len() {
                budget.declare_full();
            }
            let chunk = self.chunks.get(first).filter(|_| first + chunks <= self.chunks.len())?;
            chunk.get_or_init(|| {
                budget.take((4 << WORDS) * chunks);
                zeros(chunks << WORDS)
            });
            if chunks > 1 {
                return Some((first as u32) << WORDS);
            }
            cursor.next = (first as u64) << WORDS;
            cursor.end = ((first + chunks) as u64) << WORDS;
        }
        let place = cursor.next;
        cursor.next += length as u64;
        Some(place as u32)
    }

    /// The words from a place to the end of what was added there, and perhaps more.
    #[inline]
    pub(crate) fn from(&self, place: u32) -> &[[Shared; 1]] {
        match self.chunks[(place >> WORDS) as usize].get() {
            Some(chunk) => &chunk[(place & ((1 << WORDS) - 1)) as usize..],
            None => unreachable!("words are read where they were added"),
        }
    }

    /// A word.
    #[inline]
    pub(crate) fn at(&self, place: u32) -> &Shared {
        &self.from(place)[0][0]
    }
}

/// The words of a run, as numbers.
#[inline]
pub(crate) fn numbers(run: &[[Shared; 1]]) -> impl ExactSizeIterator<Item = u32> + Clone {
    run.iter().map(|word| read(&word[0]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_of_any_length_keep_what_was_written() {
        let (words, budget, mut cursor) = (Words::new(), Budget::new(u64::MAX), Cursor::default());
        let lengths = [1, 200_000, 62_143, 1 << WORDS, 5, (1 << WORDS) + 1, 7, 3 << WORDS, 1];
        let places: Vec<u32> =
            lengths.iter().map(|length| words.add(&mut cursor, *length, &budget).unwrap()).collect();
        for (mark, (place, length)) in (1..).zip(places.iter().zip(lengths)) {
            for word in &words.from(*place)[..length] {
                assert_eq!(read(&word[0]), 0, "runs do not overlap");
                write(&word[0], mark);
            }
        }
        for (mark, (place, length)) in (1..).zip(places.iter().zip(lengths)) {
            assert!(words.from(*place)[..length].iter().all(|word| read(&word[0]) == mark));
        }
    }

    #[test]
    fn a_full_budget_says_so() {
        let (records, budget) = (Records::<8>::new(1 << 20), Budget::new(2 << 20));
        let mut last = 0;
        while !budget.is_full() {
            last = records.add(&budget).unwrap();
        }
        assert_eq!(budget.used(), 5 << 19, "records of 32 bytes, 2^14 at a time");
        assert_eq!(last, 4 << RECORDS);
        // Whoever is at work can still finish.
        assert!(records.add(&budget).is_some());
        write(&records.get(last)[7], 7);
        assert_eq!(read(&records.get(last)[7]), 7);
    }
}
