use std::num::NonZeroU64;

use sha2::{Digest, Sha256};

/// Which results a check computes again: all that are quick, and one in so many of the others.
///
/// Which ones these are follows from the seed and from their names alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sample {
    /// One in so many.
    pub one_in: NonZeroU64,
    /// Another seed takes others.
    pub seed: u64,
}

impl Sample {
    /// Every result.
    pub const ALL: Sample = Sample { one_in: NonZeroU64::MIN, seed: 0 };

    /// Whether the result of this name is computed again.
    pub(crate) fn takes(self, name: &str, quick: bool) -> bool {
        quick || self.number(name) % self.one_in == 0
    }

    /// A number that looks like any other.
    fn number(self, name: &str) -> u64 {
        let digest = Sha256::digest(format!("{} {name}", self.seed));
        digest.iter().take(8).fold(0, |number, byte| number << 8 | u64::from(*byte))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sample_has_what_is_quick_and_its_share_of_the_rest() {
        let sample = |one_in, seed| Sample { one_in: NonZeroU64::new(one_in).unwrap(), seed };
        let taken = |sample: Sample| -> Vec<u32> {
            (0..1000).filter(|place| sample.takes(&format!("cell {place}"), *place < 10)).collect()
        };
        let (one, other) = (taken(sample(10, 1)), taken(sample(10, 2)));
        assert!((0..10).all(|quick| one.contains(&quick) && other.contains(&quick)));
        assert!((80..140).contains(&one.len()) && (80..140).contains(&other.len()));
        assert_ne!(one, other);
        assert_eq!(taken(Sample::ALL).len(), 1000);
        // All samples together have everything.
        let every: std::collections::BTreeSet<u32> =
            (0..100).flat_map(|seed| taken(sample(10, seed))).collect();
        assert_eq!(every.len(), 1000);
    }
}
