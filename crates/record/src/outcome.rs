use std::fmt;

use crate::{Player, Points};

/// How a game has ended: the points of each player.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Outcome {
    points: Vec<Points>,
    draw: bool,
}

impl Outcome {
    /// A game in which a position, or the mean of several, was scored.
    pub fn scored(points: Vec<Points>) -> Outcome {
        Outcome { points, draw: false }
    }

    /// A game without a scoring position: a draw. Nobody has points.
    pub fn draw(players: u8) -> Outcome {
        Outcome { points: vec![Points::from_integer(0); usize::from(players)], draw: true }
    }

    /// The points of each player, in the order of moves.
    pub fn points(&self) -> &[Points] {
        &self.points
    }

    /// Whether it is a draw for want of a scoring position.
    pub fn is_draw(&self) -> bool {
        self.draw
    }

    /// The place of a player: 1 if nobody has more points, 2 if one player has more, and so on. In a
    /// draw everybody has place 1.
    pub fn place(&self, player: Player) -> usize {
        let mine = self.points[player.index()];
        1 + self.points.iter().filter(|points| **points > mine).count()
    }
}

/// As in `X 3, O 1, # 0`, or `a draw`.
impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.draw {
            return f.pad("a draw");
        }
        let players = Player::all(self.points.len() as u8);
        let parts: Vec<String> =
            players.zip(&self.points).map(|(player, points)| format!("{player} {points}")).collect();
        f.pad(&parts.join(", "))
    }
}
