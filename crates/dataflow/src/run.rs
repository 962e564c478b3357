use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use kosolver_tablebase::{Error as Fault, Layout, Progress};
use timely::WorkerConfig;
use timely::worker::Worker;

use crate::checkpoint::manifest;
use crate::error::Error;
use crate::job::{Common, Costs, Job, Out};
use crate::trouble::{self, Trouble};
use crate::work::{Prepared, work};

/// How often this thread looks after the others.
const LOOK: Duration = Duration::from_millis(50);

/// Does this process's part of a job, and ends when all processes have done theirs. The file is written
/// by process 0, which must have `out`.
///
/// After an error other processes may still wait for this one. They notice when it ends, so the caller
/// is to end it. Threads of this process may wait too.
///
/// # Errors
/// [`Error::Saved`] if the job's [`Saves`](crate::Saves) asked for it, and all is saved;
/// [`kosolver_tablebase::Error::Stopped`] if `progress` was told to stop; [`Error::Lost`] if another
/// process has ended before; those of building, and of files.
pub fn build(job: Job, out: Option<Out>, progress: Arc<Progress>) -> Result<Costs, Error> {
    trouble::watch();
    let layout = Arc::new(Layout::new(job.setting.clone(), &progress)?);
    let cluster = job.cluster.clone();
    // All are asked for the same before the work begins.
    let resumed = job.saves.as_ref().is_some_and(|saves| manifest(&saves.directory).exists());
    let (out, failed) = (Mutex::new(out), AtomicBool::new(false));
    let common = Arc::new(Common { job, layout, progress, out, resumed, failed });
    // Other processes may take a while to be there, so each worker begins its work before.
    let prepared = cluster.here().map(|index| {
        let common = Arc::clone(&common);
        Some(std::thread::spawn(move || Prepared::new(&common, index)))
    });
    let prepared: Mutex<Vec<_>> = Mutex::new(prepared.collect());
    let (builders, connections) = cluster.connect(&|| {
        common.go_on()?;
        let stop = common.job.saves.as_ref().is_some_and(|saves| (saves.asked)());
        if stop { Err(Fault::Stopped.into()) } else { Ok(()) }
    })?;
    let (tell, told) = channel();
    // The threads share what they run; each has its own end of the channel.
    let tell = Mutex::new(tell);
    let shared = Arc::clone(&common);
    let run = move |worker: &mut Worker| {
        let tell: Sender<Result<Costs, Error>> = tell.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let own = worker.index() - shared.job.cluster.here().start;
        let handle = prepared.lock().unwrap_or_else(PoisonError::into_inner)[own].take();
        let prepared = || match handle.map(JoinHandle::join) {
            Some(Ok(prepared)) => prepared,
            _ => Err(Error::Worker("it could not prepare its work".to_owned())),
        };
        let done = work(worker, &shared, prepared);
        let failed = done.is_err();
        // Sent before the others know of it, so that it comes before what they say when they stop. Nobody
        // listens after the first error.
        let _ = tell.send(done);
        shared.failed.fetch_or(failed, Ordering::Release);
    };
    let guards = timely::execute::execute_from(builders, Box::new(()), WorkerConfig::default(), run)
        .map_err(Error::Connect)?;
    let mut done = Vec::new();
    let fault = loop {
        match told.recv_timeout(LOOK) {
            Ok(Ok(costs)) => done.push(costs),
            Ok(Err(error)) => break Some(error),
            Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => match trouble::found() {
                Some(Trouble::Lost(process)) => break Some(Error::Lost(cluster.named(process))),
                Some(Trouble::Worker(text)) => break Some(Error::Worker(text)),
                None => {}
            },
        }
        if done.len() == cluster.workers_each() {
            break None;
        }
    };
    if let Some(fault) = fault {
        common.failed.store(true, Ordering::Release);
        // They wait for those of other processes, which wait for the end of this one.
        std::mem::forget(guards);
        std::mem::forget(connections);
        return Err(fault);
    }
    // Here the last messages are sent. All work is done, so what goes wrong now does no harm.
    let _ = catch_unwind(AssertUnwindSafe(|| {
        guards.join();
        drop(connections);
    }));
    done.pop().ok_or_else(|| Error::Worker("there was none".to_owned()))
}
