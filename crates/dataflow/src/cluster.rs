use std::ops::Range;

use timely::CommunicationConfig;

/// Who works: so many threads in each of some processes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cluster {
    threads: usize,
    process: usize,
    hosts: Vec<String>,
}

impl Cluster {
    /// Some threads of this process alone.
    pub fn threads(threads: usize) -> Cluster {
        Cluster { threads, process: 0, hosts: Vec::new() }
    }

    /// Some threads of this process, and as many of each of the others. `hosts` has the address and
    /// port of every process, `process` is the number of this one, from 0 on.
    pub fn processes(threads: usize, process: usize, hosts: Vec<String>) -> Cluster {
        assert!(process < hosts.len(), "a process is one of all");
        Cluster { threads, process, hosts }
    }

    /// The number of this process.
    pub fn process(&self) -> usize {
        self.process
    }

    /// The number of workers of each process.
    pub fn workers_each(&self) -> usize {
        self.threads
    }

    /// The number of workers of all processes.
    pub fn workers(&self) -> usize {
        self.threads * self.hosts.len().max(1)
    }

    /// The workers of this process, by their numbers among all.
    pub(crate) fn here(&self) -> Range<usize> {
        self.process * self.threads..(self.process + 1) * self.threads
    }

    /// A process as it is named in messages.
    pub(crate) fn named(&self, process: usize) -> String {
        match self.hosts.get(process) {
            Some(host) => format!("process {process} ({host})"),
            None => format!("process {process}"),
        }
    }

    pub(crate) fn config(&self) -> CommunicationConfig {
        if self.hosts.len() < 2 {
            return CommunicationConfig::Process(self.threads);
        }
        CommunicationConfig::Cluster {
            threads: self.threads,
            process: self.process,
            addresses: self.hosts.clone(),
            report: false,
            zerocopy: false,
        }
    }
}
