use std::fmt;
use std::str::FromStr;
use std::sync::LazyLock;

use crate::{Error, Text};

/// A ko rule for any number of players: which plays it prohibits, and how a game ends under it. Each is a
/// text, which is read from the record of the game.
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
    /// A rule of one's own.
    Text(&'static Text),
}

impl Ko {
    /// All that have a name here.
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

    /// Its text.
    pub(crate) fn text(self) -> &'static Text {
        static NAMED: LazyLock<[Text; Ko::ALL.len()]> = LazyLock::new(|| {
            Ko::ALL.map(|ko| {
                let text = format!("rule {ko}\n{}", ko.statements());
                Text::parse(&text).unwrap_or_else(|error| unreachable!("{ko}: {error}"))
            })
        });
        match self {
            Ko::Text(text) => text,
            named => {
                let place = Ko::ALL.iter().position(|ko| *ko == named).expect("it has a name");
                &NAMED[place]
            }
        }
    }

    /// The statements of its text. Only here `anybody` is every player in turn.
    fn statements(self) -> &'static str {
        match self {
            Ko::None => "",
            Ko::Basic => "forbid play if retakes",
            Ko::Psk => "remember stood(after) on start, play\nforbid play if stood(after)",
            Ko::Ssk => "remember stood(after, next) on start, play, pass\nforbid play if stood(after, next)",
            Ko::Nssk => "remember made(mover, after) on play\nforbid play if made(mover, after)",
            Ko::Fixed => "remember played(before, after) on play\nforbid play if played(before, after)",
            Ko::BasicFixed => {
                "remember played(before, after) on play\nforbid play if retakes or played(before, after)"
            }
            Ko::Spight | Ko::Kee => {
                "remember stands(after) on start, play, pass\nforget stands on pass\n\
                 remember passed(mover, before) on pass\n\
                 forbid play if stands(after)\nend pass if passed(mover, before)"
            }
            Ko::KeePasser => {
                "remember stands(after, anybody) on start, play, pass\nforget stands(mover) on pass\n\
                 remember passed(mover, before) on pass\n\
                 forbid play if stands(after, mover)\nend pass if passed(mover, before)"
            }
            Ko::Text(text) => &text.statements,
        }
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
        match self {
            Ko::Text(text) if text.has_own_end() => "as its text says",
            ko if ko.ends_by_passing_again() => "a player passes on a position on which he has passed before",
            _ => "all players pass, one after the other",
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
        self.text().is_endless()
    }

    /// Whether what a player can guarantee is a number under it.
    ///
    /// # Errors
    /// [`Error::Endless`] if play can go on for ever, [`Error::NoScore`] if only winning counts.
    pub fn check_guarantees(self) -> Result<(), Error> {
        match self.text() {
            text if text.is_endless() => Err(Error::Endless(self.name())),
            text if text.is_win_or_loss() => Err(Error::NoScore(self.name())),
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
