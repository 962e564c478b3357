//! Many pieces of work at once.

use std::cmp::Reverse;
use std::hash::Hash;
use std::sync::{Mutex, PoisonError};

use ahash::{AHashMap, AHashSet};
use rayon::prelude::*;

/// What is called from any thread after each solution, with what was found where that is a line.
pub type Done<'a> = &'a (dyn Fn(Option<&str>) + Sync);

/// Does so many pieces of work in parallel, until one says no. All work goes through here, so that this is
/// compiled once and not for each kind of work.
fn run(count: usize, work: &(dyn Fn(usize) -> bool + Sync)) {
    // None is left over for the end.
    let _ = (0..count).into_par_iter().with_max_len(1).try_for_each(|place| work(place).then_some(()));
}

/// A thing that waits for work, and then what was made of it.
enum Slot<K, T> {
    Waiting(K),
    Begun,
    Made(T),
}

/// What work makes of each of some things in parallel, in the order of the things.
///
/// # Errors
/// One of those of the work; then no more is begun.
pub fn each<K: Send, T: Send, E: Send>(
    things: impl IntoIterator<Item = K>,
    work: impl Fn(K) -> Result<T, E> + Sync,
) -> Result<Vec<T>, E> {
    let slots: Vec<Mutex<Slot<K, Result<T, E>>>> =
        things.into_iter().map(|thing| Mutex::new(Slot::Waiting(thing))).collect();
    run(slots.len(), &|place| {
        let slot = || slots[place].lock().unwrap_or_else(PoisonError::into_inner);
        let Slot::Waiting(thing) = std::mem::replace(&mut *slot(), Slot::Begun) else { return true };
        let made = work(thing);
        let well = made.is_ok();
        *slot() = Slot::Made(made);
        well
    });
    let made = slots.into_iter().filter_map(|slot| {
        let slot = slot.into_inner().unwrap_or_else(PoisonError::into_inner);
        if let Slot::Made(made) = slot { Some(made) } else { None }
    });
    made.collect()
}

/// What threads have found, by what it was found for. It need not be made for several threads at once, as a
/// session is not: hence the locks.
pub struct Found<K, T>(AHashMap<K, Mutex<Option<T>>>);

impl<K: Copy + Eq + Hash + Send + Sync, T: Send> Found<K, T> {
    /// Does work for each of some keys, one time for each key, in parallel. The heaviest come first,
    /// so that no core waits for the last.
    pub(crate) fn of<E: Send>(
        keys: impl IntoIterator<Item = K>,
        weight: impl Fn(&K) -> u64,
        work: impl Fn(K) -> Result<T, E> + Sync,
    ) -> Result<Found<K, T>, E> {
        let mut seen = AHashSet::new();
        let keys: Vec<K> = keys.into_iter().filter(|key| seen.insert(*key)).collect();
        let weights = keys.iter().enumerate().map(|(place, key)| (Reverse(weight(key)), place));
        let mut order: Vec<(Reverse<u64>, usize)> = weights.collect();
        order.sort_unstable();
        let found = each(order.iter().map(|(_, place)| keys[*place]), work)?;
        Ok(Found::known(order.into_iter().map(|(_, place)| keys[place]).zip(found)))
    }

    /// What is known already.
    pub(crate) fn known(known: impl IntoIterator<Item = (K, T)>) -> Found<K, T> {
        Found(known.into_iter().map(|(key, found)| (key, Mutex::new(Some(found)))).collect())
    }

    /// What was found for a key.
    ///
    /// # Panics
    /// If the key was not among those of the work.
    pub fn get(&self, key: &K) -> T
    where
        T: Clone,
    {
        self.find(key).expect("work was done for this key")
    }

    /// What was found for a key, if it was among those of the work.
    pub(crate) fn find(&self, key: &K) -> Option<T>
    where
        T: Clone,
    {
        self.0.get(key)?.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// What was found for a key, which nobody else asks for.
    ///
    /// # Panics
    /// If the key was not among those of the work, or was asked for before.
    pub fn take(&self, key: &K) -> T {
        let slot = self.0.get(key);
        let found = slot.and_then(|slot| slot.lock().unwrap_or_else(PoisonError::into_inner).take());
        found.expect("work was done for this key")
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    #[test]
    fn work_is_done_once_for_each_key() {
        let done = AtomicUsize::new(0);
        let work = |key: u64| {
            done.fetch_add(1, Ordering::Relaxed);
            if key < 100 { Ok(key * key) } else { Err(key) }
        };
        let found = Found::of([3, 1, 2, 3, 1], |key| *key, work).unwrap();
        assert_eq!([1, 2, 3, 3].map(|key| found.get(&key)), [1, 4, 9, 9]);
        assert_eq!(found.take(&2), 4);
        assert_eq!(done.load(Ordering::Relaxed), 3);
        assert!(matches!(Found::of([1, 100, 2], |key| *key, work), Err(100)));
    }
}
