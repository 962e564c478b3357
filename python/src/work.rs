//! Work that lets Python go on, and stops when the user presses Ctrl-C.

use std::panic::resume_unwind;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use kosolver::Meter;
use pyo3::prelude::*;
use serde::Serialize;

use crate::fault::Fault;

/// How often Python is asked whether a signal has come.
const POLL: Duration = Duration::from_millis(50);

/// Does work on a thread of its own, without Python's lock. The meter stops it when a signal has come
/// whose handler raises an exception, which is then that of the call.
pub(crate) fn work<T: Send>(
    py: Python<'_>,
    meter: &Meter,
    task: impl FnOnce() -> Result<T, Fault> + Send,
) -> PyResult<T> {
    py.detach(|| {
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
                if let Err(exception) = Python::attach(|py| py.check_signals()) {
                    meter.interrupt();
                    signal = Some(exception);
                    break;
                }
            }
            let result = worker.join().unwrap_or_else(|panic| resume_unwind(panic));
            match signal {
                Some(exception) => Err(exception),
                None => Ok(result?),
            }
        })
    })
}

/// The same for work that has no limit of time itself.
pub(crate) fn timed<T: Send>(
    py: Python<'_>,
    time: Option<Duration>,
    task: impl FnOnce(&Meter) -> Result<T, Fault> + Send,
) -> PyResult<T> {
    let Some(time) = time else {
        let meter = Meter::default();
        return work(py, &meter, || task(&meter));
    };
    let deadline = Instant::now().checked_add(time);
    let interrupt = kosolver::Interrupt::default();
    let meter = Meter::until(deadline.map_or_else(|| interrupt.clone(), |deadline| interrupt.by(deadline)));
    work(py, &meter, || match task(&meter) {
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
