/// Plays of a player at a class, all images of one another, that lead to a node which has been
/// settled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Play {
    /// The number of the position that stands for the class.
    pub position: u64,
    /// Whether the defender plays.
    pub defender: bool,
    /// The points played on, as a set.
    pub points: u32,
}

/// What one shard tells another, or itself: a play at a class of that shard.
///
/// ```text
/// 63        32 31      1 0
/// local class  points    1: the defender plays
/// ```
#[derive(Clone, Copy, Debug)]
pub(crate) struct Message(u64);

impl Message {
    #[inline]
    pub(crate) fn new(local: usize, play: Play) -> Message {
        Message((local as u64) << 32 | u64::from(play.points) << 1 | u64::from(play.defender))
    }

    /// The place of the class in its shard.
    #[inline]
    pub(crate) fn local(self) -> usize {
        (self.0 >> 32) as usize
    }

    /// The points played on.
    #[inline]
    pub(crate) fn points(self) -> u32 {
        self.0 as u32 >> 1
    }

    /// Whether the defender plays.
    #[inline]
    pub(crate) fn defender(self) -> bool {
        self.0 & 1 == 1
    }
}

/// Messages by the shard they are for.
pub(crate) type Outbox = Vec<Vec<Message>>;
