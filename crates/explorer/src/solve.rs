//! What is solved about a game as it stands, one thing after the other.

use kosolver::rules::{Never, Slot};
use kosolver::tablebase::Stage as Step;
use kosolver::{
    Activity, Colour, End, Error, Game, Illegal, Meter, Move, NamedMove, Referee, Request, Scoring, Session,
    Value,
};
use serde::Serialize;

use crate::fault::Fault;
use crate::game::{Asked, Player};
use crate::position::Made;
use crate::work::Reporter;
use crate::worth::{Loss, Number, Worth};

/// Something that was found out, or how far the search has come. Events come in this order: `waiting`,
/// `value`, `move` for each legal move, `line`, `threat`, and at the end `done` or `fault`; `progress`
/// comes in between, several times a second.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(tag = "event", rename_all = "lowercase")]
pub enum Event {
    /// Others are asking about the same game, or as many questions are worked on as may be.
    Waiting,
    /// How far the search has come.
    Progress(Progress),
    /// The value of the game as it stands.
    Value {
        /// The value.
        value: Worth,
    },
    /// The value of a legal move.
    Move {
        /// The move.
        #[serde(rename = "move")]
        made: String,
        /// The value of the game after it.
        value: Worth,
        /// Whether it keeps the value of the game as it stands.
        best: bool,
        /// What the player to move loses by it.
        loss: Loss,
    },
    /// One line of perfect play from here on.
    Line {
        /// Its moves, numbered on from those that were made.
        moves: Vec<Made>,
        /// If it goes on for ever: after how many of these moves the position first stood that comes again.
        #[serde(skip_serializing_if = "Option::is_none")]
        repeats_after: Option<usize>,
    },
    /// What a ko threat would change.
    Threat(Threat),
    /// All was found.
    Done {
        /// The nodes that were visited, as far as they are counted: in batches of some thousands.
        nodes: u64,
    },
    /// The search was stopped, or took more than it may.
    Fault(Fault),
}

/// How far a search has come.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Progress {
    /// What is looked for now.
    pub stage: Stage,
    /// Of moves, how many have been valued.
    pub found: usize,
    /// Of moves, how many there are.
    pub of: usize,
    /// The least that the value can be, while that is looked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lower: Option<Number>,
    /// The most that the value can be, while that is looked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub upper: Option<Number>,
    /// Nodes visited for this question, counted in batches.
    pub nodes: u64,
    /// Bytes that the tables of the game take.
    pub bytes: u64,
    /// Seconds since the search began.
    pub seconds: f64,
    /// What is done beside the search itself, if anything is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub task: Option<Task>,
}

/// Work of a search that is no searching.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(tag = "task", rename_all = "lowercase")]
pub enum Task {
    /// A guide is made: a table of what each position is worth without a ko rule.
    Guide {
        /// How much of this step is done.
        percent: u64,
        /// How many there are to go through.
        of: u64,
        /// Of what: `positions`, `moves` or `plays`.
        what: &'static str,
    },
    /// The certificate is written.
    Writing,
    /// The certificate is verified.
    Verifying,
}

impl Task {
    /// What a meter says is being done.
    pub fn of(meter: &Meter) -> Option<Task> {
        if let Some(guide) = meter.guide() {
            let (step, done, of) = guide.now();
            let what = match step {
                Step::Moves => "moves",
                Step::Settling => "plays",
                _ => "positions",
            };
            return Some(Task::Guide { percent: 100 * done / of.max(1), of, what });
        }
        match meter.activity() {
            Activity::Searching => None,
            Activity::WritingCertificate => Some(Task::Writing),
            Activity::VerifyingCertificate => Some(Task::Verifying),
        }
    }
}

/// What is looked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Stage {
    /// The value of the game as it stands.
    #[default]
    Value,
    /// The values of its moves.
    Moves,
    /// A line of perfect play.
    Line,
    /// What a ko threat would change.
    Threat,
}

/// What a ko threat would change.
///
/// The player to move makes a threat far away, and the opponent answers it. Both stones stay, so no
/// position of the past can come again. The game stands as if it began here, with the same player to
/// move and the prisoners that were taken.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Threat {
    /// Who makes the threat.
    pub player: Player,
    /// The value with it.
    pub value: Worth,
    /// Whether that is another value than without it.
    pub changes: bool,
    /// The moves that are prohibited now and would be legal, with the values they would have.
    pub allows: Vec<Allowed>,
}

/// A move that a ko threat would make legal.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Allowed {
    /// The move.
    #[serde(rename = "move")]
    pub made: String,
    /// The value it would have.
    pub value: Worth,
}

/// Finds out all about a game as it stands, and reports it piece by piece.
///
/// # Errors
/// Those of the session.
pub fn solve(asked: &Asked, session: &mut Session, report: &Reporter) -> Result<(), Error> {
    let here = here(asked, session)?;
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

/// The same request, with what the session may use.
fn here(asked: &Asked, session: &Session) -> Result<Request, Error> {
    let Asked { request } = asked;
    session.request(request.position(), request.to_move())?.after(request.played())
}

/// Values the legal moves. One that a symmetry of the start maps to another is not solved again.
fn moves(here: &Request, value: &Value, session: &mut Session, report: &Reporter) -> Result<(), Error> {
    let board = here.game().board();
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
        let best = found.worth == value.worth;
        let lost = match here.referee().node().to_move {
            Colour::Black => value.worth - found.worth,
            Colour::White => found.worth - value.worth,
        };
        let loss = Loss::of(lost, &found, board.points());
        let value = Worth::of(&found, board.points());
        report.tell(Event::Move { made: made.name(board), value, best, loss });
    }
    Ok(())
}

/// A line of play with the positions it leads to.
fn line_of_play(here: &Request, line: &[Move]) -> Vec<Made> {
    let mut referee = here.referee();
    let made = referee.record().len();
    for &next in line {
        if referee.play(next).is_err() {
            break;
        }
    }
    crate::position::moves(here.game().board(), here.position(), &referee).split_off(made)
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
    Ok(Some(Threat { player: player.into(), value: Worth::of(&with, points), changes, allows }))
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
            Some(Illegal::History { .. } | Illegal::Never { reason: Never::BasicKo | Never::MustPass, .. })
        )
    });
    by_past.map(|made| made.named(board)).collect()
}
