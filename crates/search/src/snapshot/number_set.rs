//! Sets of numbers as bits.

/// A set of numbers below a bound, which also knows how many of them are less than a number.
pub(crate) struct NumberSet {
    words: Vec<u64>,
    /// How many come before each block of words; made by [`NumberSet::counted`].
    before: Vec<u32>,
}

/// Words in a block.
const BLOCK: usize = 8;

impl NumberSet {
    /// None of the numbers below a bound.
    pub(crate) fn none(bound: u64) -> NumberSet {
        NumberSet { words: vec![0; bound.div_ceil(64) as usize], before: Vec::new() }
    }

    /// All numbers below a bound.
    pub(crate) fn all(bound: u32) -> NumberSet {
        let mut set = NumberSet::none(bound.into());
        (0..bound).for_each(|number| _ = set.insert(number));
        set
    }

    /// Puts a number in; whether it was not there.
    pub(crate) fn insert(&mut self, number: u32) -> bool {
        let (word, bit) = (&mut self.words[number as usize / 64], 1 << (number % 64));
        let new = *word & bit == 0;
        *word |= bit;
        new
    }

    pub(crate) fn has(&self, number: u32) -> bool {
        self.words[number as usize / 64] >> (number % 64) & 1 == 1
    }

    /// Once all are in: counts them.
    pub(crate) fn counted(mut self) -> NumberSet {
        let mut count = 0;
        self.before = Vec::with_capacity(self.words.len().div_ceil(BLOCK) + 1);
        self.before.push(0);
        for block in self.words.chunks(BLOCK) {
            count += block.iter().map(|word| word.count_ones()).sum::<u32>();
            self.before.push(count);
        }
        self
    }

    /// How many there are.
    pub(crate) fn len(&self) -> u32 {
        self.before.last().copied().unwrap_or(0)
    }

    /// The bytes it takes.
    pub(crate) fn bytes(&self) -> usize {
        size_of_val(&self.words[..]) + size_of_val(&self.before[..])
    }

    /// How many of them are less than a number.
    pub(crate) fn rank(&self, number: u32) -> u32 {
        let word = number as usize / 64;
        let block = word / BLOCK;
        let whole: u32 = self.words[block * BLOCK..word].iter().map(|word| word.count_ones()).sum();
        let below = (1_u64 << (number % 64)) - 1;
        self.before[block] + whole + (self.words[word] & below).count_ones()
    }

    /// They, ascending.
    pub(crate) fn iter(&self) -> impl Iterator<Item = u32> {
        self.words.iter().zip(0_u32..).flat_map(|(word, place)| {
            let mut rest = *word;
            std::iter::from_fn(move || {
                let bit = (rest != 0).then(|| rest.trailing_zeros())?;
                rest &= rest - 1;
                Some(place * 64 + bit)
            })
        })
    }
}

/// All numbers below a bound, or some of them.
pub(crate) enum Chosen {
    All(u32),
    Some(NumberSet),
}

impl Chosen {
    /// How many there are.
    pub(crate) fn len(&self) -> u32 {
        match self {
            Chosen::All(bound) => *bound,
            Chosen::Some(marks) => marks.len(),
        }
    }

    /// How many of them are less than one of them.
    pub(crate) fn rank(&self, number: u32) -> u32 {
        match self {
            Chosen::All(_) => number,
            Chosen::Some(marks) => marks.rank(number),
        }
    }

    /// They, ascending.
    pub(crate) fn iter(&self) -> Box<dyn Iterator<Item = u32> + '_> {
        match self {
            Chosen::All(bound) => Box::new(0..*bound),
            Chosen::Some(marks) => Box::new(marks.iter()),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn marks_are_a_set_with_ranks(numbers in prop::collection::btree_set(0_u32..3000, 0..400)) {
            let mut marks = NumberSet::none(3000);
            for number in &numbers {
                prop_assert!(marks.insert(*number));
                prop_assert!(!marks.insert(*number));
            }
            let marks = marks.counted();
            prop_assert_eq!(marks.len() as usize, numbers.len());
            prop_assert_eq!(&marks.iter().collect::<BTreeSet<u32>>(), &numbers);
            for number in 0..3000 {
                prop_assert_eq!(marks.has(number), numbers.contains(&number));
                prop_assert_eq!(marks.rank(number) as usize, numbers.range(..number).count());
            }
        }
    }
}
