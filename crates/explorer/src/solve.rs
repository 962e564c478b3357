//! What is solved about a game as it stands, one thing after the other.

use kosolver::rules::{Never, Slot};
use kosolver::{End, Error, Game, Illegal, Move, NamedMove, Referee, Request, Scoring, Session, Value};

use crate::event::{Allowed, Event, Stage, Threat, Valued};
use crate::position::line_of_play;
use crate::work::Reporter;
use crate::worth::Worth;

/// Finds out all about a game as it stands, and reports it piece by piece.
///
/// # Errors
/// Those of the session.
pub fn solve(asked: &Request, session: &mut Session, report: &Reporter) -> Result<(), Error> {
    // The same, with what the session may use.
    let here = session.request(asked.position(), asked.to_move())?.after(asked.played())?;
    let points = here.game().board().points();
    report.stage(Stage::Value, 0);
    let value = session.solve(&here)?.value;
    report.tell(Event::Value { value: Worth::of(&value, points) });
    moves(&here, &value, session, report)?;
    report.stage(Stage::Line, 0);
    let line = session.solve(&here.clone().with_line(true))?.line;
    let moves = line_of_play(&here, &line.moves);
    report.tell(Event::Line { moves, repeats_after: line.repeats_after });
    report.stage(Stage::Threat, 0);
    if let Some(threat) = threat(&here, &value, session, report)? {
        report.tell(Event::Threat(threat));
    }
    Ok(())
}

/// Values the legal moves. One that a symmetry of the start maps to another is not solved again.
fn moves(here: &Request, value: &Value, session: &mut Session, report: &Reporter) -> Result<(), Error> {
    let (board, player) = (here.game().board(), here.referee().node().to_move);
    let representatives = here.representatives();
    let legal = here.referee().legal_moves();
    report.stage(Stage::Moves, legal.len());
    let mut known: Vec<(Move, Value)> = Vec::new();
    for made in legal {
        let alike = match made {
            Move::Play(point) => Move::Play(representatives[usize::from(point.number())]),
            Move::Pass => Move::Pass,
        };
        let found = known.iter().find(|(other, _)| *other == alike).map(|(_, value)| *value);
        let found = match found {
            Some(found) => found,
            // The best moves are worth as much, so that is asked first.
            None => session.solve(&here.clone().after(&[made])?.with_guess(Some(value.worth)))?.value,
        };
        known.push((made, found));
        report.tell(Event::Move(Valued::of(board, made, player, value, &found)));
    }
    Ok(())
}

/// What a ko threat would change; nothing where the game has no past, and under rules that keep more of
/// it than prisoners.
fn threat(
    here: &Request,
    value: &Value,
    session: &mut Session,
    report: &Reporter,
) -> Result<Option<Threat>, Error> {
    let referee = here.referee();
    let game = here.game();
    if here.played().is_empty() || referee.outcome().is_some() {
        return Ok(None);
    }
    let Some(afresh) = afresh(game, &referee) else { return Ok(None) };
    let (position, player) = (referee.position(), referee.node().to_move);
    if afresh.check_start(position, player).is_err() {
        return Ok(None);
    }
    // Prisoners are komi of another game, which has tables of its own.
    let mut other;
    let session = if afresh == *game {
        session
    } else {
        other = Session::with(afresh.clone(), session.resources().clone(), session.meter());
        &mut other
    };
    let start = session.request(position, player)?;
    let points = game.board().points();
    let with = session.solve(&start)?.value;
    let mut allows = Vec::new();
    for made in prohibited(&referee) {
        if start.referee().why_illegal(made.made()).is_none() {
            let value = session.solve(&start.clone().after(&[made.made()])?)?.value;
            allows.push(Allowed { made: made.to_string(), value: Worth::of(&value, points) });
        }
        report.stage(Stage::Threat, 0);
    }
    let changes = with.outcome != value.outcome;
    Ok(Some(Threat { player, value: Worth::of(&with, points), changes, allows }))
}

/// The game that begins here with the prisoners that were taken; nothing if its past is more than that:
/// scores that are added up, who has passed first, prisoners to give back, handicap stones.
fn afresh(game: &Game, referee: &Referee) -> Option<Game> {
    let rules = game.rules();
    let keeps_more = rules.ko().combines_scores()
        || rules.ikeda()
        || rules.end() == End::PrisonerReturn
        || rules.handicap() > 0;
    if keeps_more {
        return None;
    }
    if rules.scoring() != Scoring::Territory {
        return Some(game.clone());
    }
    let balance = kosolver::rules::Score::points(referee.node().memory.number(Slot::BALANCE));
    game.under(rules.but().komi(rules.komi() - balance).build().ok()?).ok()
}

/// The moves that the past of the game prohibits.
fn prohibited(referee: &Referee) -> Vec<NamedMove> {
    let board = referee.game().board();
    let plays = referee.position().empty(board).iter().map(Move::Play);
    let by_past = plays.filter(|made| {
        matches!(
            referee.why_illegal(*made),
            Some(Illegal::History { .. } | Illegal::Never { reason: Never::BasicKo, .. })
        )
    });
    by_past.map(|made| made.named(board)).collect()
}
