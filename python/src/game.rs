//! One game: solved, played, drawn, proved.

use std::io::Write;
use std::path::PathBuf;

use kosolver::board::{Shape, read_plain};
use kosolver::checker::Proved;
use kosolver::report::{FairKomi, OpeningRecord, Rules, SolutionReport, board_svg};
use kosolver::rules::Never;
use kosolver::search::write_whole;
use kosolver::study::game_tree;
use kosolver::{
    Board, Colour, Illegal, Meter, Outcome, Position, Referee, Score, Session, solve_request, verify_file,
};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use serde::Serialize;

use crate::fault::Fault;
use crate::nodes::NodeRecord;
use crate::start::{Limits, Start};
use crate::work::{Listener, json, work};

/// A solution as JSON, and the bytes of a certificate if one was asked for.
#[pyfunction]
pub(crate) fn solve<'py>(
    py: Python<'py>,
    start: Start,
    limits: Limits,
    openings: bool,
    line: bool,
    certificate: bool,
    guess: Option<String>,
) -> PyResult<(String, Option<Bound<'py, PyBytes>>)> {
    let guess: Option<Score> = guess.map(|guess| guess.parse()).transpose().map_err(Fault::from)?;
    let request = start
        .request()?
        .with_guess(guess)
        .with_openings(openings)
        .with_line(line)
        .with_certificate(certificate)
        .with_resources(limits.resources()?);
    let meter = Meter::default();
    let (record, proof) = work(py, &meter, &limits.listener(), || {
        let solution = solve_request(&request, &meter)?;
        if certificate && solution.certificate.is_none() {
            return Err(kosolver::Error::Over.into());
        }
        let proof = solution.certificate.as_ref().map(bytes).transpose()?;
        let fair_komi = match openings {
            // If it takes too long, the value has been found all the same.
            true => FairKomi::searched(&request, &solution.value, &meter).unwrap_or_default(),
            false => FairKomi::of(request.game(), &solution.value),
        };
        let report = SolutionReport::searched(&request, &solution).with_fair_komi(fair_komi);
        Ok((json(report.record())?, proof))
    })?;
    Ok((record, proof.map(|bytes| PyBytes::new(py, &bytes))))
}

/// A certificate as the bytes of its file.
pub(crate) fn bytes(certificate: &kosolver::Certificate) -> Result<Vec<u8>, Fault> {
    let mut bytes = Vec::new();
    certificate.write(&mut bytes).map_err(|error| Fault::Other(error.to_string()))?;
    Ok(bytes)
}

/// The game tree of a solution in SGF.
#[pyfunction]
pub(crate) fn sgf(py: Python<'_>, start: Start, limits: Limits) -> PyResult<String> {
    let (request, resources) = (start.request()?.with_openings(true).with_line(true), limits.resources()?);
    let board = *request.game().board();
    if board.shape() != Shape::Grid {
        let fault = format!("SGF knows rows and columns alone and cannot say what is adjacent on {board}");
        return Err(Fault::Other(fault).into());
    }
    let meter = Meter::default();
    work(py, &meter, &limits.listener(), || {
        let mut session = Session::with(request.game().clone(), resources, &meter);
        let solution = session.solve(&request)?;
        Ok(game_tree(&request, &solution, &mut session)?)
    })
}

#[derive(Serialize)]
struct VerifiedRecord {
    board: Board,
    rules: Rules,
    text: String,
    position: String,
    to_play: Colour,
    moves: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<Score>,
    #[serde(skip_serializing_if = "Option::is_none")]
    winner: Option<Colour>,
    #[serde(skip_serializing_if = "Option::is_none")]
    lower: Option<Score>,
    #[serde(skip_serializing_if = "Option::is_none")]
    upper: Option<Score>,
    lemmas: u64,
    sentence: String,
}

/// Writes a file whole, where a file may be written.
#[pyfunction]
pub(crate) fn write(path: PathBuf, data: &[u8]) -> PyResult<()> {
    Ok(write_whole(&path, |file| file.write_all(data))?)
}

/// The bytes of a file that has at most so many.
#[pyfunction]
pub(crate) fn read<'py>(py: Python<'py>, path: PathBuf, most: u64) -> PyResult<Bound<'py, PyBytes>> {
    let bytes = py.detach(|| read_plain(&path, most));
    let bytes = bytes.map_err(|fault| {
        let said = format!("{} cannot be read: {fault}", path.display());
        std::io::Error::new(fault.kind(), said)
    })?;
    Ok(PyBytes::new(py, &bytes))
}

/// What a certificate proves, as JSON.
#[pyfunction]
pub(crate) fn verify(py: Python<'_>, file: Vec<u8>, memory: u64) -> PyResult<String> {
    work(py, &Meter::default(), &Listener::NONE, || {
        let verified = verify_file(file.len() as u64, memory, || Ok::<_, Fault>(&file[..]))?;
        let (board, rules) = (*verified.game.board(), verified.game.rules());
        let (score, bounds) = match verified.value {
            Proved::Score(score) => (Some(score), None),
            Proved::Bounds(lower, upper) => (None, Some((lower, upper))),
            Proved::Claim(..) => return Err(Fault::Rejected(format!("it proves no value: {verified}"))),
        };
        let winner = score
            .filter(|_| rules.win_or_loss())
            .map(|score| if score > Score::ZERO { Colour::Black } else { Colour::White });
        let (lower, upper) = bounds.unzip();
        json(&VerifiedRecord {
            board,
            rules: Rules::of(rules),
            text: rules.in_full(),
            position: verified.position.text(&board),
            to_play: verified.to_play,
            moves: verified.moves.iter().map(|made| made.name(&board)).collect(),
            score: score.filter(|_| winner.is_none()),
            winner,
            lower,
            upper,
            lemmas: verified.lemmas,
            sentence: verified.to_string(),
        })
    })
}

#[derive(Serialize)]
struct MoveRecord {
    number: usize,
    player: Colour,
    #[serde(rename = "move")]
    made: String,
    position: String,
}

#[derive(Serialize)]
struct CandidateRecord {
    #[serde(rename = "move")]
    made: String,
    illegal: Option<String>,
    #[serde(flatten)]
    ban: Ban,
}

/// Why a move is illegal, in a word; where the history prohibits it, the number of the move that did, 0 of the start.
#[derive(Default, Serialize)]
struct Ban {
    by: Option<&'static str>,
    since: Option<usize>,
}

impl Ban {
    fn of(illegal: &Illegal) -> Ban {
        let by = match illegal {
            Illegal::Over(_) => "end",
            Illegal::Point { .. } => "point",
            Illegal::NoPass { .. } => "no-pass",
            Illegal::Never { reason: Never::Suicide | Never::LoneSuicide, .. } => "suicide",
            Illegal::Never { reason: Never::BasicKo, .. } => "basic-ko",
            Illegal::History { since, .. } => {
                let number = since.strip_prefix("move ").and_then(|number| number.parse().ok());
                return Ban { by: Some("history"), since: Some(number.unwrap_or(0)) };
            }
            _ => "rule",
        };
        Ban { by: Some(by), since: None }
    }
}

/// A game as it stands.
#[derive(Serialize)]
pub(crate) struct GameRecord {
    board: Board,
    rules: Rules,
    text: String,
    start: String,
    first: Colour,
    moves: Vec<MoveRecord>,
    #[serde(flatten)]
    node: NodeRecord,
    over: bool,
    result: Option<String>,
    score: Option<Score>,
    winner: Option<Colour>,
    candidates: Vec<CandidateRecord>,
}

impl GameRecord {
    /// The record of a referee, of a game that began there.
    pub fn of(referee: &Referee, start: Position, first: Colour) -> GameRecord {
        let game = referee.game();
        let board = game.board();
        let moves = referee.record().iter().enumerate().map(|(index, (player, made, position))| MoveRecord {
            number: index + 1,
            player: *player,
            made: made.name(board),
            position: position.text(board),
        });
        let empty = referee.position().empty(board).iter().map(kosolver::Move::Play);
        let candidates = empty.chain([kosolver::Move::Pass]).map(|made| {
            let illegal = referee.why_illegal(made);
            CandidateRecord {
                made: made.name(board),
                ban: illegal.as_ref().map_or_else(Ban::default, Ban::of),
                illegal: illegal.map(|reason| reason.to_string()),
            }
        });
        let outcome = referee.outcome();
        GameRecord {
            board: *board,
            rules: Rules::of(game.rules()),
            text: game.rules().in_full(),
            start: start.text(board),
            first,
            moves: moves.collect(),
            node: NodeRecord::of(referee.node(), board),
            over: outcome.is_some(),
            result: outcome.map(|outcome| {
                match outcome {
                    Outcome::Score(_) => "score",
                    Outcome::NoResult => "no-result",
                    Outcome::Win(_) => "win",
                }
                .to_owned()
            }),
            score: match outcome {
                Some(Outcome::Score(score)) => Some(score),
                _ => None,
            },
            winner: match outcome {
                Some(Outcome::Win(winner)) => Some(winner),
                _ => None,
            },
            candidates: candidates.collect(),
        }
    }
}

/// A game that the referee has seen, as JSON.
#[pyfunction]
pub(crate) fn play(start: Start) -> PyResult<String> {
    let (_, position, first) = start.game()?;
    Ok(json(&GameRecord::of(&start.request()?.referee(), position, first))?)
}

/// A board with stones and what moves are worth, as SVG.
#[pyfunction]
pub(crate) fn drawn(board: &str, position: &str, openings: &str) -> PyResult<String> {
    let board: Board = board.parse().map_err(Fault::from)?;
    let position = Position::parse(&board, position).map_err(Fault::from)?;
    let openings: Vec<OpeningRecord> = serde_json::from_str(openings).map_err(Fault::from)?;
    Ok(board_svg(&board, position, &openings).map_err(Fault::from)?)
}
