//! A rank in 16 bits.

use crate::rank::Rank;

/// A rank in 16 bits: the deficit in six, the distance in ten. They are ordered as ranks are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Short(u16);

/// Bits of a distance.
const DISTANCE: u32 = 10;

/// The greatest distance that is told apart.
const FARTHEST: u16 = (1 << DISTANCE) - 1;

impl Short {
    /// No end can be forced. Boards have at most 31 points, so no deficit is as large as this.
    pub(crate) const NEVER: Short = Short(63 << DISTANCE);

    /// Not a rank.
    pub(crate) const NONE: Short = Short(u16::MAX);

    /// The rank, its distance [`FARTHEST`] at most.
    #[inline]
    pub(crate) fn of(rank: Rank) -> Short {
        match rank.deficit() {
            Some(deficit) => Short::new(u16::from(deficit), rank.distance()),
            None => Short::NEVER,
        }
    }

    #[inline]
    pub(crate) fn new(deficit: u16, distance: u16) -> Short {
        Short(deficit << DISTANCE | distance.min(FARTHEST))
    }

    /// The deficit and the distance; `None` if no end can be forced.
    #[inline]
    pub(crate) fn parts(self) -> Option<(u16, u16)> {
        (self < Short::NEVER).then_some((self.0 >> DISTANCE, self.0 & FARTHEST))
    }

    #[inline]
    pub(crate) fn rank(self) -> Rank {
        self.parts().map_or(Rank::NEVER, |(deficit, distance)| Rank::new(deficit as u8, distance))
    }

    /// One move before.
    #[inline]
    pub(crate) fn one_more(self) -> Short {
        if self.0 & FARTHEST == FARTHEST || self >= Short::NEVER { self } else { Short(self.0 + 1) }
    }

    pub(crate) fn bits(self) -> u16 {
        self.0
    }

    pub(crate) fn from_bits(bits: u16) -> Short {
        Short(bits)
    }
}
