//! The sets of turns that leave something as it is, by number.

use std::sync::PoisonError;

use ahash::AHashMap;

use crate::concurrent::sync::{Mutex, OnceLock};

/// The number of a symmetry; 0 is the identity.
pub(crate) type Turn = u16;

/// A group of turns that leave a position, a node or a fact as it is: its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stabiliser(u16);

impl Stabiliser {
    /// The identity alone.
    pub(crate) const TRIVIAL: Stabiliser = Stabiliser(0);

    /// The number of a stabiliser that is kept in the low half of a word.
    pub(crate) fn of_word(word: u32) -> Stabiliser {
        Stabiliser(word as u16)
    }

    /// A word with the number in its low half.
    pub(crate) fn word(self) -> u32 {
        self.0.into()
    }
}

/// A group of turns.
struct Subgroup {
    /// Its turns, the identity first.
    turns: Box<[Turn]>,
    /// For each turn the first of those that do the same as it to what the group leaves as it is.
    first: Box<[Turn]>,
}

/// The stabilisers met so far. What has a number can be read without a lock. Which number a group gets
/// depends on the threads; nothing but the number of a word does.
pub(crate) struct Stabilisers {
    numbers: Mutex<AHashMap<Box<[Turn]>, Stabiliser>>,
    groups: Box<[OnceLock<Subgroup>]>,
}

impl Stabilisers {
    /// None yet except the identity, of a group of so many turns.
    pub(crate) fn of_order(order: usize) -> Stabilisers {
        // A group of 16 elements or fewer has at most 67 subgroups. Of a larger one, intersections of the
        // stabilisers of sets of points of a small graph; S6 with the colours has fewer subgroups.
        let most = if order <= 16 { 128 } else { 1 << 14 };
        let trivial = Subgroup { turns: [0].into(), first: (0..order as Turn).collect() };
        let groups: Box<[OnceLock<Subgroup>]> = (0..most).map(|_| OnceLock::new()).collect();
        let _ = groups[0].set(trivial);
        Stabilisers { numbers: Mutex::new(AHashMap::from([([0].into(), Stabiliser::TRIVIAL)])), groups }
    }

    /// The number of a group of turns in ascending order. `then` does one turn and then another.
    pub(crate) fn number(
        &self,
        turns: Vec<Turn>,
        order: usize,
        then: impl Fn(Turn, Turn) -> Turn,
    ) -> Stabiliser {
        if turns.len() == 1 {
            return Stabiliser::TRIVIAL;
        }
        let mut numbers = self.numbers.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(number) = numbers.get(&turns[..]) {
            return *number;
        }
        let number = Stabiliser(numbers.len() as u16);
        let mut first = vec![Turn::MAX; order];
        for turn in 0..order as Turn {
            if first[usize::from(turn)] == Turn::MAX {
                // The least of its coset, since turns come in ascending order.
                for same in &turns {
                    first[usize::from(then(*same, turn))] = turn;
                }
            }
        }
        let subgroup = Subgroup { turns: turns.clone().into(), first: first.into() };
        assert!(self.groups[usize::from(number.0)].set(subgroup).is_ok(), "each number is given once");
        numbers.insert(turns.into(), number);
        number
    }

    /// The turns of a group.
    #[inline]
    pub(crate) fn turns(&self, stabiliser: Stabiliser) -> &[Turn] {
        &self.get(stabiliser).turns
    }

    /// Of the turns that do the same as this one to what the group leaves as it is, the first.
    #[inline]
    pub(crate) fn first(&self, stabiliser: Stabiliser, turn: Turn) -> Turn {
        self.get(stabiliser).first[usize::from(turn)]
    }

    #[inline]
    fn get(&self, stabiliser: Stabiliser) -> &Subgroup {
        let Some(subgroup) = self.groups[usize::from(stabiliser.0)].get() else {
            unreachable!("a number is given out when its group is there")
        };
        subgroup
    }
}
