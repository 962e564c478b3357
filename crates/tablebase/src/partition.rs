/// The most shards, and the fewest classes of a shard where there are several.
const SHARDS: u64 = 64;
const SHARD: u64 = 1 << 12;

/// How classes are divided among shards: in ranges of 2^k, so that the shard of a class is its
/// number shifted.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Partition {
    classes: u64,
    shift: u32,
}

impl Partition {
    pub(crate) fn of(classes: u64) -> Partition {
        let shift = classes.div_ceil(SHARDS).max(SHARD).next_power_of_two().trailing_zeros();
        Partition { classes, shift }
    }

    /// How many shards there are.
    pub(crate) fn shards(self) -> usize {
        self.classes.div_ceil(1 << self.shift) as usize
    }

    /// The classes of a shard.
    pub(crate) fn classes(self, shard: usize) -> std::ops::Range<u64> {
        let first = (shard as u64) << self.shift;
        first..(first + (1 << self.shift)).min(self.classes)
    }

    /// The shard of a class, and its place there.
    #[inline]
    pub(crate) fn place(self, class: u64) -> (usize, usize) {
        ((class >> self.shift) as usize, (class & ((1 << self.shift) - 1)) as usize)
    }

    /// The class at a place of a shard.
    #[inline]
    pub(crate) fn class(self, shard: usize, local: usize) -> u64 {
        (shard as u64) << self.shift | local as u64
    }

    /// The classes of every shard but the last.
    pub(crate) fn size(self) -> usize {
        1 << self.shift
    }
}
