use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use kosolver_tablebase::{Setting, Size};
use serde::{Deserialize, Serialize};

use crate::cluster::Cluster;

/// What this process is to do.
pub struct Job {
    pub(crate) setting: Setting,
    pub(crate) cluster: Cluster,
    pub(crate) memory: Size,
    pub(crate) scratch: PathBuf,
    pub(crate) saves: Option<Saves>,
}

/// How the work is saved.
#[derive(Clone)]
pub struct Saves {
    /// Where the checkpoint is: a directory that all processes see.
    pub directory: PathBuf,
    /// How often.
    pub every: Duration,
    /// Whether to go on with what is saved there.
    pub resume: bool,
    /// Whether to save now and stop. It is asked at the end of each round.
    pub asked: Arc<dyn Fn() -> bool + Send + Sync>,
}

impl Job {
    /// The building of a board's tablebase. `memory` is what the workers of this process may take
    /// together; in the directory `scratch` they put their parts of the file, without a name.
    pub fn new(setting: Setting, cluster: Cluster, memory: Size, scratch: PathBuf) -> Job {
        Job { setting, cluster, memory, scratch, saves: None }
    }

    /// The same, saved now and then.
    #[must_use]
    pub fn with_saves(self, saves: Saves) -> Job {
        Job { saves: Some(saves), ..self }
    }
}

/// What the work took, all workers together. After [`Saves::resume`] what came before is left out.
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
