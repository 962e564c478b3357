use std::ops::Range;

/// The bans of some classes, one after another: those with the attacker to move, then those with
/// the defender.
#[derive(Debug, Default)]
pub(crate) struct BanList {
    /// For each class: how many there are with the attacker to move, and, in the high half,
    /// with the defender. Empty under rules without bans.
    pub(crate) counts: Vec<u8>,
    /// Where those of every 64th class begin.
    pub(crate) starts: Vec<u32>,
    /// What is banned.
    pub(crate) points: Vec<u8>,
    /// The rank of the plays that are left.
    pub(crate) words: Vec<u32>,
}

impl BanList {
    /// The places of the bans of a class: attacker to move, defender to move.
    #[inline]
    pub(crate) fn places(&self, local: usize) -> [Range<usize>; 2] {
        let Some(&counts) = self.counts.get(local) else { return [0..0, 0..0] };
        if counts == 0 {
            return [0..0, 0..0];
        }
        let before = &self.counts[local & !63..local];
        let start = self.starts[local / 64] as usize
            + before.iter().map(|counts| usize::from(counts & 15) + usize::from(counts >> 4)).sum::<usize>();
        let middle = start + usize::from(counts & 15);
        [start..middle, middle..middle + usize::from(counts >> 4)]
    }

    /// Adds a class: how many bans it has with the attacker and with the defender to move, and the
    /// word of each. What is banned is added by itself.
    pub(crate) fn push(&mut self, [attack, defend]: [usize; 2], words: impl IntoIterator<Item = u32>) {
        assert!(attack < 16 && defend < 16, "fewer bans than half the points");
        if self.counts.len().is_multiple_of(64) {
            self.starts.push(self.words.len() as u32);
        }
        self.counts.push((attack | defend << 4) as u8);
        self.words.extend(words);
    }
}
