use std::ops::Range;

use crate::setting::Setting;
use crate::shard::Shard;

/// Words of a set of classes that are looked at in one go: a few milliseconds' work.
const UNIT: usize = 32;

/// Classes of one rank whose predecessors are looked for at once: words of the sets of shards.
#[derive(Debug, Default)]
pub(crate) struct Batch {
    /// A shard, and words of its set.
    pub(crate) units: Vec<(usize, Range<usize>)>,
}

impl Batch {
    /// How many classes it takes to fill one.
    pub(crate) const CLASSES: u64 = 1 << 18;

    /// How many messages one of so many classes may come to; about a quarter of it was measured.
    pub(crate) fn messages(setting: &Setting, classes: u64) -> u64 {
        classes * 2 * u64::from(setting.game.board().points())
    }

    /// Units with classes of the present rank until they fill a batch, from a unit on, which moves
    /// on; `None` if there are none left.
    pub(crate) fn next(shards: &[Shard], size: usize, from: &mut usize) -> Option<Batch> {
        let units = size.div_ceil(64).div_ceil(UNIT);
        let mut batch = Batch::default();
        let mut total = 0;
        while total < Batch::CLASSES && *from < units * shards.len() {
            let (shard, unit) = (*from / units, *from % units);
            let words = shards[shard].words();
            let range = (unit * UNIT).min(words)..((unit + 1) * UNIT).min(words);
            let count: u64 =
                range.clone().map(|word| u64::from(shards[shard].waiting(word).count_ones())).sum();
            if count > 0 {
                batch.units.push((shard, range));
                total += count;
            }
            *from += 1;
        }
        (!batch.units.is_empty()).then_some(batch)
    }
}
