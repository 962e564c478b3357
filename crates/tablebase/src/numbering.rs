use kosolver_board::Position;

use crate::classes::Classes;
use crate::error::Error;
use crate::partition::Partition;
use crate::progress::Progress;
use crate::setting::Setting;

/// The positions of a board by number, class and shard: what all shards read, and nobody
/// changes.
#[derive(Debug)]
pub(crate) struct Numbering {
    pub(crate) setting: Setting,
    pub(crate) classes: Classes,
    pub(crate) partition: Partition,
}

impl Numbering {
    /// Looks at every legal position.
    ///
    /// # Errors
    /// [`Error::Stopped`].
    pub(crate) fn new(setting: Setting, progress: &Progress) -> Result<Numbering, Error> {
        let classes = Classes::new(&setting, progress)?;
        let partition = Partition::of(classes.count());
        Ok(Numbering { setting, classes, partition })
    }

    /// The class of a position that is the least of its images.
    #[inline]
    pub(crate) fn class(&self, least: Position) -> u64 {
        self.classes.before(self.setting.number(least))
    }

    /// The position that stands for a class.
    #[inline]
    pub(crate) fn position(&self, class: u64) -> Position {
        self.setting.index.unrank(self.classes.rank(class))
    }

    /// The positions that stand for the classes of a shard, in order.
    pub(crate) fn positions(&self, shard: usize) -> impl Iterator<Item = Position> {
        let ranks = self.classes.ranks(self.partition.classes(shard));
        ranks.map(|rank| self.setting.index.unrank(rank))
    }
}
