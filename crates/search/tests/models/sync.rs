//! The cells of `src/sync.rs`, as models.

pub(crate) use loom::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
pub(crate) use loom::sync::{Mutex, RwLock, RwLockReadGuard, RwLockWriteGuard};

pub(crate) const RECORDS: u32 = 1;
pub(crate) const WORDS: u32 = 4;
pub(crate) const FIRST: u32 = 1;

/// A value that is made once. `loom` has none: this one says with its own cells what the documentation
/// of the standard library promises, that whoever sees the value sees all that came before it was made,
/// and that whoever would make it waits for another who does.
pub(crate) struct OnceLock<T> {
    value: std::sync::OnceLock<T>,
    made: AtomicBool,
    making: Mutex<()>,
}

impl<T> OnceLock<T> {
    pub(crate) fn new() -> OnceLock<T> {
        OnceLock { value: std::sync::OnceLock::new(), made: AtomicBool::new(false), making: Mutex::new(()) }
    }

    pub(crate) fn get(&self) -> Option<&T> {
        if self.made.load(Ordering::Acquire) { self.value.get() } else { None }
    }

    pub(crate) fn get_or_init(&self, make: impl FnOnce() -> T) -> &T {
        if self.get().is_none() {
            let _making = self.making.lock().unwrap();
            if !self.made.load(Ordering::Relaxed) {
                assert!(self.value.set(make()).is_ok(), "one thread at a time makes it");
                self.made.store(true, Ordering::Release);
            }
        }
        self.value.get().expect("it has been made")
    }
}
