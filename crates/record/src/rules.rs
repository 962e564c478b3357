use std::fmt;

use kosolver_board::Suicide;

use kosolver_rules::language::{Argument, Formula, Place, Program, Scored};

use crate::{Error, Ko, Player};

/// What the text of a ko rule says.
pub(crate) fn read(ko: Ko) -> Result<&'static Program, Error> {
    ko.said().ok_or(Error::Ko(ko.name()))
}

/// Whether what a player can guarantee is a number under a ko rule.
///
/// # Errors
/// [`Error::Ko`] if it is no text, [`Error::Endless`] if play can go on for ever, [`Error::NoScore`] if only
/// winning counts, [`Error::Counted`] if scores are added up, or only those of a cycle count, [`Error::Asks`] if
/// what moves do depends on facts, or plays end games.
pub fn check_guarantees(ko: Ko) -> Result<(), Error> {
    let program = read(ko)?;
    match () {
        () if ko.endless() => Err(Error::Endless(ko.name())),
        () if ko.win_or_loss() => Err(Error::NoScore(ko.name())),
        () if program.scored == Scored::Sum || program.since.is_some() => Err(Error::Counted(ko.name())),
        () if program.effects_ask() || !program.play_ends.is_empty() => Err(Error::Asks(ko.name())),
        () => Ok(()),
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
    /// [`Error::Players`] unless there are 2 to 4, [`Error::Ko`] if the ko rule is no text.
    pub fn new(players: u8, ko: Ko) -> Result<Rules, Error> {
        if !(2..=Player::MOST).contains(&players) {
            return Err(Error::Players(players));
        }
        read(ko)?;
        Ok(Rules { players, ko, suicide: Suicide::Forbidden })
    }

    /// A game of two.
    ///
    /// # Errors
    /// [`Error::Ko`] if the ko rule is no text.
    pub fn of_two(ko: Ko, suicide: Suicide) -> Result<Rules, Error> {
        Ok(Rules::new(2, ko)?.with_suicide(suicide))
    }

    /// The same under another suicide rule.
    pub fn with_suicide(self, suicide: Suicide) -> Rules {
        Rules { suicide, ..self }
    }

    /// Whether the ko rule forbids only plays to positions that have stood on the board.
    pub(crate) fn forbids_repetition_alone(self) -> bool {
        let repeats = |part: &Formula| match part {
            Formula::Retakes => true,
            Formula::Fact(fact) => fact.arguments.contains(&Argument::Place(Place::After)),
            _ => false,
        };
        self.ko.said().into_iter().flat_map(|program| &program.forbid_play).all(|part| match part {
            Formula::All(parts) => parts.iter().any(repeats),
            part => repeats(part),
        })
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
