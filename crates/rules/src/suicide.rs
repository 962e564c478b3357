use std::fmt;
use std::str::FromStr;

use kosolver_board::Play;

use crate::{Error, Never};

/// Which plays may remove the player's own stones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Suicide {
    /// None.
    #[default]
    Forbidden,
    /// Those that remove at least two stones.
    MultiStone,
    /// All: a lone stone may remove itself, which leaves the position as it was.
    Allowed,
}

impl Suicide {
    /// The three rules.
    pub const ALL: [Suicide; 3] = [Suicide::Forbidden, Suicide::MultiStone, Suicide::Allowed];

    /// The rule in words.
    pub fn in_words(self) -> &'static str {
        match self {
            Suicide::Forbidden => "no play may remove the player's own stones",
            Suicide::MultiStone => "a play may remove two or more of the player's own stones",
            Suicide::Allowed => "a play may remove the player's own stones, also a lone stone itself",
        }
    }

    /// Why this play is no play, if it is none.
    pub fn refuses(self, play: &Play) -> Option<Never> {
        match self {
            Suicide::Forbidden if !play.suicide.is_empty() => Some(Never::Suicide),
            Suicide::MultiStone if play.is_lone_suicide() => Some(Never::LoneSuicide),
            _ => None,
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
        Suicide::ALL
            .into_iter()
            .find(|suicide| suicide.to_string() == text)
            .ok_or_else(|| Error::Suicide(text.to_owned()))
    }
}
