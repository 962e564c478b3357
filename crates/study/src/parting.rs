//! The move at which two rules differ, found by search.

use kosolver_board::{Colour, Position};
use kosolver_report::{Event, Parting, Prohibition};
use kosolver_rules::{Game, Move, Referee, Score};
use kosolver_search::{Error, Session};

/// A start: a position and who moves first.
pub type Start = (Position, Colour);

/// The first move of a line that a game's referee refuses. A game that is over before the line is
/// does not prohibit anything.
pub(crate) fn prohibition(game: &Game, (start, first): Start, line: &[Move]) -> Option<Prohibition> {
    let mut referee = Referee::new(game.clone(), start, first);
    for (index, made) in line.iter().enumerate() {
        if referee.score().is_some() {
            return None;
        }
        let player = referee.node().to_move;
        if let Err(refused) = referee.play(*made) {
            return Some(Prohibition {
                number: index + 1,
                player,
                made: made.name(game.board()),
                reason: refused.to_string(),
            });
        }
    }
    None
}

/// No game on the boards that are compared is longer before its rules differ, unless it is endless.
const LONGEST: usize = 1000;

/// Rules that may differ from others.
pub struct Side<'a> {
    /// What the rules are called.
    pub name: &'a str,
    /// What solves them.
    pub session: &'a mut Session,
    /// What the start is worth to Black under them.
    pub worth: Score,
}

/// Where the rules of two sessions differ from a start that is worth different scores under them.
///
/// Black is sure of the greater under its rule, White of the lesser under his. Each keeps to a move
/// that leaves him sure of it, if possible one that the other rule prohibits.
///
/// # Errors
/// Those of the sessions.
///
/// # Panics
/// If the start is not worth what the sides say.
pub fn parting(mut sides: [Side; 2], (start, first): Start) -> Result<Parting, Error> {
    let mut referees = sides.each_ref().map(|side| Referee::new(side.session.game().clone(), start, first));
    let board = *sides[0].session.game().board();
    let names = sides.each_ref().map(|side| side.name.to_owned());
    let black = usize::from(sides[1].worth > sides[0].worth);
    let mut line: Vec<Move> = Vec::new();
    let event = loop {
        match referees.each_ref().map(Referee::score) {
            [Some(one), Some(other)] => break Event::Scores { scores: [one, other] },
            [Some(score), None] => break Event::Over { under: names[0].clone(), score },
            [None, Some(score)] => break Event::Over { under: names[1].clone(), score },
            [None, None] if line.len() == LONGEST => break Event::Endless,
            [None, None] => {}
        }
        let player = referees[0].node().to_move;
        let own = if player == Colour::Black { black } else { 1 - black };
        let other = 1 - own;
        let (allowed, prohibited): (Vec<Move>, Vec<Move>) = referees[own]
            .legal_moves()
            .into_iter()
            .partition(|made| referees[other].why_illegal(*made).is_none());
        let Side { session, worth, .. } = &mut sides[own];
        let mut keeping = |candidates: &[Move]| session.keeping((start, first), &line, candidates, *worth);
        if let Some(made) = keeping(&prohibited)?
            && let Some(refused) = referees[other].why_illegal(made)
        {
            let (made, by) = (made.name(&board), names[other].clone());
            break Event::Prohibited { player, made, by, reason: refused.to_string() };
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
