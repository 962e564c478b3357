use std::fmt;
use std::str::FromStr;

use crate::{Error, Player, Question, Text};

/// A ko rule for any number of players: which plays it prohibits, and how a game ends under it.
///
/// Below, X is the player to move, P the position on the board, and T the position after the play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Ko {
    /// Nothing is prohibited. Play can go on for ever.
    None,
    /// Basic ko. Play can go on for ever.
    Basic,
    /// Positional superko.
    Psk,
    /// Situational superko.
    Ssk,
    /// Natural situational superko.
    Nssk,
    /// Fixed ko.
    Fixed,
    /// Basic ko and fixed ko.
    BasicFixed,
    /// Spight's rule.
    Spight,
    /// Kee's rule of 12 May 2009; a pass lifts everybody's ban.
    Kee,
    /// Kee's rule; a pass lifts the ban of who passes.
    KeePasser,
    /// A rule that is a text.
    Text(&'static Text),
}

impl Ko {
    /// All that are not texts.
    pub const ALL: [Ko; 10] = [
        Ko::None,
        Ko::Basic,
        Ko::Psk,
        Ko::Ssk,
        Ko::Nssk,
        Ko::Fixed,
        Ko::BasicFixed,
        Ko::Spight,
        Ko::Kee,
        Ko::KeePasser,
    ];

    /// The rule that a text in its normal form says, a statement a line. It stays in memory.
    ///
    /// # Errors
    /// [`Error::Text`] if it is none.
    pub fn of_text(normal: &str) -> Result<Ko, Error> {
        Ok(Ko::Text(Box::leak(Box::new(Text::parse(normal)?))))
    }

    /// Its text, if it is one.
    pub(crate) fn text(self) -> Option<&'static Text> {
        if let Ko::Text(text) = self { Some(text) } else { None }
    }

    /// Its name in commands.
    pub fn name(self) -> &'static str {
        match self {
            Ko::None => "none",
            Ko::Basic => "basic",
            Ko::Psk => "psk",
            Ko::Ssk => "ssk",
            Ko::Nssk => "nssk",
            Ko::Fixed => "fixed",
            Ko::BasicFixed => "basic-fixed",
            Ko::Spight => "spight",
            Ko::Kee => "kee",
            Ko::KeePasser => "kee:passer",
            Ko::Text(text) => &text.name,
        }
    }

    /// What it prohibits X to play, in words.
    pub fn sentence(self) -> &'static str {
        match self {
            Ko::None => "Nothing is prohibited.",
            Ko::Basic => "Prohibited if the last move was a play and T is the position before it.",
            Ko::Psk => "Prohibited if T has stood on the board before; the start counts.",
            Ko::Ssk => "Prohibited if T has stood on the board before with the same player to move.",
            Ko::Nssk => "Prohibited if X has made T by a play before.",
            Ko::Fixed => "Prohibited if a play from P has made T before.",
            Ko::BasicFixed => {
                "Prohibited if the last move was a play and T is the position before it, or if a play from P has made T before."
            }
            Ko::Spight | Ko::Kee => "Prohibited if T has stood on the board at or after the last pass.",
            Ko::KeePasser => "Prohibited if T has stood on the board at or after the last pass of X.",
            Ko::Text(text) => &text.statements,
        }
    }

    /// How a game ends, in words.
    pub fn end(self) -> &'static str {
        if self.text().is_some_and(Text::has_own_end) {
            "as its text says"
        } else if self.ends_by_passing_again() {
            "a player passes on a position on which he has passed before"
        } else {
            "all players pass, one after the other"
        }
    }

    /// Where it comes from.
    pub fn source(self) -> &'static str {
        match self {
            Ko::None | Ko::Text(_) => "",
            Ko::Basic => "R. Jasiek, Basic Ko, 1997",
            Ko::Psk => "R. Jasiek, Super Ko, 1996; J. Tromp and B. Taylor, 1996",
            Ko::Ssk => "rules of the New Zealand Go Society, 1978, and of the American Go Association, 1991",
            Ko::Nssk => "R. Jasiek, Super Ko, 1998",
            Ko::Fixed | Ko::BasicFixed => "R. Jasiek, Fixed Ko, 1997",
            Ko::Spight => "W. Spight; for more than two players in the words of Kee, 2009",
            Ko::Kee | Ko::KeePasser => "W. Kee, Kee Rules of Go, 12 May 2009",
        }
    }

    /// The questions about the record that prohibit a play from P to T of X, before the player
    /// `next`: one yes is enough. A text has none: it remembers facts of its own.
    pub fn prohibits(self, p: usize, t: usize, x: Player, next: Player) -> impl Iterator<Item = Question> {
        let (one, other) = match self {
            Ko::None | Ko::Text(_) => (None, None),
            Ko::Basic => (Some(Question::JustLeft(t)), None),
            Ko::Psk => (Some(Question::Stood(t)), None),
            Ko::Ssk => (Some(Question::StoodFor(t, next)), None),
            Ko::Nssk => (Some(Question::Created(t, x)), None),
            Ko::Fixed => (Some(Question::Changed(p, t)), None),
            Ko::BasicFixed => (Some(Question::JustLeft(t)), Some(Question::Changed(p, t))),
            Ko::Spight | Ko::Kee => (Some(Question::StoodSincePass(t)), None),
            Ko::KeePasser => (Some(Question::StoodSincePassOf(t, x)), None),
        };
        one.into_iter().chain(other)
    }

    /// Whether a game ends when a player passes on a position on which he has passed before;
    /// otherwise it ends when all players pass, one after the other.
    pub fn ends_by_passing_again(self) -> bool {
        matches!(self, Ko::Spight | Ko::Kee | Ko::KeePasser)
    }

    /// Whether the positions that all players passed are scored, not the last one.
    pub fn scores_passed_positions(self) -> bool {
        matches!(self, Ko::Kee | Ko::KeePasser)
    }

    /// Whether play can go on for ever.
    pub fn is_endless(self) -> bool {
        matches!(self, Ko::None | Ko::Basic) || self.text().is_some_and(Text::is_endless)
    }

    /// Whether what a player can guarantee is a number under it.
    ///
    /// # Errors
    /// [`Error::Endless`] if play can go on for ever, [`Error::NoScore`] if only winning counts.
    pub fn check_guarantees(self) -> Result<(), Error> {
        match self.text() {
            _ if self.is_endless() => Err(Error::Endless(self.name())),
            Some(text) if text.is_win_or_loss() => Err(Error::NoScore(self.name())),
            _ => Ok(()),
        }
    }
}

impl fmt::Display for Ko {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Ko {
    type Err = Error;

    fn from_str(text: &str) -> Result<Ko, Error> {
        let found = Ko::ALL.into_iter().find(|ko| ko.name().eq_ignore_ascii_case(text));
        found.ok_or_else(|| Error::unread(text))
    }
}
