//! A hash index that is read without locks: from values kept elsewhere to their numbers.

use std::sync::PoisonError;

use crate::arena::Budget;
use crate::sync::{AtomicU32, AtomicU64, FIRST, Mutex, OnceLock, Ordering};

/// Numbers by hash. It grows by doubling; the smaller tables before stay, for those who are
/// reading them, and together take as much again.
pub(crate) struct Index {
    tables: [OnceLock<Box<[AtomicU64]>>; TABLES],
    /// The table in use.
    current: AtomicU32,
    /// How many numbers there are.
    count: Mutex<u64>,
}

/// As many tables as any number of entries needs: the last has 2^33 places, more than 5/3 of the
/// 2^32 numbers there are.
const TABLES: usize = 34 - FIRST as usize;

/// A place holds the number plus 1, and in the upper half the hash.
fn entry(hash: u32, number: u32) -> u64 {
    u64::from(hash) << 32 | (u64::from(number) + 1)
}

impl Index {
    pub(crate) fn new() -> Index {
        Index {
            tables: std::array::from_fn(|_| OnceLock::new()),
            current: AtomicU32::new(0),
            count: Mutex::new(0),
        }
    }

    fn table(&self, generation: u32) -> &[AtomicU64] {
        self.tables[generation as usize].get_or_init(|| empty(generation))
    }

    /// The number of a value with this hash, of those for which `same` holds.
    #[inline]
    pub(crate) fn find(&self, hash: u32, same: impl Fn(u32) -> bool) -> Option<u32> {
        let table = self.table(self.current.load(Ordering::Acquire));
        let mask = table.len() - 1;
        let mut place = hash as usize & mask;
        loop {
            let entry = table[place].load(Ordering::Acquire);
            if entry == 0 {
                return None;
            }
            let number = (entry as u32).wrapping_sub(1);
            if (entry >> 32) as u32 == hash && same(number) {
                return Some(number);
            }
            place = (place + 1) & mask;
        }
    }

    /// The number of some value where a value with this hash would be looked for first; it
    /// may be any.
    #[inline]
    pub(crate) fn glance(&self, hash: u32) -> u32 {
        let table = self.table(self.current.load(Ordering::Acquire));
        (table[hash as usize & (table.len() - 1)].load(Ordering::Acquire) as u32).wrapping_sub(1)
    }

    /// The number of a value; if it has none, the one that `make` gives it. What `make` writes
    /// can be read by whoever finds the number.
    pub(crate) fn find_or_add(
        &self,
        hash: u32,
        same: impl Fn(u32) -> bool,
        budget: &Budget,
        make: impl FnOnce() -> u32,
    ) -> u32 {
        if let Some(number) = self.find(hash, &same) {
            return number;
        }
        // What a thread that threw left behind is whole: an entry is put last.
        let mut count = self.count.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(number) = self.find(hash, &same) {
            return number;
        }
        self.make_room(*count + 1, budget);
        let number = make();
        put(self.table(self.current.load(Ordering::Relaxed)), entry(hash, number));
        *count += 1;
        number
    }

    /// Sees to it that so many entries have room. A table is at most three fifths full, so that
    /// entries are found soon. One that the memory has no room to grow is filled further, for the
    /// few entries that come before all threads have stopped.
    fn make_room(&self, count: u64, budget: &Budget) {
        let generation = self.current.load(Ordering::Relaxed);
        let places = self.table(generation).len() as u64;
        if count * 5 <= places * 3 {
            return;
        }
        let larger = 2 * places * size_of::<AtomicU64>() as u64;
        if budget.has_room(larger) || count * 8 > places * 7 {
            budget.take(larger);
            self.grow(generation);
        } else {
            budget.declare_full();
        }
    }

    fn grow(&self, generation: u32) {
        let larger = self.table(generation + 1);
        for place in self.table(generation) {
            let entry = place.load(Ordering::Relaxed);
            if entry != 0 {
                put(larger, entry);
            }
        }
        self.current.store(generation + 1, Ordering::Release);
    }
}

fn empty(generation: u32) -> Box<[AtomicU64]> {
    (0..1_usize << (FIRST + generation)).map(|_| AtomicU64::new(0)).collect()
}

fn put(table: &[AtomicU64], entry: u64) {
    let mask = table.len() - 1;
    let mut place = (entry >> 32) as usize & mask;
    while table[place].load(Ordering::Relaxed) != 0 {
        place = (place + 1) & mask;
    }
    table[place].store(entry, Ordering::Release);
}
