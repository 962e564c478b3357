//! Tablebases built by many workers: threads of one process, processes, and machines run the same
//! computation. It is a timely dataflow (D. G. Murray and others, "Naiad: a timely dataflow system",
//! 2013), run by the crate `timely`, whose communication connects the processes.
//!
//! Each worker owns a [`Share`](kosolver_tablebase::Share) of the shards. Plays that lead to settled
//! nodes are exchanged by the position they are at. A step of the analysis is a timestamp, and a probe
//! says when all messages of a step have arrived. The file does not depend on the number of workers.
//! `docs/scale.md` describes it.
//!
//! ```
//! use std::sync::Arc;
//!
//! use kosolver_dataflow::{Cluster, Job, Memory, build};
//! use kosolver_tablebase::{Progress, Setting, Size};
//!
//! let setting = Setting::new("2x3".parse().unwrap(), "basic".parse().unwrap())?;
//! let job = Job::new(setting, Cluster::threads(2), Memory::Total(Size(1 << 28)), std::env::temp_dir());
//! let file = tempfile::NamedTempFile::new().unwrap();
//! let costs = build(job, Some(Box::new(file.reopen().unwrap())), Arc::new(Progress::default())).unwrap();
//! assert_eq!(costs.workers, 2);
//! assert!(kosolver_tablebase::File::open(file.path()).is_ok());
//! # Ok::<(), kosolver_tablebase::Error>(())
//! ```

mod batch;
mod checkpoint;
mod cluster;
mod connect;
mod error;
mod job;
mod part;
mod post;
mod run;
mod trouble;
mod work;

pub use checkpoint::{is_state, manifest};
pub use cluster::Cluster;
pub use error::Error;
pub use job::{Costs, Job, Memory, Saves};
pub use run::build;
