//! The move at which two rules part.

use board::{Colour, Position};
use rules::{Game, Move, Referee, Score};
use search::{Opening, Session};
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
                made: made.name(&game.board),
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

/// Where the rules of two sessions part from a start with Black to move on which their values differ:
/// Black does better under the first, or under the second.
pub(crate) fn parting(
    mut sessions: [&mut Session; 2],
    start: Position,
    black_gains_by_first: bool,
) -> Parting {
    let mut referees =
        sessions.each_ref().map(|session| Referee::new(session.game().clone(), start, Colour::Black));
    let board = sessions[0].game().board;
    let names = sessions.each_ref().map(|session| session.game().rules.ko.name());
    let mut line: Vec<Move> = Vec::new();
    let event = loop {
        match referees.each_ref().map(Referee::score) {
            [Some(one), Some(other)] => break Event::Scores { scores: [one, other] },
            [Some(score), None] => break Event::Over { under: names[0], score },
            [None, Some(score)] => break Event::Over { under: names[1], score },
            [None, None] if line.len() == LONGEST => break Event::Endless,
            [None, None] => {}
        }
        // Under his better rule the player to move has a move that keeps its value. Under the
        // other it is worth no more than the best there.
        let player = referees[0].node().to_move;
        let better = usize::from((player == Colour::Black) != black_gains_by_first);
        let mut replies = sessions
            .each_mut()
            .map(|session| session.replies(start, Colour::Black, &line).unwrap_or_default());
        let worths =
            |replies: &[Opening]| -> Vec<Score> { replies.iter().map(|reply| reply.value.worth).collect() };
        let best = match player {
            Colour::Black => worths(&replies[better]).into_iter().max(),
            Colour::White => worths(&replies[better]).into_iter().min(),
        };
        replies[better].retain(|reply| Some(reply.value.worth) == best);
        let other = 1 - better;
        let illegal = |reply: &&Opening| !replies[other].iter().any(|there| there.made == reply.made);
        if let Some(reply) = replies[better].iter().find(illegal) {
            let reason = referees[other].why_illegal(reply.made).map(|refused| refused.to_string());
            break Event::Prohibited {
                player: player.to_string(),
                made: reply.made.name(&board),
                by: names[other],
                reason: reason.unwrap_or_default(),
            };
        }
        let Some(reply) = replies[better].first() else { break Event::Endless };
        for referee in &mut referees {
            if let Err(refused) = referee.play(reply.made) {
                unreachable!("{refused}, though it is a legal reply");
            }
        }
        line.push(reply.made);
    };
    Parting { line: line.iter().map(|made| made.name(&board)).collect(), event }
}
