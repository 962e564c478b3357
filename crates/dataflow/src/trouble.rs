//! Threads of timely's that panic. It ends a computation so when a connection is lost.

use std::panic;
use std::sync::{Mutex, Once, PoisonError};

/// How the threads of timely's are called.
const THREADS: &str = "timely:";

static TROUBLE: Mutex<Option<(String, String)>> = Mutex::new(None);
static WATCH: Once = Once::new();

/// From now on the panic of a thread of timely's is kept and not printed; all others are as before.
pub(crate) fn watch() {
    WATCH.call_once(|| {
        let others = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            let thread = std::thread::current();
            match thread.name().filter(|name| name.starts_with(THREADS)) {
                Some(name) => {
                    let payload = info.payload();
                    let text = payload.downcast_ref::<String>().cloned();
                    let text = text.or_else(|| payload.downcast_ref::<&str>().map(|text| (*text).to_owned()));
                    let text = text.unwrap_or_else(|| "it panicked".to_owned());
                    let found = (name[THREADS.len()..].to_owned(), text);
                    TROUBLE.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(found);
                }
                None => others(info),
            }
        }));
    });
}

/// The first thread that panicked.
#[derive(Debug)]
pub(crate) enum Trouble {
    /// The connection to a process was lost.
    Lost(usize),
    /// A worker panicked.
    Worker(String),
}

/// What has happened.
pub(crate) fn found() -> Option<Trouble> {
    let trouble = TROUBLE.lock().unwrap_or_else(PoisonError::into_inner);
    let (thread, text) = trouble.as_ref()?;
    let remote = thread.strip_prefix("recv-").or(thread.strip_prefix("send-"));
    Some(match remote.and_then(|number| number.parse().ok()) {
        Some(process) => Trouble::Lost(process),
        None => Trouble::Worker(text.clone()),
    })
}
