//! Recursion as deep as a game is long: the stack grows where it ends.

use std::any::Any;
use std::panic::resume_unwind;

use memmap2::MmapMut;

/// By how much a stack grows at least. Of this address space only what is used becomes memory.
const STRETCH: usize = 16 << 20;

/// What is thrown where there is no memory for more of the stack.
struct OutOfStack;

/// Does work that takes at most so many bytes of the stack, or calls this again before it takes more.
/// Where there is no room for it, it throws what [`is_out_of_stack`] knows.
///
/// ```
/// fn depth(more: u32) -> u32 {
///     kosolver_board::with_stack(1 << 16, || if more == 0 { 0 } else { 1 + depth(more - 1) })
/// }
/// assert_eq!(depth(100_000), 100_000);
/// ```
#[inline]
pub fn with_stack<T>(bytes: usize, work: impl FnOnce() -> T) -> T {
    if stacker::remaining_stack().is_some_and(|left| left >= bytes) { work() } else { grown(bytes, work) }
}

#[cold]
#[inline(never)]
fn grown<T>(bytes: usize, work: impl FnOnce() -> T) -> T {
    let bytes = bytes.saturating_add(STRETCH);
    // The stack would panic.
    if MmapMut::map_anon(bytes).is_err() {
        // Without the message of a panic: this is not a fault.
        resume_unwind(Box::new(OutOfStack));
    }
    stacker::grow(bytes, work)
}

/// Whether work has ended early since there was no memory for its stack.
pub fn is_out_of_stack(thrown: &(dyn Any + Send)) -> bool {
    thrown.is::<OutOfStack>()
}

#[cfg(test)]
mod tests {
    use std::panic::catch_unwind;

    use super::*;

    #[test]
    fn where_there_is_no_room_it_says_so() {
        let thrown = catch_unwind(|| with_stack(1 << 60, || ())).unwrap_err();
        assert!(is_out_of_stack(&*thrown));
        let panic = catch_unwind(|| with_stack(64 << 20, || panic!("another fault"))).unwrap_err();
        assert!(!is_out_of_stack(&*panic));
    }
}
