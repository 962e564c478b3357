use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use kosolver_tablebase::{Error as Fault, Layout, Progress, Setting, Size};
use serde::{Deserialize, Serialize};

use crate::cluster::Cluster;
use crate::error::Error;

/// What this process is to do.
pub struct Job {
    pub(crate) setting: Setting,
    pub(crate) cluster: Cluster,
    pub(crate) memory: Memory,
    pub(crate) scratch: PathBuf,
    pub(crate) spill: Option<PathBuf>,
    pub(crate) saves: Option<Saves>,
}

/// How much memory may be taken. Each worker may take the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Memory {
    /// By the workers of all processes together.
    Total(Size),
    /// By the workers of each process together.
    EachProcess(Size),
}

impl Memory {
    /// What is allowed to so many workers together.
    fn of(self, cluster: &Cluster) -> (u64, u64) {
        match self {
            Memory::Total(size) => (size.0, cluster.workers() as u64),
            Memory::EachProcess(size) => (size.0, cluster.workers_each() as u64),
        }
    }
}

/// How the work is saved.
#[derive(Clone)]
pub struct Saves {
    /// Where the checkpoint is: a directory that all processes see. If one is there, the work goes on
    /// with it.
    pub directory: PathBuf,
    /// How often.
    pub every: Duration,
    /// Whether to save now and stop. It is asked at the end of each round.
    pub asked: Arc<dyn Fn() -> bool + Send + Sync>,
    /// Is told, by one worker of all, when the work cannot be saved though it could before. It goes on.
    pub unsaved: Arc<dyn Fn(&Error) + Send + Sync>,
}

impl Job {
    /// The building of a board's tablebase. In the directory `scratch` the workers of this process put
    /// their parts of the file, without a name.
    pub fn new(setting: Setting, cluster: Cluster, memory: Memory, scratch: PathBuf) -> Job {
        Job { setting, cluster, memory, scratch, spill: None, saves: None }
    }

    /// The same, with ranks in files without a name in a directory, instead of memory.
    #[must_use]
    pub fn with_spill(self, directory: PathBuf) -> Job {
        Job { spill: Some(directory), ..self }
    }

    /// What a worker may take.
    pub(crate) fn allowed(&self) -> u64 {
        let (allowed, workers) = self.memory.of(&self.cluster);
        allowed / workers
    }

    /// Checks that no worker takes more than it may, if the greediest takes so much.
    ///
    /// # Errors
    /// That more memory is needed.
    pub(crate) fn check(&self, greediest: u64, layout: &Layout) -> Result<(), Error> {
        let (allowed, workers) = self.memory.of(&self.cluster);
        if greediest > allowed / workers {
            return Err(layout.refused(greediest * workers, Size(allowed)).into());
        }
        Ok(())
    }

    /// The same, saved now and then.
    #[must_use]
    pub fn with_saves(self, saves: Saves) -> Job {
        Job { saves: Some(saves), ..self }
    }
}

/// Where the file goes.
pub(crate) type Out = Box<dyn Write + Send>;

/// What the workers of this process have in common.
pub(crate) struct Common {
    pub(crate) job: Job,
    pub(crate) layout: Arc<Layout>,
    pub(crate) progress: Arc<Progress>,
    /// Taken by the first worker of all.
    pub(crate) out: Mutex<Option<Out>>,
    /// A checkpoint was there when this process began.
    pub(crate) resumed: bool,
    /// A worker of this process has failed.
    pub(crate) failed: AtomicBool,
}

impl Common {
    /// Asks whether to go on.
    pub(crate) fn go_on(&self) -> Result<(), Error> {
        self.progress.go_on()?;
        if self.failed.load(Ordering::Acquire) { Err(Fault::Stopped.into()) } else { Ok(()) }
    }
}

/// What the work took, all workers together. What came before a checkpoint is left out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Costs {
    /// The number of workers.
    pub workers: usize,
    /// Rounds: a round looks at all nodes of one rank.
    pub rounds: u64,
    /// Steps: a round has one for each batch.
    pub steps: u64,
    /// Plays that were found, before they were merged.
    pub found: u64,
    /// Messages: plays of a player at a class, merged.
    pub messages: u64,
    /// Messages to other workers.
    pub sent: u64,
    /// Bytes of the messages to other workers, as they are packed.
    pub bytes: u64,
    /// Messages of the round that has most.
    pub largest_round: u64,
}
