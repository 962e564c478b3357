//! Questions to a tablebase.

use kosolver_board::{Colour, Position};
use kosolver_rules::{Ban, Node};
use smallvec::SmallVec;

use crate::error::Error;
use crate::rank::{Passes, Rank};
use crate::setting::{LONE_SUICIDE, Setting};

/// What is kept of a class of positions. Black is the attacker.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The ranks of the attacker's and of the defender's plays.
    pub plays: [Rank; 2],
    /// The ranks of the plays left by each ban, with the attacker and with the defender to move.
    pub bans: [SmallVec<[Rank; 4]>; 2],
}

/// What a player can force at a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Forced {
    /// The score, to Black, without komi; `None` if he can force no end.
    pub score: Option<i32>,
    /// The number of moves to the end of the game, if both keep the score, he shortens the
    /// game and his opponent prolongs it.
    pub distance: u16,
}

/// What both can force at a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// What Black can force if endless play is the worst for him: L.
    pub lower: Forced,
    /// What White can hold him to if endless play is the worst for White: U.
    pub upper: Forced,
}

impl Bounds {
    /// L and U in points on a board of n points; −n and n where no end can be forced.
    pub fn points(&self, n: i32) -> (i32, i32) {
        (self.lower.score.unwrap_or(-n), self.upper.score.unwrap_or(n))
    }
}

/// A solved board, in memory or in a file.
pub trait Probe: Sync {
    /// Board, rules, numbering.
    fn setting(&self) -> &Setting;

    /// What is kept of a position that is the least of its images.
    ///
    /// # Errors
    /// Those of reading a file.
    fn entry(&self, least: Position) -> Result<Entry, Error>;

    /// What an attacker can force at a node of the game.
    ///
    /// # Errors
    /// Those of reading a file.
    fn rank(&self, node: &Node, attacker: Colour) -> Result<Rank, Error> {
        rank(self, node, attacker)
    }

    /// What both players can force at a node of the game.
    ///
    /// # Errors
    /// Those of reading a file.
    fn bounds(&self, node: &Node) -> Result<Bounds, Error> {
        let n = i32::from(self.setting().game.board().points());
        let forced = |colour: Colour| {
            let rank = self.rank(node, colour)?;
            let score = rank.deficit().map(|deficit| n - i32::from(deficit));
            let score = score.map(|score| if colour == Colour::Black { score } else { -score });
            Ok::<Forced, Error>(Forced { score, distance: rank.distance() })
        };
        Ok(Bounds { lower: forced(Colour::Black)?, upper: forced(Colour::White)? })
    }
}

fn rank<P: Probe + ?Sized>(probe: &P, node: &Node, attacker: Colour) -> Result<Rank, Error> {
    let setting = probe.setting();
    // In the table Black is the attacker.
    let (position, to_move) = match attacker {
        Colour::Black => (node.position, node.to_move),
        Colour::White => (node.position.inverted(), !node.to_move),
    };
    let (least, by) = setting.symmetries.least(position);
    let entry = probe.entry(least)?;
    let end = setting.end(least.area(setting.game.board()));
    let passes = Passes::of(entry.plays[0], entry.plays[1], end);
    let attacks = to_move == Colour::Black;
    if node.passes > 0 {
        return Ok(if attacks { passes.attacker } else { passes.defender });
    }
    let ban = match node.ban {
        Ban::None => None,
        Ban::LoneSuicide => Some(LONE_SUICIDE),
        Ban::Point(point) => Some(setting.symmetries.orbit(by, point).trailing_zeros() as u8),
    };
    let plays = match ban {
        None => entry.plays[usize::from(!attacks)],
        Some(ban) => {
            let place = setting.bans(least, to_move).iter().position(|known| *known == ban);
            let ranks = &entry.bans[usize::from(!attacks)];
            *place.and_then(|place| ranks.get(place)).ok_or_else(|| {
                Error::Corrupt(format!("there is no ban of {ban} at {}", least.text(setting.game.board())))
            })?
        }
    };
    Ok(if attacks { passes.attack(plays) } else { passes.defend(plays) })
}
