//! How much memory and how many threads work may use.

use anyhow::Result;
use kosolver_tablebase::Size;

/// Less is not worth the program that is in it.
pub const LEAST_MEMORY: Size = Size(64 << 20);

/// The memory that was asked for, or three quarters of what is free.
pub fn memory(size: Option<Size>) -> u64 {
    memory_or(size, u64::MAX)
}

/// The memory that was asked for, or so many bytes, if that is no more than three quarters of what is free.
pub fn memory_or(size: Option<Size>, most: u64) -> u64 {
    size.map_or_else(|| free_memory().min(most), |size| size.0)
}

/// A size of memory, if the system lets this program have so much: every `--memory` comes through here.
///
/// # Errors
/// What it lets the program have.
pub fn allowed(size: Size) -> Result<Size, String> {
    let (most, by) = System::of_now().most();
    match size.0 > most {
        true => Err(format!("the system lets this program take {} ({by}), and not {size}", Size(most))),
        false => Ok(size),
    }
}

/// Three quarters of the memory that is free.
pub fn free_memory() -> u64 {
    match System::of_now().free() {
        u64::MAX => u64::MAX, // not known here
        free => (free / 4 * 3).max(LEAST_MEMORY.0),
    }
}

/// What the system says of memory, in bytes; as much as there can be where it says nothing.
#[derive(Clone, Copy)]
struct System {
    /// Memory and swap of the machine, and what is free.
    machine: [u64; 2],
    /// The same of the control group that this program is in.
    group: [u64; 2],
    /// What is left of the address space.
    addresses: u64,
}

impl System {
    fn of_now() -> System {
        let mut system = sysinfo::System::new();
        system.refresh_memory();
        let known = |bytes: u64| if bytes == 0 { u64::MAX } else { bytes };
        let all = known(system.total_memory()).saturating_add(system.total_swap());
        let group = own_group(&mut system).or_else(|| system.cgroup_limits());
        System {
            machine: [all, known(system.available_memory())],
            group: group.map_or([u64::MAX; 2], |group| [group.total_memory, group.free_memory].map(known)),
            addresses: address_space(),
        }
    }

    /// What this program may have at most, and who says so.
    fn most(&self) -> (u64, &'static str) {
        let bounds = [
            (self.addresses, "ulimit -v"),
            (self.group[0], "the limit of its control group"),
            (self.machine[0], "all memory and swap of the machine"),
        ];
        bounds.into_iter().min_by_key(|(bytes, _)| *bytes).unwrap_or((u64::MAX, ""))
    }

    fn free(&self) -> u64 {
        self.machine[1].min(self.group[1]).min(self.addresses)
    }
}

/// The limits of the control group that this process is in, where there are such.
fn own_group(system: &mut sysinfo::System) -> Option<sysinfo::CGroupLimits> {
    let own = sysinfo::get_current_pid().ok()?;
    system.refresh_processes(sysinfo::ProcessesToUpdate::Some(&[own]), false);
    system.process(own)?.cgroup_limits()
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

pub fn use_threads(threads: Option<u16>) -> Result<()> {
    // 0 is one for each core. Where the system starts none, this is the place to say so.
    let threads = threads.map_or(0, usize::from);
    Ok(rayon::ThreadPoolBuilder::new().num_threads(threads).build_global()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whatever says least decides: the address space, the control group, or the machine.
    #[test]
    fn the_least_bound_counts() {
        let system = |machine: [u64; 2], group: [u64; 2], addresses| System { machine, group, addresses };
        let none = u64::MAX;
        for (system, most, free) in [
            (system([8, 5], [none; 2], none), (8, "all memory and swap of the machine"), 5),
            (system([8, 5], [4, 3], none), (4, "the limit of its control group"), 3),
            (system([8, 5], [4, 3], 2), (2, "ulimit -v"), 2),
            (system([8, 1], [4, 3], 2), (2, "ulimit -v"), 1),
        ] {
            assert_eq!((system.most(), system.free()), (most, free));
        }
    }
}
