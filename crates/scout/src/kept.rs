//! Positions whose winner is known, and nothing else of them: what is kept of a memo.

use crate::memo::{Entry, INFINITE};

/// The bits of an entry that are not of the key: whether the player to move wins, and his best move.
const ABOUT: u32 = 8;
const WINS: u64 = 1 << (ABOUT - 1);

/// How many entries there are for one of the numbers that say where to look.
const APART: usize = 16;

/// Settled positions in the order of their keys, in 8 bytes each: a key without its lowest bits, who wins, and
/// the best move.
#[derive(Default)]
pub(crate) struct Kept {
    entries: Vec<u64>,
    /// For each value of the highest bits of a key how many entries have less.
    starts: Vec<u32>,
}

/// The entry of a settled position.
pub(crate) fn entry(hash: u64, wins: bool, best: u8) -> u64 {
    hash >> ABOUT << ABOUT | if wins { WINS } else { 0 } | u64::from(best)
}

/// The best move of an entry.
pub(crate) fn best(entry: u64) -> u8 {
    (entry & (WINS - 1)) as u8
}

impl Kept {
    pub(crate) fn new(mut entries: Vec<u64>) -> Kept {
        entries.sort_unstable();
        entries.dedup_by_key(|entry| *entry >> ABOUT);
        entries.shrink_to_fit();
        let mut kept = Kept { entries, starts: Vec::new() };
        let starts = kept.entries.len().div_ceil(APART).next_power_of_two();
        let mut start = 0;
        kept.starts.extend((0..=starts).map(|place| {
            let rest = &kept.entries[start..];
            let less = |entry: &&u64| (u128::from(**entry) * starts as u128) >> u64::BITS < place as u128;
            start += rest.iter().take_while(less).count();
            start as u32
        }));
        kept
    }

    /// The entries among which that of a key is, if there is one.
    #[inline]
    fn near(&self, hash: u64) -> &[u64] {
        let Some(starts) = self.starts.len().checked_sub(1) else { return &[] };
        let place = ((u128::from(hash) * starts as u128) >> u64::BITS) as usize;
        &self.entries[self.starts[place] as usize..self.starts[place + 1] as usize]
    }

    /// Reads the place of a key, so that it is at hand when it is asked for.
    #[inline]
    pub(crate) fn fetch(&self, hash: u64) -> u64 {
        self.near(hash).first().copied().unwrap_or_default()
    }

    /// What is known of a key.
    pub(crate) fn get(&self, hash: u64) -> Option<Entry> {
        let near = self.near(hash);
        let entry = *near.iter().find(|entry| **entry >> ABOUT == hash >> ABOUT)?;
        let [phi, delta] = if entry & WINS == 0 { [INFINITE, 0] } else { [0, INFINITE] };
        Some(Entry { phi, delta, best: best(entry), work: 0 })
    }

    pub(crate) fn entries(&self) -> &[u64] {
        &self.entries
    }

    pub(crate) fn bytes(&self) -> u64 {
        (size_of_val(&self.entries[..]) + size_of_val(&self.starts[..])) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_is_found() {
        assert_eq!(Kept::default().get(1 << 60), None);
        let mut dice = fastrand::Rng::with_seed(1);
        for count in [0, 1, 17, 1000, 50_000] {
            let keys: Vec<u64> = (0..count).map(|_| dice.u64(..)).collect();
            let about = |key: u64| (key.is_multiple_of(3), (key % 65) as u8);
            let entries = keys.iter().chain(&keys).map(|key| {
                let (wins, best) = about(*key);
                entry(*key, wins, best)
            });
            let kept = Kept::new(entries.collect());
            assert_eq!(kept.entries().len(), count);
            for key in keys {
                let (wins, best) = about(key);
                let [phi, delta] = if wins { [0, INFINITE] } else { [INFINITE, 0] };
                assert_eq!(kept.get(key), Some(Entry { phi, delta, best, work: 0 }));
            }
            assert!((0..1000).all(|_| kept.get(dice.u64(..)).is_none()));
        }
    }
}
