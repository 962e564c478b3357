//! A hash index that is read without locks: from values kept elsewhere to their numbers.

use std::sync::PoisonError;

use crossbeam_utils::CachePadded;

use crate::concurrent::sync::{AtomicU32, FIRST, Mutex, OnceLock, Ordering};
use crate::concurrent::{Budget, Full};

/// Numbers by hash. It grows by doubling, by another part as large as all before it. Entries move
/// while others read: who does not find one looks again under the lock.
pub(crate) struct Index {
    parts: [OnceLock<Box<[AtomicU32]>>; PARTS],
    /// The last part in use.
    last: AtomicU32,
    /// How many numbers there are. Apart from the rest: every thread writes it.
    count: CachePadded<Mutex<u64>>,
}

/// As many parts as any number of entries needs: together they have 2^31 places, more than 5/3 of the
/// 2^30 numbers there are.
const PARTS: usize = 32 - FIRST as usize;

/// The bits of a number. A place holds the number plus 1, and above it the highest bits of the hash,
/// which tell most values apart.
const NUMBER: u32 = 30;

fn entry(hash: u32, number: u32) -> u32 {
    debug_assert!(number < (1 << NUMBER) - 1, "tables are full before");
    hash >> NUMBER << NUMBER | (number + 1)
}

/// The number of an entry; beyond all numbers if there is none.
fn number_of(entry: u32) -> u32 {
    (entry & ((1 << NUMBER) - 1)).wrapping_sub(1)
}

impl Index {
    pub(crate) fn new() -> Index {
        Index {
            parts: std::array::from_fn(|_| OnceLock::new()),
            last: AtomicU32::new(0),
            count: CachePadded::new(Mutex::new(0)),
        }
    }

    /// The places of a part: as many as those of all before it.
    fn part(&self, part: u32) -> &[AtomicU32] {
        self.parts[part as usize].get_or_init(|| {
            (0..1_usize << (FIRST + part.saturating_sub(1))).map(|_| AtomicU32::new(0)).collect()
        })
    }

    #[inline]
    fn place(&self, place: usize) -> &AtomicU32 {
        match (place >> FIRST).checked_ilog2() {
            None => &self.part(0)[place],
            Some(log) => &self.part(log + 1)[place - (1 << (FIRST + log))],
        }
    }

    /// How many places there are while this part is the last.
    fn places(last: u32) -> usize {
        1 << (FIRST + last)
    }

    /// The number of a value with this hash, of those for which `same` holds.
    #[inline]
    pub(crate) fn find(&self, hash: u32, same: impl Fn(u32) -> bool) -> Option<u32> {
        let mask = Index::places(self.last.load(Ordering::Acquire)) - 1;
        let first = hash as usize & mask;
        // Once round at most: if the index has grown meanwhile, all these places may be taken.
        let mut place = first;
        loop {
            let entry = self.place(place).load(Ordering::Acquire);
            if entry == 0 {
                return None;
            }
            if (entry ^ hash) >> NUMBER == 0 && same(number_of(entry)) {
                return Some(number_of(entry));
            }
            place = (place + 1) & mask;
            if place == first {
                return None;
            }
        }
    }

    /// The number of some value where a value with this hash would be looked for first; it
    /// may be any.
    #[inline]
    pub(crate) fn glance(&self, hash: u32) -> u32 {
        let mask = Index::places(self.last.load(Ordering::Acquire)) - 1;
        number_of(self.place(hash as usize & mask).load(Ordering::Acquire))
    }

    /// The number of a value; if it has none, the one that `make` gives it. What `make` writes
    /// can be read by whoever finds the number. `hash_of` gives the hash of the value with a number.
    pub(crate) fn find_or_add(
        &self,
        hash: u32,
        same: impl Fn(u32) -> bool,
        hash_of: impl Fn(u32) -> u32,
        budget: &Budget,
        make: impl FnOnce() -> Result<u32, Full>,
    ) -> Result<u32, Full> {
        if let Some(number) = self.find(hash, &same) {
            return Ok(number);
        }
        // What a thread that panicked left behind is whole: an entry is put last.
        let mut count = self.count.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(number) = self.find(hash, &same) {
            return Ok(number);
        }
        self.make_room(*count + 1, budget, hash_of);
        let number = make()?;
        self.put(hash, number, Index::places(self.last.load(Ordering::Relaxed)) - 1);
        *count += 1;
        Ok(number)
    }

    /// Sees to it that so many entries have room. At most three fifths of the places are taken, so that
    /// entries are found soon. An index that the memory has no room to grow is filled further, for the
    /// few entries that come before all threads have stopped.
    fn make_room(&self, count: u64, budget: &Budget, hash_of: impl Fn(u32) -> u32) {
        let last = self.last.load(Ordering::Relaxed);
        let places = Index::places(last) as u64;
        if count * 5 <= places * 3 {
            return;
        }
        let more = places * size_of::<AtomicU32>() as u64;
        if budget.has_room(more) || count * 8 > places * 7 {
            budget.take(more);
            self.grow(last, hash_of);
        } else {
            budget.declare_full();
        }
    }

    /// Adds a part. Every entry moves to the new part or towards the place where it is looked for first:
    /// in ascending order, so that none moves past one that is still to move. Those that stand before
    /// the first free place may have come there from the end, so they are put back last.
    fn grow(&self, last: u32, hash_of: impl Fn(u32) -> u32) {
        let places = Index::places(last);
        let mask = 2 * places - 1;
        let take = |place: usize| {
            let entry = self.place(place).load(Ordering::Relaxed);
            if entry != 0 {
                self.place(place).store(0, Ordering::Relaxed);
            }
            (entry != 0).then_some(number_of(entry))
        };
        let first: Vec<u32> = (0..places).map_while(take).collect();
        for place in first.len()..places {
            if let Some(number) = take(place) {
                self.put(hash_of(number), number, mask);
            }
        }
        first.into_iter().for_each(|number| self.put(hash_of(number), number, mask));
        self.last.store(last + 1, Ordering::Release);
    }

    fn put(&self, hash: u32, number: u32, mask: usize) {
        let mut place = hash as usize & mask;
        while self.place(place).load(Ordering::Relaxed) != 0 {
            place = (place + 1) & mask;
        }
        self.place(place).store(entry(hash, number), Ordering::Release);
    }
}
