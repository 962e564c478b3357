//! Work that lets Python go on, and stops when the user presses Ctrl-C.

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use kosolver::Meter;
use pyo3::prelude::*;
use serde::Serialize;

use crate::fault::Fault;

/// How often Python is asked whether a signal has come.
const POLL: Duration = Duration::from_millis(50);

/// A function of Python that is told how far work is, if there is one.
pub(crate) struct Listener(pub Option<Py<PyAny>>);

impl Listener {
    /// Nobody.
    pub const NONE: Listener = Listener(None);

    fn tell(&self, py: Python<'_>, done: u64, total: Option<u64>) -> PyResult<()> {
        self.0.as_ref().map_or(Ok(()), |listener| listener.call1(py, (done, total)).map(drop))
    }
}

/// How many solutions of a survey there are to find, and how many are found; 0 before that is known.
#[derive(Default)]
pub(crate) struct Solutions {
    done: AtomicU64,
    pub total: AtomicU64,
}

impl Solutions {
    /// There is one more.
    pub fn found(&self) {
        self.done.fetch_add(1, Ordering::Relaxed);
    }
}

/// Does work, and says how many states it has visited.
pub(crate) fn work<T: Send>(
    py: Python<'_>,
    meter: &Meter,
    listener: &Listener,
    task: impl FnOnce() -> Result<T, Fault> + Send,
) -> PyResult<T> {
    watched(py, meter, &|py| listener.tell(py, meter.nodes(), None), task)
}

/// Does work on a thread of its own, without Python's lock. The meter stops it when a signal has come
/// whose handler raises an exception, which is then that of the call; so does what is told of the work.
fn watched<T: Send>(
    py: Python<'_>,
    meter: &Meter,
    tell: &(dyn Fn(Python<'_>) -> PyResult<()> + Sync),
    task: impl FnOnce() -> Result<T, Fault> + Send,
) -> PyResult<T> {
    let found = py.detach(|| {
        thread::scope(|scope| {
            let (done, waiting) = channel();
            let worker = scope.spawn(move || {
                let result = task();
                // The other side waits as long as the scope lasts, or has gone to join.
                let _ = done.send(());
                result
            });
            let mut signal = None;
            while waiting.recv_timeout(POLL) == Err(RecvTimeoutError::Timeout) {
                if let Err(exception) = Python::attach(|py| {
                    py.check_signals()?;
                    tell(py)
                }) {
                    meter.interrupt();
                    signal = Some(exception);
                    break;
                }
            }
            let result = worker.join().unwrap_or_else(|panic| resume_unwind(panic));
            match signal {
                Some(exception) => Err(exception),
                None => Ok::<T, PyErr>(result?),
            }
        })
    })?;
    tell(py)?;
    Ok(found)
}

/// The same for work that has no limit of time itself, and counts solutions.
pub(crate) fn timed<T: Send>(
    py: Python<'_>,
    time: Option<Duration>,
    listener: &Listener,
    solutions: &Solutions,
    task: impl FnOnce(&Meter) -> Result<T, Fault> + Send,
) -> PyResult<T> {
    let tell = |py: Python<'_>| {
        let total = solutions.total.load(Ordering::Relaxed);
        let done = solutions.done.load(Ordering::Relaxed);
        listener.tell(py, done, (total > 0).then_some(total))
    };
    let Some(time) = time else {
        let meter = Meter::default();
        return watched(py, &meter, &tell, || task(&meter));
    };
    let deadline = Instant::now().checked_add(time);
    let interrupt = kosolver::Interrupt::default();
    let meter = Meter::until(deadline.map_or_else(|| interrupt.clone(), |deadline| interrupt.by(deadline)));
    watched(py, &meter, &tell, || match task(&meter) {
        Err(Fault::Library(kosolver::Error::Interrupted { .. }))
            if deadline.is_some_and(|deadline| Instant::now() >= deadline) =>
        {
            Err(kosolver::Error::Time { time }.into())
        }
        result => result,
    })
}

/// A record as JSON.
pub(crate) fn json(record: &impl Serialize) -> Result<String, Fault> {
    Ok(serde_json::to_string(record)?)
}
