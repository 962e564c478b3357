use std::any::Any;
use std::ops::Range;

use timely::CommunicationConfig;
use timely::communication::allocator::ProcessBuilder;
use timely::communication::allocator::zero_copy::initialize::initialize_networking_from_sockets;
use timely::communication::{AllocatorBuilder, Hooks};

use crate::connect::Party;
use crate::error::Error;

/// What timely makes the workers of this process from, and what holds its connections.
pub(crate) type Connected = (Vec<AllocatorBuilder>, Box<dyn Any + Send>);

/// Who works: so many threads in each of some processes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cluster {
    threads: usize,
    process: usize,
    hosts: Vec<String>,
    token: String,
}

impl Cluster {
    /// Some threads of this process alone.
    pub fn threads(threads: usize) -> Cluster {
        Cluster { threads, process: 0, hosts: Vec::new(), token: String::new() }
    }

    /// Some threads of this process, and as many of each of the others. `hosts` has the address and
    /// port of every process, `process` is the number of this one, from 0 on. All know the `token`, which
    /// keeps strangers out.
    ///
    /// # Errors
    /// [`Error::Connect`] if a host is named twice.
    pub fn processes(
        threads: usize,
        process: usize,
        hosts: Vec<String>,
        token: String,
    ) -> Result<Cluster, Error> {
        assert!(process < hosts.len(), "a process is one of all");
        let twice = (1..hosts.len()).find(|place| hosts[..*place].contains(&hosts[*place]));
        match twice {
            Some(place) => Err(Error::Connect(format!("{} is named twice", hosts[place]))),
            None => Ok(Cluster { threads, process, hosts, token }),
        }
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

    /// Connects the processes. It waits until all are there, or `go_on` fails.
    pub(crate) fn connect(&self, go_on: &dyn Fn() -> Result<(), Error>) -> Result<Connected, Error> {
        let Cluster { threads, process, hosts, token } = self;
        if hosts.len() < 2 {
            return CommunicationConfig::Process(*threads).try_build().map_err(Error::Connect);
        }
        let party = Party { own: *process, hosts: hosts.clone(), token: token.clone() };
        let sockets = party.connect(go_on)?;
        let hooks = Hooks::default();
        let local = ProcessBuilder::new_typed_vector(*threads, hooks.refill.clone(), hooks.spill.clone());
        let connected = initialize_networking_from_sockets(local, sockets, *process, *threads, hooks);
        let (builders, guard) = connected.map_err(|error| Error::Connect(error.to_string()))?;
        Ok((builders.into_iter().map(AllocatorBuilder::Tcp).collect(), Box::new(guard)))
    }
}
