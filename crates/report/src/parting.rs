//! The move at which two rules differ.

use kosolver_board::{Board, Colour};
use kosolver_rules::{Move, Score};
use serde::{Deserialize, Serialize};

/// A move of one rule's principal variation that another rule prohibits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Prohibition {
    /// Its number in the variation, from 1.
    pub number: usize,
    /// Who makes it.
    pub player: Colour,
    /// The move.
    #[serde(rename = "move")]
    pub made: String,
    /// What the referee of the other rule says.
    pub reason: String,
}

/// Where two rules differ. The line leads there: each player who gains by one of the rules plays
/// best under it, so after every move the values still differ the same way round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Parting {
    /// The moves both rules allow.
    pub line: Vec<String>,
    /// What happens after them.
    #[serde(flatten)]
    pub event: Event,
}

/// What sets two rules apart after the same moves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
pub enum Event {
    /// The next move keeps a value under one rule, and the other prohibits it.
    Prohibited {
        /// Who would make it.
        player: Colour,
        /// The move.
        #[serde(rename = "move")]
        made: String,
        /// The rule that prohibits it.
        by: String,
        /// What its referee says.
        reason: String,
    },
    /// The game is over under one rule and goes on under the other.
    Over {
        /// The rule under which it is over.
        under: String,
        /// Its score there.
        score: Score,
    },
    /// The game is over under both rules, with different scores.
    Scores {
        /// Under the first rule and under the second.
        scores: [Score; 2],
    },
    /// Neither rule ends the game.
    Endless,
}

impl Parting {
    /// Where two rules differ in a game that this player starts, in a sentence.
    pub fn sentence(&self, names: [&str; 2], first: Colour) -> String {
        let start = if self.line.is_empty() {
            "At once".to_owned()
        } else {
            format!("After {}", moves(&self.line, first))
        };
        format!("{start}: {}", self.event.sentence(names))
    }
}

impl Event {
    /// What sets two rules apart, in a sentence.
    pub fn sentence(&self, names: [&str; 2]) -> String {
        let other = |name: &str| names.into_iter().find(|other| *other != name).unwrap_or_default();
        match self {
            Event::Prohibited { reason, by, .. } => format!("{reason}. {} allows it.", other(by)),
            Event::Over { under, score } => {
                format!("the game is over under {under}, with {score}. It goes on under {}.", other(under))
            }
            Event::Scores { scores: [one, score] } => {
                format!("the game is over, with {one} under {} and {score} under {}.", names[0], names[1])
            }
            Event::Endless => "neither rule ends the game.".to_owned(),
        }
    }

    /// The point of the move that one rule prohibits, by its number.
    pub(crate) fn point(&self, board: &Board) -> Result<Option<u8>, kosolver_board::Error> {
        let Event::Prohibited { made, .. } = self else { return Ok(None) };
        Ok(Move::parse(board, made)?.point().map(|point| point.number()))
    }
}

fn moves(moves: &[String], first: Colour) -> String {
    let players = [first, !first].into_iter().cycle();
    moves.iter().zip(players).map(|(made, player)| format!("{player} {made}")).collect::<Vec<_>>().join(", ")
}
