//! Memory that many threads read while any of them adds to it: it only grows, and what has
//! been written stays where it is.

use crossbeam_utils::CachePadded;

use crate::concurrent::sync::{AtomicBool, AtomicU32, AtomicU64, OnceLock, Ordering, RECORDS, WORDS};

/// How much memory the tables may take and take now, in bytes. When the bound is reached, the
/// search is told to pause; it goes on once there is room again.
pub(crate) struct Budget {
    bound: u64,
    threads: u32,
    used: AtomicU64,
    full: AtomicBool,
}

impl Budget {
    /// So many bytes for so many threads.
    pub(crate) fn new(bound: u64, threads: usize) -> Budget {
        let threads = u32::try_from(threads).unwrap_or(u32::MAX).max(1);
        Budget { bound, threads, used: AtomicU64::new(0), full: AtomicBool::new(false) }
    }

    /// The same with another bound.
    pub(crate) fn set_bound(&mut self, bound: u64) {
        self.bound = bound;
        if self.used() > bound {
            self.declare_full();
        }
    }

    pub(crate) fn used(&self) -> u64 {
        self.used.load(Ordering::Relaxed)
    }

    /// How many threads may add to the tables at once.
    pub(crate) fn threads(&self) -> u32 {
        self.threads
    }

    /// Whether the bound has been reached.
    #[inline]
    pub(crate) fn is_full(&self) -> bool {
        self.full.load(Ordering::Relaxed)
    }

    /// Whether so many bytes more stay within the bound.
    pub(crate) fn has_room(&self, bytes: u64) -> bool {
        bytes <= self.room()
    }

    /// How many bytes more there may be.
    pub(crate) fn room(&self) -> u64 {
        self.bound.saturating_sub(self.used())
    }

    /// Counts bytes that are being taken.
    pub(crate) fn take(&self, bytes: u64) {
        let before = self.used.fetch_add(bytes, Ordering::Relaxed);
        if before.saturating_add(bytes) > self.bound {
            self.declare_full();
        }
    }

    /// Bytes that were taken are free again.
    pub(crate) fn give_back(&self, bytes: u64) {
        self.used.fetch_sub(bytes, Ordering::Relaxed);
    }

    /// Asks for a pause: something other than the bytes has run out.
    pub(crate) fn declare_full(&self) {
        self.full.store(true, Ordering::Relaxed);
    }
}

/// There is no number left for what a thread has found: the work at hand cannot be finished in these
/// tables. Whoever started the thread makes room.
///
/// Tables declare themselves full long before, so that threads stop in time. But how much one
/// thread adds before it looks depends on the game, and no number is large enough for every game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Full;

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

fn chunks<const N: usize>(count: u32) -> Box<[Chunk<N>]> {
    (0..count).map(|_| OnceLock::new()).collect()
}

/// Records of N words, by number.
pub(crate) struct Records<const N: usize> {
    chunks: Box<[Chunk<N>]>,
    /// Apart from the rest: every thread writes it, and every thread reads the rest all the time.
    next: CachePadded<AtomicU32>,
    /// From this number on the table says that it is full.
    enough: u32,
}

impl<const N: usize> Records<N> {
    /// Room for so many records. A chunk's worth for each thread is kept back, so that all can
    /// finish what they are at when the table is full.
    ///
    /// # Panics
    /// If nothing is left for the search: each thread needs two chunks.
    pub(crate) fn new(most: u32, threads: u32) -> Records<N> {
        let count = most >> RECORDS;
        assert!(u64::from(count) >= 2 * u64::from(threads), "a table has room for all threads");
        Records {
            chunks: chunks(count),
            next: CachePadded::new(AtomicU32::new(0)),
            enough: (count - threads) << RECORDS,
        }
    }

    /// How many there are. While threads add, some of them may not be written yet.
    pub(crate) fn len(&self) -> u32 {
        self.next.load(Ordering::Acquire)
    }

    /// The number of a new record, all zero.
    pub(crate) fn add(&self, budget: &Budget) -> Result<u32, Full> {
        let number = self.next.fetch_add(1, Ordering::AcqRel);
        if number >= self.enough {
            budget.declare_full();
        }
        let Some(chunk) = self.chunks.get((number >> RECORDS) as usize) else {
            // Not given out: there are no more than there is room for.
            self.next.fetch_sub(1, Ordering::AcqRel);
            return Err(Full);
        };
        if number.is_multiple_of(1 << RECORDS) {
            budget.take((size_of::<[Shared; N]>() as u64) << RECORDS);
        }
        chunk.get_or_init(|| zeros(1 << RECORDS));
        Ok(number)
    }

    /// The record with a number that another table gives out: all zero at first.
    #[inline]
    pub(crate) fn reach(&self, number: u32, budget: &Budget) -> &[Shared; N] {
        let chunk = self.chunks[(number >> RECORDS) as usize].get_or_init(|| {
            budget.take((size_of::<[Shared; N]>() as u64) << RECORDS);
            zeros(1 << RECORDS)
        });
        &chunk[(number & ((1 << RECORDS) - 1)) as usize]
    }

    #[inline]
    pub(crate) fn get(&self, number: u32) -> &[Shared; N] {
        match self.chunks[(number >> RECORDS) as usize].get() {
            Some(chunk) => &chunk[(number & ((1 << RECORDS) - 1)) as usize],
            None => unreachable!("records are got by the numbers that were given out"),
        }
    }
}

/// Runs of words, each whole in one chunk. How many words a chunk has is a power of 2.
pub(crate) struct Words<const CHUNK: u32 = WORDS> {
    chunks: Box<[Chunk<1>]>,
    /// Chunks handed out to threads.
    taken: AtomicU32,
    /// From this chunk on the table says that it is full.
    enough: u32,
}

/// Chunks that are kept back for each thread, to finish what it is at: a lemma for each node on its
/// line, and the moves of each that is left open.
const KEPT_BACK: u32 = 16;

/// The most chunks whose places have numbers of 32 bits: the last place of one more would be the number
/// that means "none".
pub(crate) const MOST_CHUNKS: u32 = (1 << (32 - WORDS)) - 1;

/// The chunk that a thread is filling.
#[derive(Clone, Copy, Default)]
pub(crate) struct Cursor {
    next: u64,
    end: u64,
}

/// Runs of words of one thread that are given back, the last first, and then written over.
#[derive(Default)]
pub(crate) struct Stack {
    /// The first chunk of some that were made as one, and how many these are.
    chunks: Vec<[usize; 2]>,
    /// Where its top is.
    pub mark: Mark,
}

/// A place of a stack: in which of its chunks, and how far from the beginning.
#[derive(Clone, Copy, Default)]
pub(crate) struct Mark {
    chunk: usize,
    next: usize,
}

impl<const CHUNK: u32> Words<CHUNK> {
    /// Words in so many chunks, of which some are kept back for each thread.
    ///
    /// # Panics
    /// If nothing is left for the search.
    pub(crate) fn new(count: u32, threads: u32) -> Words<CHUNK> {
        let kept_back = u64::from(threads) * u64::from(KEPT_BACK);
        assert!(u64::from(count) > kept_back, "words have room for all threads");
        Words { chunks: chunks(count), taken: AtomicU32::new(0), enough: count - kept_back as u32 }
    }

    /// The place of a new run of words, all zero. Runs longer than a chunk have one made to
    /// measure, and the numbers of the chunks after it.
    pub(crate) fn add(&self, cursor: &mut Cursor, length: usize, budget: &Budget) -> Result<u64, Full> {
        if cursor.next + length as u64 > cursor.end {
            let first = self.take_chunks(length.div_ceil(1 << CHUNK).max(1), budget)?;
            let place = u64::from(first) << CHUNK;
            if length > 1 << CHUNK {
                return Ok(place);
            }
            cursor.next = place;
            cursor.end = cursor.next + (1 << CHUNK);
        }
        let place = cursor.next;
        cursor.next += length as u64;
        Ok(place)
    }

    /// The place of a new run of words on top of a thread's stack.
    pub(crate) fn push(&self, stack: &mut Stack, length: usize, budget: &Budget) -> Result<u64, Full> {
        let mut mark = stack.mark;
        loop {
            if mark.chunk == stack.chunks.len() {
                let count = length.div_ceil(1 << CHUNK).max(1);
                stack.chunks.push([self.take_chunks(count, budget)? as usize, count]);
            }
            let [first, count] = stack.chunks[mark.chunk];
            // Places have numbers in the first of chunks that were made as one.
            if mark.next < 1 << CHUNK && mark.next + length <= count << CHUNK {
                stack.mark = Mark { next: mark.next + length, ..mark };
                return Ok(((first << CHUNK) + mark.next) as u64);
            }
            mark = Mark { chunk: mark.chunk + 1, next: 0 };
        }
    }

    /// The first of so many chunks, made as one.
    fn take_chunks(&self, count: usize, budget: &Budget) -> Result<u32, Full> {
        let mut first = self.taken.load(Ordering::Relaxed);
        loop {
            let end = first as usize + count;
            if end >= self.enough as usize {
                budget.declare_full();
            }
            if end > self.chunks.len() {
                return Err(Full);
            }
            match self.taken.compare_exchange_weak(first, end as u32, Ordering::AcqRel, Ordering::Relaxed) {
                Ok(_) => break,
                Err(now) => first = now,
            }
        }
        budget.take((count as u64) << (CHUNK + 2));
        self.chunks[first as usize].get_or_init(|| zeros(count << CHUNK));
        Ok(first)
    }

    /// The words from a place to the end of what was added there, and perhaps more.
    #[inline]
    pub(crate) fn from(&self, place: u64) -> &[[Shared; 1]] {
        match self.chunks[(place >> CHUNK) as usize].get() {
            Some(chunk) => &chunk[(place & ((1 << CHUNK) - 1)) as usize..],
            None => unreachable!("words are read where they were added"),
        }
    }
}

/// The words of a run, as numbers.
#[inline]
pub(crate) fn numbers(run: &[[Shared; 1]]) -> impl ExactSizeIterator<Item = u32> + Clone {
    run.iter().map(|word| read(&word[0]))
}
