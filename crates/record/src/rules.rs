use std::fmt;
use std::str::FromStr;

use crate::{Error, Ko, Play, Player};

/// Which plays may remove the player's own stones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Suicide {
    /// None.
    #[default]
    Forbidden,
    /// Those that remove two stones or more.
    MultiStone,
    /// All.
    Allowed,
}

impl Suicide {
    /// All of them.
    pub const ALL: [Suicide; 3] = [Suicide::Forbidden, Suicide::MultiStone, Suicide::Allowed];

    /// Whether it allows a play.
    pub fn allows(self, play: &Play) -> bool {
        match self {
            Suicide::Forbidden => play.suicide.is_empty(),
            Suicide::MultiStone => play.suicide.len() != 1,
            Suicide::Allowed => true,
        }
    }
}

impl fmt::Display for Suicide {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Suicide::Forbidden => "forbidden",
            Suicide::MultiStone => "multi-stone",
            Suicide::Allowed => "allowed",
        })
    }
}

impl FromStr for Suicide {
    type Err = Error;

    fn from_str(text: &str) -> Result<Suicide, Error> {
        let found = Suicide::ALL.into_iter().find(|suicide| suicide.to_string().eq_ignore_ascii_case(text));
        found.ok_or_else(|| Error::Suicide(kosolver_board::shortened(text, 64).to_string()))
    }
}

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
