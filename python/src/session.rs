//! A game in progress.

use std::sync::{Mutex, MutexGuard, TryLockError};

use kosolver::report::{OpeningRecord, ValueRecord};
use kosolver::{Colour, Meter, Move, Position};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use serde::Serialize;

use crate::fault::Fault;
use crate::game::{GameRecord, bytes};
use crate::start::{Limits, Start};
use crate::work::{Listener, json, work};

/// A game in progress; `kosolver.Session` is what people use, which lets one thread in at a time.
#[pyclass(frozen)]
pub(crate) struct Session(Mutex<InProgress>, Listener);

struct InProgress {
    session: kosolver::Session,
    start: (Position, Colour),
}

#[derive(Serialize)]
struct Answer {
    value: ValueRecord,
    openings: Vec<OpeningRecord>,
    variation: Vec<String>,
    repeats_after: Option<usize>,
}

impl Session {
    fn locked(&self) -> Result<MutexGuard<'_, InProgress>, Fault> {
        match self.0.try_lock() {
            Ok(locked) => Ok(locked),
            Err(TryLockError::WouldBlock) => {
                Err(Fault::Other("the session is at work in another thread: wait for its answer".to_owned()))
            }
            // A panic in another call; the tables may be half written.
            Err(TryLockError::Poisoned(_)) => Err(Fault::Other(
                "the session broke off in the middle of its work: begin a new one".to_owned(),
            )),
        }
    }

    /// Does work with the session that a meter stops.
    fn work<T: Send>(
        &self,
        py: Python<'_>,
        task: impl FnOnce(&mut InProgress) -> Result<T, Fault> + Send,
    ) -> PyResult<T> {
        let meter = Meter::default();
        work(py, &meter, &self.1, || {
            let mut locked = self.locked()?;
            // A meter that has been interrupted stays so: every call has its own.
            locked.session.watch(&meter);
            task(&mut locked)
        })
    }
}

#[pymethods]
impl Session {
    #[new]
    fn new(start: Start, limits: Limits) -> PyResult<Session> {
        let (game, position, to_move) = start.game()?;
        let moves = start.moves(game.board())?;
        let mut session = kosolver::Session::with(game, limits.resources()?, &Meter::default());
        session.restart(position, to_move).map_err(Fault::from)?;
        for made in moves {
            session.make(made).map_err(Fault::from)?;
        }
        Ok(Session(Mutex::new(InProgress { session, start: (position, to_move) }), limits.listener()))
    }

    /// The game as it stands, as JSON.
    fn state(&self) -> PyResult<String> {
        let locked = self.locked()?;
        let (position, first) = locked.start;
        Ok(json(&GameRecord::of(locked.session.referee(), position, first))?)
    }

    /// Makes moves: all of them, or none if one is illegal.
    fn play(&self, moves: Vec<String>) -> PyResult<()> {
        let mut locked = self.locked()?;
        for (made, name) in moves.iter().enumerate() {
            if let Err(error) = locked.session.play(name) {
                for _ in 0..made {
                    locked.session.undo();
                }
                return Err(Fault::from(error).into());
            }
        }
        Ok(())
    }

    /// Takes the last move back, and returns it.
    fn undo(&self) -> PyResult<Option<String>> {
        let mut locked = self.locked()?;
        let board = *locked.session.game().board();
        Ok(locked.session.undo().map(|made: Move| made.name(&board)))
    }

    /// The state of the game as bytes: two states of a session are the same if the same can follow.
    fn key<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let locked = self.locked()?;
        let referee = locked.session.referee();
        let mut facts: Vec<_> = referee.facts().collect();
        facts.sort();
        Ok(PyBytes::new(py, format!("{:?} {:?}", referee.node(), facts).as_bytes()))
    }

    /// Begins again at a position; what was found is kept.
    fn restart(&self, start: Start) -> PyResult<()> {
        let mut locked = self.locked()?;
        let (_, position, to_move) = start.game()?;
        locked.session.restart(position, to_move).map_err(Fault::from)?;
        locked.start = (position, to_move);
        Ok(())
    }

    /// The value of the game as it stands, with the moves and a line if asked for, as JSON.
    fn solve(&self, py: Python<'_>, openings: bool, line: bool) -> PyResult<String> {
        self.work(py, |InProgress { session, start }| {
            let request = session.request(start.0, start.1)?.after(&session.played())?;
            let solution = session.solve(&request.with_openings(openings).with_line(line))?;
            let player = session.referee().node().to_move;
            let board = session.game().board();
            let openings = solution.openings.iter().map(|opening| OpeningRecord {
                made: opening.made.name(board),
                value: ValueRecord::of(&opening.value, player),
                best: opening.value.worth == solution.value.worth,
            });
            json(&Answer {
                value: ValueRecord::of(&solution.value, player),
                openings: openings.collect(),
                variation: solution.line.moves.iter().map(|made| made.name(board)).collect(),
                repeats_after: solution.line.repeats_after,
            })
        })
    }

    /// The bytes of a certificate of the value as it stands.
    fn certificate<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let proof = self.work(py, |inner| bytes(&inner.session.certificate()?))?;
        Ok(PyBytes::new(py, &proof))
    }
}
