//! The memory that building takes, measured.

use std::io::sink;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use kosolver_dataflow::{Cluster, Error, Job, Memory, Saves, build};
use kosolver_tablebase::{Error as Fault, Progress, Setting, Size};
use peak_alloc::PeakAlloc;

#[global_allocator]
static PEAK: PeakAlloc = PeakAlloc;

/// The most bytes of the heap that are taken at once, in all threads, beyond those before.
fn peak<T>(work: impl FnOnce() -> T) -> (u64, T) {
    let before = PEAK.current_usage();
    PEAK.reset_peak_usage();
    let done = work();
    ((PEAK.peak_usage() - before) as u64, done)
}

fn setting() -> Setting {
    Setting::new("2x7".parse().unwrap(), "basic".parse().unwrap()).unwrap()
}

/// Saves that are made now and then.
fn saves(directory: &Path) -> Saves {
    let every = Duration::from_millis(500);
    let (asked, unsaved) = (Arc::new(|| false), Arc::new(|error: &Error| panic!("{error}")));
    Saves { directory: directory.to_owned(), every, asked, unsaved }
}

/// One test, since there is one heap: what is said to be needed is enough, and not
/// far too much.
#[test]
fn what_is_needed_is_taken() {
    let here = tempfile::tempdir().unwrap();
    let quiet = Progress::default;
    for workers in [1, 3] {
        for (spill, save) in [(false, false), (true, false), (false, true)] {
            let job = |size: u64| {
                let memory = Memory::Total(Size(size));
                let job = Job::new(setting(), Cluster::threads(workers), memory, here.path().to_owned());
                let job = if spill { job.with_spill(here.path().to_owned()) } else { job };
                if save { job.with_saves(saves(here.path())) } else { job }
            };
            // What is said first is a forecast, what is said then is counted.
            let (mut needed, mut allowed) = (0, workers as u64 * (4 << 20) + 1);
            let taken = loop {
                let (taken, done) = peak(|| build(job(allowed), Some(Box::new(sink())), Arc::new(quiet())));
                match done {
                    Ok(_) => break taken,
                    Err(Error::Tablebase(Fault::Memory { needed: more, .. })) if more > needed => {
                        (needed, allowed) = (more, more);
                    }
                    Err(error) => panic!("{error}"),
                }
            };
            // Most of what a worker takes whatever the board is the program, which is not on the heap.
            let own = workers as u64 * (4 << 20);
            let said = format!("{workers} workers, spill {spill}, save {save}: {taken} of {needed}");
            assert!(taken <= needed - own / 4 * 3, "{said}");
            assert!(needed - own <= taken / 2 * 3, "{said}");
        }
    }
}
