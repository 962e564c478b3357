use std::ops::Range;

use crate::error::Error;
use crate::format::BLOCK;
use crate::needs::{RANK_BITS, ban_bytes, count_classes, refused, state_bits};
use crate::progress::{Progress, Stage};
use crate::setting::Setting;
use crate::size::Size;

/// The most shards that the positions of a board are divided into.
const SHARDS: u64 = 4096;

/// Positions that are looked at to find out where the classes are.
const SAMPLES: u64 = 1 << 17;

/// How the positions of a board are divided among shards, and the shards among workers: in ranges of
/// numbers of positions. The shards do not depend on the workers, and each is some whole blocks of
/// the file. Nobody has to know the classes of another to find the shard of a position.
#[derive(Clone, Debug)]
pub struct Layout {
    setting: Setting,
    /// Positions of a shard; the last may have fewer.
    size: u64,
    /// About how many classes each shard has.
    weights: Vec<u64>,
    classes: u64,
    ban_bytes: u64,
}

impl Layout {
    /// The layout of a board. Classes are spread unevenly among positions, so some positions of each
    /// shard are looked at: every so many, the same every time.
    ///
    /// # Errors
    /// [`Error::Stopped`].
    pub fn new(setting: Setting, progress: &Progress) -> Result<Layout, Error> {
        progress.start(Stage::Needs, 0);
        let classes = count_classes(&setting, progress)?;
        let ban_bytes = ban_bytes(&setting, classes, progress)?;
        let blocks = setting.positions().div_ceil(BLOCK);
        let size = blocks.div_ceil(SHARDS) * BLOCK;
        let mut layout = Layout { size, weights: Vec::new(), setting, classes, ban_bytes };
        let shards = layout.setting.positions().div_ceil(size);
        let samples = (SAMPLES / shards).clamp(16, 1 << 10);
        for shard in 0..shards as usize {
            let positions = layout.positions(shard);
            let count = positions.end - positions.start;
            let stride = count.div_ceil(samples);
            let Setting { index, symmetries, .. } = &layout.setting;
            let sample = positions.step_by(stride as usize).map(|number| index.unrank(number));
            let least = sample.filter(|position| symmetries.stabilizer(*position).is_some()).count() as u64;
            // Even positions without classes take some work.
            layout.weights.push(least * stride + count / 64 + 1);
        }
        Ok(layout)
    }

    /// The number of classes of all positions.
    pub fn classes(&self) -> u64 {
        self.classes
    }

    /// The bytes that so many classes take while they are settled; a little more than those of an
    /// average part of the board, since bans are not counted one by one. `spilled`: ranks are on disk.
    pub fn bytes(&self, classes: u64, spilled: bool) -> u64 {
        let part = u128::from(self.ban_bytes) * u128::from(classes) / u128::from(self.classes);
        let bits = state_bits(&self.setting) + if spilled { 0 } else { RANK_BITS };
        classes * bits / 8 + part as u64 * 5 / 4
    }

    /// The ranks of how many classes fit where so many classes are settled.
    pub(crate) fn classes_instead(&self, classes: u64) -> u64 {
        classes * state_bits(&self.setting) / RANK_BITS
    }

    /// That so much memory is needed, and only so much is allowed.
    pub fn refused(&self, needed: u64, allowed: Size) -> Error {
        refused(&self.setting, self.classes, needed, allowed)
    }

    /// Board, rules, numbering.
    pub fn setting(&self) -> &Setting {
        &self.setting
    }

    /// How many shards there are.
    pub fn shards(&self) -> usize {
        self.weights.len()
    }

    /// The numbers of the positions of a shard.
    pub fn positions(&self, shard: usize) -> Range<u64> {
        let first = shard as u64 * self.size;
        first..self.setting.positions().min(first + self.size)
    }

    /// The shard of the position with a number.
    #[inline]
    pub fn shard(&self, position: u64) -> usize {
        (position / self.size) as usize
    }

    /// About how many bytes some shards take, messages left out: before their classes are counted.
    pub fn forecast(&self, shards: Range<usize>, spilled: bool) -> u64 {
        let positions: u64 =
            shards.clone().map(|shard| self.positions(shard)).map(|all| all.end - all.start).sum();
        let part: u64 = self.weights[shards].iter().sum();
        let total: u64 = self.weights.iter().sum();
        let classes = u128::from(self.classes) * u128::from(part) / u128::from(total);
        positions / 7 + self.bytes(classes as u64, spilled)
    }

    /// The shards of each of so many workers: ranges in a row with about as many classes each. Where
    /// there are more workers than shards some have none.
    pub fn shares(&self, workers: usize) -> Vec<Range<usize>> {
        let total: u64 = self.weights.iter().sum();
        let (mut shares, mut shard, mut sum) = (Vec::with_capacity(workers), 0, 0);
        for worker in 1..=workers as u64 {
            let first = shard;
            let goal = (u128::from(total) * u128::from(worker)).div_ceil(workers as u128) as u64;
            // A shard belongs to whom its middle does.
            while shard < self.shards() && sum + self.weights[shard] / 2 < goal {
                sum += self.weights[shard];
                shard += 1;
            }
            shares.push(first..shard);
        }
        shares
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::classes::Classes;

    #[test]
    fn shares_are_in_a_row_and_about_equal() {
        for text in ["1x1", "1x8", "2x5", "3x4", "3x5", "4x4"] {
            let setting = Setting::new(text.parse().unwrap(), "none".parse().unwrap()).unwrap();
            let layout = Layout::new(setting, &Progress::default()).unwrap();
            assert_eq!(layout.positions(layout.shards() - 1).end, layout.setting().positions());
            for workers in [1, 2, 3, 5, 16] {
                let shares = layout.shares(workers);
                assert_eq!(shares.len(), workers);
                let mut end = 0;
                for share in &shares {
                    assert_eq!(share.start, end);
                    end = share.end;
                }
                assert_eq!(end, layout.shards());
                if layout.shards() < 40 * workers {
                    continue;
                }
                let classes = shares.iter().map(|share| {
                    let positions = layout.positions(share.start).start..layout.positions(share.end - 1).end;
                    Classes::among(layout.setting(), positions, &Progress::default()).unwrap().count()
                });
                let classes: Vec<u64> = classes.collect();
                let (least, most) = (classes.iter().min().unwrap(), classes.iter().max().unwrap());
                assert!(*most < least * 3 / 2, "{text}: {classes:?}");
            }
        }
    }
}
