//! Few values that are met again and again, as numbers.

use std::hash::Hash;
use std::sync::PoisonError;

use ahash::RandomState;
use indexmap::IndexSet;

use crate::concurrent::Budget;
use crate::concurrent::sync::RwLock;

/// Few values that are met again and again, each with a number of its own, shared by threads.
pub(crate) struct Interner<T>(RwLock<IndexSet<T, RandomState>>);

impl<T: Hash + Eq + Clone> Interner<T> {
    pub(crate) fn new() -> Interner<T> {
        Interner(RwLock::new(IndexSet::default()))
    }

    /// About how many bytes a value takes: twice itself and its place, since they grow by doubling, and
    /// what it keeps elsewhere.
    const EACH: u64 = 2 * (size_of::<T>() as u64 + 24) + 64;

    /// The number of a value.
    pub(crate) fn number(&self, value: &T, budget: &Budget) -> u32 {
        // Most have one: then threads do not wait for each other.
        let known = self.0.read().unwrap_or_else(PoisonError::into_inner).get_index_of(value);
        let number = known.unwrap_or_else(|| {
            let mut values = self.0.write().unwrap_or_else(PoisonError::into_inner);
            let (number, new) = values.insert_full(value.clone());
            if new {
                budget.take(Interner::<T>::EACH);
            }
            number
        });
        number as u32
    }

    pub(crate) fn get(&self, number: u32) -> T {
        self.0.read().unwrap_or_else(PoisonError::into_inner)[number as usize].clone()
    }

    /// All of them, in the order of their numbers.
    pub(crate) fn all(&self) -> Vec<T> {
        self.0.read().unwrap_or_else(PoisonError::into_inner).iter().cloned().collect()
    }
}
