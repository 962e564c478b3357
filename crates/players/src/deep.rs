//! Games can be thousands of moves long, and a search goes down move by move.

/// The deepest that a search goes; it gives up where it would go on.
pub(crate) const DEEPEST: usize = 100_000;

/// What a move of a search takes of the stack at most, with room to spare.
const FRAME: usize = 4 << 10;

/// Does work that goes deep. The stack is only reserved: what is not used takes no memory.
pub(crate) fn on_a_deep_stack<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(DEEPEST * FRAME).spawn_scoped(scope, work);
        let done = thread.expect("a thread can be started").join();
        done.unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}
