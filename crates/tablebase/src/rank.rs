//! What an attacker can force, and how soon.

use std::fmt;

/// What the attacker can force at a node, and in how many moves: the lower, the better for him.
///
/// A rank is a pair, compared by its first part first: by how much the score falls short of the
/// whole board, then the distance, the number of moves to the end of the game if
/// both keep the score, the attacker shortens the game and the defender prolongs it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rank(u32);

impl Rank {
    /// No end can be forced.
    pub const NEVER: Rank = Rank(1 << 31);

    /// Of the plays of a defender who has none: he cannot hold anything by playing.
    pub const VACUOUS: Rank = Rank(0);

    /// The greatest distance.
    pub(crate) const FARTHEST: u16 = u16::MAX - 1;

    /// The score n − `deficit` on n points, in `distance` moves.
    pub fn new(deficit: u8, distance: u16) -> Rank {
        Rank(u32::from(deficit) << 16 | u32::from(distance))
    }

    /// By how much the score falls short of the number of points, from 0 to 2n; `None` if no
    /// end can be forced.
    pub fn deficit(self) -> Option<u8> {
        (self < Rank::NEVER).then_some((self.0 >> 16) as u8)
    }

    /// The number of moves to the end of the game; 0 where no end can be forced.
    pub fn distance(self) -> u16 {
        self.0 as u16
    }

    /// One move before.
    #[inline]
    pub(crate) fn one_more(self) -> Rank {
        if self < Rank::NEVER { Rank(self.0 + 1) } else { Rank::NEVER }
    }

    pub(crate) fn bits(self) -> u32 {
        self.0
    }

    pub(crate) fn from_bits(bits: u32) -> Rank {
        Rank(bits).min(Rank::NEVER)
    }
}

impl fmt::Debug for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.deficit() {
            Some(deficit) => write!(f, "n-{deficit} in {}", self.distance()),
            None => f.write_str("never"),
        }
    }
}

/// The ranks of all nodes of one position, from those of its plays.
///
/// With `a` and `d` the ranks of the attacker's and of the defender's plays there, `end` that of
/// a game that ends by a pass: the player to move takes the best of his plays and of the pass,
/// and the pass is answered by a play or by the pass that ends the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Passes {
    /// After a pass of the defender, the attacker to move.
    pub attacker: Rank,
    /// After a pass of the attacker, the defender to move.
    pub defender: Rank,
}

impl Passes {
    #[inline]
    pub(crate) fn of(a: Rank, d: Rank, end: Rank) -> Passes {
        Passes { attacker: a.min(end), defender: d.max(end) }
    }

    /// The attacker to move, the other has not just passed; `plays` is the rank of those of his
    /// plays that are open to him.
    #[inline]
    pub(crate) fn attack(self, plays: Rank) -> Rank {
        plays.min(self.defender.one_more())
    }

    /// The same with the defender to move.
    #[inline]
    pub(crate) fn defend(self, plays: Rank) -> Rank {
        plays.max(self.attacker.one_more())
    }
}
