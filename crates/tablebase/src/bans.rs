use std::ops::Range;

/// The bans of some classes, one after another: those with the attacker to move, then those with
/// the defender. Few classes have any.
#[derive(Debug, Default)]
pub(crate) struct BanList {
    /// The number of classes; 0 under rules without bans.
    pub(crate) classes: usize,
    /// Which classes have bans, a bit each.
    pub(crate) bits: Vec<u64>,
    /// For each word of bits: how many classes before it have bans, and where theirs begin.
    pub(crate) starts: Vec<[u32; 2]>,
    /// For each class with bans: how many there are with the attacker to move, and, in the high half,
    /// with the defender.
    pub(crate) counts: Vec<u8>,
    /// What is banned.
    pub(crate) points: Vec<u8>,
    /// The rank of the plays that are left.
    pub(crate) words: Vec<u32>,
}

impl BanList {
    /// The list that has these; `None` if they do not fit together.
    pub(crate) fn of(
        classes: usize,
        bits: Vec<u64>,
        counts: Vec<u8>,
        points: Vec<u8>,
        words: Vec<u32>,
    ) -> Option<BanList> {
        let mut starts = Vec::with_capacity(bits.len());
        let (mut class, mut start) = (0, 0);
        for word in &bits {
            starts.push([class as u32, start as u32]);
            let next = class + word.count_ones() as usize;
            start += counts.get(class..next)?.iter().map(|counts| size(*counts)).sum::<usize>();
            class = next;
        }
        let whole = bits.len() == classes.div_ceil(64) && class == counts.len();
        let fits = whole && start == points.len() && start == words.len();
        fits.then_some(BanList { classes, bits, starts, counts, points, words })
    }

    /// The places of the bans of a class: attacker to move, defender to move.
    #[inline]
    pub(crate) fn places(&self, local: usize) -> [Range<usize>; 2] {
        let bits = self.bits.get(local / 64).copied().unwrap_or_default();
        if bits >> (local % 64) & 1 == 0 {
            return [0..0, 0..0];
        }
        let [first, start] = self.starts[local / 64].map(|start| start as usize);
        let class = first + (bits & ((1 << (local % 64)) - 1)).count_ones() as usize;
        let before = self.counts[first..class].iter().map(|counts| size(*counts)).sum::<usize>();
        let (start, counts) = (start + before, self.counts[class]);
        let middle = start + usize::from(counts & 15);
        [start..middle, middle..start + size(counts)]
    }

    /// How many bans a class has, as in `counts`; `None` under rules without bans.
    pub(crate) fn count(&self, local: usize) -> Option<u8> {
        let [attack, defend] = self.places(local);
        (self.classes > 0).then_some((attack.len() | defend.len() << 4) as u8)
    }

    /// Adds a class: how many bans it has with the attacker and with the defender to move, and the
    /// word of each. What is banned is added by itself.
    pub(crate) fn push(&mut self, [attack, defend]: [usize; 2], words: impl IntoIterator<Item = u32>) {
        assert!(attack < 16 && defend < 16, "fewer bans than half the points");
        if self.classes.is_multiple_of(64) {
            self.starts.push([self.counts.len() as u32, self.words.len() as u32]);
            self.bits.push(0);
        }
        if attack + defend > 0 {
            self.bits[self.classes / 64] |= 1 << (self.classes % 64);
            self.counts.push((attack | defend << 4) as u8);
            self.words.extend(words);
        }
        self.classes += 1;
    }

    /// Gives back what is left over from growing.
    pub(crate) fn shrink(&mut self) {
        self.bits.shrink_to_fit();
        self.starts.shrink_to_fit();
        self.counts.shrink_to_fit();
        self.points.shrink_to_fit();
        self.words.shrink_to_fit();
    }
}

/// The number of bans of a class, either player to move.
fn size(counts: u8) -> usize {
    usize::from(counts & 15) + usize::from(counts >> 4)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn bans_are_found_again(
            classes in prop::collection::vec((any::<bool>(), 0_usize..16, 0_usize..16), 1..300),
        ) {
            let mut list = BanList::default();
            let counts: Vec<[usize; 2]> =
                classes.iter().map(|(any, attack, defend)| if *any { [*attack, *defend] } else { [0, 0] }).collect();
            let mut next = 0;
            for [attack, defend] in &counts {
                list.push([*attack, *defend], (next..).take(attack + defend));
                next += (attack + defend) as u32;
            }
            let mut start = 0;
            for (local, [attack, defend]) in counts.into_iter().enumerate() {
                let places = list.places(local);
                if attack + defend > 0 {
                    prop_assert_eq!(&places, &[start..start + attack, start + attack..start + attack + defend]);
                }
                prop_assert_eq!(places.map(|places| places.len()), [attack, defend]);
                prop_assert_eq!(list.count(local), Some((attack | defend << 4) as u8));
                start += attack + defend;
            }
            let BanList { classes, bits, starts, counts, words, .. } = list;
            let points = vec![0; words.len()];
            prop_assert!(BanList::of(classes, bits.clone(), counts.clone(), points, words.clone()).is_some_and(|list| list.starts == starts));
            prop_assert!(BanList::of(classes, bits, counts, vec![0; words.len() + 1], words).is_none());
            prop_assert_eq!(BanList::default().count(0), None);
        }
    }
}
