use std::collections::BTreeMap;

use crate::log::Settled;
use crate::rank::Rank;
use crate::short::Short;

/// For each class the ranks of the attacker's and of the defender's plays, in 16 bits each. A rank that
/// does not fit, as on no board that was ever solved, is kept apart.
#[derive(Debug, Default)]
pub(crate) struct Ranks {
    short: Vec<[Short; 2]>,
    /// By class and side.
    long: BTreeMap<(usize, usize), Rank>,
}

/// A rank in 16 bits, [`Short::NONE`] if it does not fit.
fn short(rank: Rank) -> Short {
    let short = Short::of(rank);
    if short.rank() == rank { short } else { Short::NONE }
}

impl Ranks {
    /// Those of so many classes: no end can be forced.
    pub(crate) fn never(classes: usize) -> Ranks {
        Ranks { short: vec![[Short::NEVER; 2]; classes], long: BTreeMap::new() }
    }

    /// The number of classes.
    pub(crate) fn len(&self) -> usize {
        self.short.len()
    }

    /// Adds a class.
    pub(crate) fn push(&mut self, ranks: [Rank; 2]) {
        self.short.push([Short::NEVER; 2]);
        (0..2).for_each(|side| self.set(self.len() - 1, side, ranks[side]));
    }

    /// The ranks of a class.
    #[inline]
    pub(crate) fn get(&self, local: usize) -> [Rank; 2] {
        let short = self.short[local];
        std::array::from_fn(|side| match short[side] {
            Short::NONE => self.long[&(local, side)],
            short => short.rank(),
        })
    }

    /// Gives the plays of the attacker, who is side 0, or of the defender, a rank.
    #[inline]
    pub(crate) fn set(&mut self, local: usize, side: usize, rank: Rank) {
        let short = short(rank);
        self.short[local][side] = short;
        if short == Short::NONE {
            self.long.insert((local, side), rank);
        }
    }

    /// Gives the plays of some classes a rank.
    pub(crate) fn settle(&mut self, rank: Rank, settled: &[Settled]) {
        for (local, sides) in settled {
            (0..2).filter(|side| sides[*side]).for_each(|side| self.set(*local as usize, side, rank));
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn ranks_are_kept(
            ranks in prop::collection::vec((0..2_usize, 0_u8..=254, prop::bool::ANY, any::<u16>()), 1..50),
        ) {
            let mut kept = Ranks::never(3);
            let mut expected = [[Rank::NEVER; 2]; 3];
            for (place, (side, deficit, near, distance)) in ranks.into_iter().enumerate() {
                let (deficit, distance) = if near { (deficit % 64, distance % 1025) } else { (deficit, distance) };
                let rank = Rank::new(deficit, distance);
                kept.set(place % 3, side, rank);
                expected[place % 3][side] = rank;
                prop_assert_eq!([0, 1, 2].map(|local| kept.get(local)), expected);
            }
            kept.push(expected[0]);
            prop_assert_eq!(kept.get(3), expected[0]);
        }
    }

    #[test]
    fn what_is_not_said_is_never() {
        let mut kept = Ranks::never(1);
        assert_eq!(kept.get(0), [Rank::NEVER; 2]);
        kept.set(0, 1, Rank::VACUOUS);
        assert_eq!(kept.get(0), [Rank::NEVER, Rank::VACUOUS]);
        // What is kept apart is forgotten when it is replaced.
        kept.set(0, 0, Rank::new(3, 2000));
        kept.set(0, 0, Rank::NEVER);
        assert_eq!(kept.get(0)[0], Rank::NEVER);
    }
}
