//! The move at which two rules part.

use kosolver_board::{Colour, Position};
use kosolver_rules::{Game, Move, Referee, Score};
use kosolver_search::{Error, Session};
use serde::Serialize;

/// A move of one rule's principal variation that another rule prohibits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Prohibition {
    /// Its number in the variation, from 1.
    pub number: usize,
    /// Who makes it.
    pub player: String,
    /// The move.
    #[serde(rename = "move")]
    pub made: String,
    /// What the referee of the other rule says.
    pub reason: String,
}

/// The first move of a line that a game's referee refuses. A game that is over before the line is
/// does not prohibit anything.
pub(crate) fn prohibition(game: &Game, start: Position, line: &[Move]) -> Option<Prohibition> {
    let mut referee = Referee::new(game.clone(), start, Colour::Black);
    for (index, made) in line.iter().enumerate() {
        if referee.score().is_some() {
            return None;
        }
        let player = referee.node().to_move;
        if let Err(refused) = referee.play(*made) {
            return Some(Prohibition {
                number: index + 1,
                player: player.to_string(),
                made: made.name(game.board()),
                reason: refused.to_string(),
            });
        }
    }
    None
}

/// Where two rules part. The line leads there: each player who gains by one of the rules plays
/// best under it, so after every move the values still differ the same way round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Parting {
    /// The moves both rules allow.
    pub line: Vec<String>,
    /// What happens after them.
    #[serde(flatten)]
    pub event: Event,
}

/// What sets two rules apart after the same moves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
pub enum Event {
    /// The next move keeps a value under one rule, and the other prohibits it.
    Prohibited {
        /// Who would make it.
        player: String,
        /// The move.
        #[serde(rename = "move")]
        made: String,
        /// The rule that prohibits it.
        by: &'static str,
        /// What its referee says.
        reason: String,
    },
    /// The game is over under one rule and goes on under the other.
    Over {
        /// The rule under which it is over.
        under: &'static str,
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

/// No game on the boards that are compared is longer before its rules part, unless it is endless.
const LONGEST: usize = 1000;

/// Where the rules of two sessions part from a start with Black to move that is worth different
/// scores under them.
///
/// Black is sure of the greater under its rule, White of the lesser under his. Each keeps to a move
/// that leaves him sure of it, if possible one that the other rule prohibits.
///
/// # Errors
/// Those of the sessions.
pub(crate) fn parting(
    mut sessions: [&mut Session; 2],
    start: Position,
    worths: [Score; 2],
) -> Result<Parting, Error> {
    let mut referees =
        sessions.each_ref().map(|session| Referee::new(session.game().clone(), start, Colour::Black));
    let board = *sessions[0].game().board();
    let names = sessions.each_ref().map(|session| session.game().rules().ko().name());
    let mut line: Vec<Move> = Vec::new();
    let event = loop {
        match referees.each_ref().map(Referee::score) {
            [Some(one), Some(other)] => break Event::Scores { scores: [one, other] },
            [Some(score), None] => break Event::Over { under: names[0], score },
            [None, Some(score)] => break Event::Over { under: names[1], score },
            [None, None] if line.len() == LONGEST => break Event::Endless,
            [None, None] => {}
        }
        let player = referees[0].node().to_move;
        let own = usize::from((player == Colour::Black) != (worths[0] > worths[1]));
        let other = 1 - own;
        let mut legal: Vec<Move> = referees[own].legal_steps().iter().map(|step| step.made).collect();
        legal.dedup();
        let (allowed, prohibited): (Vec<Move>, Vec<Move>) =
            legal.into_iter().partition(|made| referees[other].why_illegal(*made).is_none());
        let mut keeping = |candidates: &[Move]| {
            sessions[own].keeping((start, Colour::Black), &line, candidates, worths[own])
        };
        if let Some(made) = keeping(&prohibited)?
            && let Some(refused) = referees[other].why_illegal(made)
        {
            let (player, made) = (player.to_string(), made.name(&board));
            break Event::Prohibited { player, made, by: names[other], reason: refused.to_string() };
        }
        let made = keeping(&allowed)?.expect("a move keeps what the player is sure of");
        for referee in &mut referees {
            if let Err(refused) = referee.play(made) {
                unreachable!("{refused}, though both referees allow it");
            }
        }
        line.push(made);
    };
    Ok(Parting { line: line.iter().map(|made| made.name(&board)).collect(), event })
}
