//! Recursion as deep as a game is long.

/// The stack of a deep recursion. Of this address space only what is used becomes memory.
const STACK: usize = 4 << 30;

/// Does work on a thread of its own, which has the stack for it.
///
/// # Panics
/// If the system starts no thread, or if the work does.
pub(crate) fn deep<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work);
        let thread = thread.unwrap_or_else(|error| panic!("no thread could be started: {error}"));
        thread.join().unwrap_or_else(|fault| std::panic::resume_unwind(fault))
    })
}
