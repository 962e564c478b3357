use std::fmt;
use std::ops::Not;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::{Error, no_name};

/// A player, and the colour of his stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Colour {
    /// Black, `X` in text, the maximising player: a score is Black's.
    Black,
    /// White, `O` in text.
    White,
}

impl Colour {
    /// Both colours, Black first.
    pub const BOTH: [Colour; 2] = [Colour::Black, Colour::White];
}

impl Not for Colour {
    type Output = Colour;

    fn not(self) -> Colour {
        match self {
            Colour::Black => Colour::White,
            Colour::White => Colour::Black,
        }
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Colour::Black => "black",
            Colour::White => "white",
        })
    }
}

impl FromStr for Colour {
    type Err = Error;

    fn from_str(text: &str) -> Result<Colour, Error> {
        match text.to_ascii_lowercase().as_str() {
            "black" | "b" => Ok(Colour::Black),
            "white" | "w" => Ok(Colour::White),
            _ => Err(no_name(text, "a colour", &["black", "white"])),
        }
    }
}
