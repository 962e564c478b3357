//! One file a subcommand.

pub mod check;
pub mod compare;
pub mod completions;
#[cfg(feature = "conformance")]
pub mod conformance;
pub mod costs;
pub mod count;
#[cfg(feature = "explorer")]
pub mod explore;
pub mod frontier;
pub mod graphs;
#[cfg(feature = "gtp")]
pub mod gtp;
pub mod guide;
pub mod ko;
pub mod man;
pub mod merge;
pub mod play;
pub mod players;
pub mod referee;
pub mod rules;
pub mod sequence;
#[cfg(feature = "findings")]
pub mod site;
pub mod solve;
#[cfg(feature = "findings")]
pub mod study;
#[cfg(feature = "dataflow")]
mod supervise;
pub mod table;
pub mod tablebase;
mod tablebase_survey;
pub mod verify;
#[cfg(feature = "dataflow")]
pub mod workers;
