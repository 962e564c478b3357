use std::fmt;

use crate::{Player, Points};

/// How a game has ended: the points of each player.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Outcome {
    points: Vec<Points>,
    unscored: Option<Unscored>,
}

/// How a game has ended of which no position was scored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Unscored {
    /// In a draw. Nobody has points.
    Draw,
    /// Without a result. Nobody has points.
    NoResult,
    /// Won. The winners have a point each.
    Won,
}

impl Outcome {
    /// A game in which a position, or the mean of several, was scored.
    pub fn scored(points: Vec<Points>) -> Outcome {
        Outcome { points, unscored: None }
    }

    /// A game without a scoring position: a draw. Nobody has points.
    pub fn draw(players: u8) -> Outcome {
        Outcome::unscored_game(players, Unscored::Draw, |_| false)
    }

    /// A game without a result.
    pub fn no_result(players: u8) -> Outcome {
        Outcome::unscored_game(players, Unscored::NoResult, |_| false)
    }

    /// A game that these players have won, whatever stands on the board.
    pub fn won(players: u8, by: impl Fn(Player) -> bool) -> Outcome {
        Outcome::unscored_game(players, Unscored::Won, by)
    }

    fn unscored_game(players: u8, how: Unscored, has_won: impl Fn(Player) -> bool) -> Outcome {
        let points = Player::all(players).map(|player| Points::from_integer(i64::from(has_won(player))));
        Outcome { points: points.collect(), unscored: Some(how) }
    }

    /// The points of each player, in the order of moves.
    pub fn points(&self) -> &[Points] {
        &self.points
    }

    /// How it has ended, if no position was scored.
    pub fn unscored(&self) -> Option<Unscored> {
        self.unscored
    }

    /// Of a game of two: Black's points less White's, or `win`, `-win`, `no result`.
    pub fn for_black(&self) -> String {
        match self.unscored {
            Some(Unscored::NoResult) => "no result".to_owned(),
            Some(Unscored::Won) if self.place(Player::FIRST) == 1 => "win".to_owned(),
            Some(Unscored::Won) => "-win".to_owned(),
            Some(Unscored::Draw) | None => (self.points[0] - self.points[1]).to_string(),
        }
    }

    /// The place of a player: 1 if nobody has more points, 2 if one player has more, and so on. In a
    /// draw everybody has place 1.
    pub fn place(&self, player: Player) -> usize {
        let mine = self.points[player.index()];
        1 + self.points.iter().filter(|points| **points > mine).count()
    }
}

/// As in `X 3, O 1, # 0`, or `a draw`, `no result`, `won by X`.
impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let players = Player::all(self.points.len() as u8);
        match self.unscored {
            None => {}
            Some(Unscored::Draw) => return f.pad("a draw"),
            Some(Unscored::NoResult) => return f.pad("no result"),
            Some(Unscored::Won) => {
                let winners = players.filter(|player| self.place(*player) == 1);
                let winners: Vec<String> = winners.map(|player| player.to_string()).collect();
                return f.pad(&format!("won by {}", winners.join(" and ")));
            }
        }
        let parts: Vec<String> =
            players.zip(&self.points).map(|(player, points)| format!("{player} {points}")).collect();
        f.pad(&parts.join(", "))
    }
}
