use kosolver_board::{Colour, Point, Position};

use crate::classes::Classes;
use crate::error::Error;
use crate::message::Play;
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
        match self.setting.index.rank(least) {
            Some(rank) => self.classes.before(rank),
            None => unreachable!("plays lead from legal to legal positions"),
        }
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

    /// A player's play, and all its images: the least of the images of the position before it and
    /// the symmetries that lead there, and the point played on.
    #[inline]
    pub(crate) fn play(&self, (least, by): (Position, u32), point: Point, player: Colour) -> Play {
        let points = self.setting.symmetries.orbit(by, point);
        Play { class: self.class(least), points, defender: player == Colour::White }
    }
}
