//! How much memory and how many threads work may use.

use anyhow::{Result, bail};
use kosolver_tablebase::Size;

/// Less is not worth the program that is in it.
pub const LEAST_MEMORY: Size = Size(64 << 20);

/// The memory that was asked for, or three quarters of what is free.
pub fn memory(size: Option<Size>) -> Result<u64> {
    match size {
        Some(size) if size.0 > address_space() => {
            bail!("--memory {size}: the system lets this program take {} (ulimit -v)", Size(address_space()))
        }
        Some(size) => Ok(size.0),
        None => Ok(free_memory()),
    }
}

/// Three quarters of the memory that is free.
pub fn free_memory() -> u64 {
    let mut system = sysinfo::System::new();
    system.refresh_memory();
    match system.available_memory() {
        0 => u64::MAX, // not known here
        free => (free.min(address_space()) / 4 * 3).max(LEAST_MEMORY.0),
    }
}

/// What is left of the address space, where the system bounds it.
fn address_space() -> u64 {
    let number = |file: &str, found: fn(&str) -> Option<&str>| {
        std::fs::read_to_string(file).ok().and_then(|text| found(&text)?.parse::<u64>().ok())
    };
    let bound = number("/proc/self/limits", |text| {
        text.lines().find_map(|line| line.strip_prefix("Max address space"))?.split_whitespace().next()
    });
    let taken = number("/proc/self/status", |text| {
        text.lines().find_map(|line| line.strip_prefix("VmSize:"))?.split_whitespace().next()
    });
    bound.map_or(u64::MAX, |bound| bound.saturating_sub(taken.unwrap_or(0) << 10))
}

/// Sets how many threads work.
pub fn use_threads(threads: Option<u16>) -> Result<()> {
    // 0 is one for each core. Where the system starts none, this is the place to say so.
    let threads = threads.map_or(0, usize::from);
    Ok(rayon::ThreadPoolBuilder::new().num_threads(threads).build_global()?)
}
