//! How much memory and how many threads work may use.

use anyhow::Result;
use kosolver_tablebase::Size;

/// Less is not worth the program that is in it.
pub const LEAST_MEMORY: Size = Size(64 << 20);

/// The memory that was asked for, or three quarters of what is free.
pub fn memory(size: Option<Size>) -> u64 {
    size.map_or_else(free_memory, |size| size.0)
}

/// Three quarters of the memory that is free.
pub fn free_memory() -> u64 {
    let mut system = sysinfo::System::new();
    system.refresh_memory();
    match system.available_memory() {
        0 => u64::MAX, // not known here
        free => (free / 4 * 3).max(LEAST_MEMORY.0),
    }
}

/// Sets how many threads work.
pub fn use_threads(threads: Option<u16>) -> Result<()> {
    match threads {
        Some(threads) => {
            Ok(rayon::ThreadPoolBuilder::new().num_threads(usize::from(threads)).build_global()?)
        }
        None => Ok(()),
    }
}
