use std::fmt;

use kosolver_board::Suicide;

use crate::{Error, Ko, Player};

/// The rules of a game: how many play, the ko rule, the suicide rule. Area is scored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    players: u8,
    ko: Ko,
    suicide: Suicide,
}

impl Rules {
    /// A game of so many players under a ko rule; suicide is forbidden.
    ///
    /// # Errors
    /// [`Error::Players`] unless there are 2 to 4.
    pub fn new(players: u8, ko: Ko) -> Result<Rules, Error> {
        if !(2..=Player::MOST).contains(&players) {
            return Err(Error::Players(players));
        }
        Ok(Rules { players, ko, suicide: Suicide::Forbidden })
    }

    /// A game of two.
    pub fn of_two(ko: Ko, suicide: Suicide) -> Rules {
        Rules { players: 2, ko, suicide }
    }

    /// The same under another suicide rule.
    pub fn with_suicide(self, suicide: Suicide) -> Rules {
        Rules { suicide, ..self }
    }

    /// How many play.
    pub fn players(self) -> u8 {
        self.players
    }

    /// The ko rule.
    pub fn ko(self) -> Ko {
        self.ko
    }

    /// The suicide rule.
    pub fn suicide(self) -> Suicide {
        self.suicide
    }
}

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ko={} suicide={}", self.ko, self.suicide)
    }
}
