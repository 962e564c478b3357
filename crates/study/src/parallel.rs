//! Many pieces of work at once.

use std::cmp::Reverse;
use std::hash::Hash;
use std::sync::{Mutex, PoisonError};

use ahash::{AHashSet, RandomState};
use dashmap::DashMap;
use rayon::prelude::*;

/// What is called from any thread after each solution, with what was found where that is a line.
pub type Done<'a> = &'a (dyn Fn(Option<&str>) + Sync);

/// What threads have found, by what it was found for, as it comes. It need not be made for several
/// threads at once, as a session is not: hence the locks.
pub struct Found<K, T>(DashMap<K, Mutex<T>, RandomState>);

impl<K: Copy + Eq + Hash + Send + Sync, T: Send> Found<K, T> {
    /// Does work for each of some keys, one time for each key, in parallel. The heaviest come first,
    /// so that no core waits for the last.
    ///
    /// # Errors
    /// One of those of the work; then no more is begun.
    pub(crate) fn of<E: Send, W: Ord + Send>(
        keys: impl IntoIterator<Item = K>,
        weight: impl Fn(&K) -> W,
        work: impl Fn(K) -> Result<T, E> + Sync,
    ) -> Result<Found<K, T>, E> {
        let mut seen = AHashSet::new();
        let mut keys: Vec<K> = keys.into_iter().filter(|key| seen.insert(*key)).collect();
        keys.sort_by_key(|key| Reverse(weight(key)));
        let found = DashMap::with_hasher(RandomState::new());
        keys.into_par_iter().with_max_len(1).try_for_each(|key| {
            found.insert(key, Mutex::new(work(key)?));
            Ok(())
        })?;
        Ok(Found(found))
    }

    /// What is known already.
    pub(crate) fn known(known: impl IntoIterator<Item = (K, T)>) -> Found<K, T> {
        Found(known.into_iter().map(|(key, found)| (key, Mutex::new(found))).collect())
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
        let found = self.0.get(key)?;
        Some(found.lock().unwrap_or_else(PoisonError::into_inner).clone())
    }

    /// What was found for a key, which nobody else asks for.
    ///
    /// # Panics
    /// If the key was not among those of the work, or was asked for before.
    pub fn take(&self, key: &K) -> T {
        let (_, found) = self.0.remove(key).expect("work was done for this key");
        found.into_inner().unwrap_or_else(PoisonError::into_inner)
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
