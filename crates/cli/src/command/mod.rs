//! One file a subcommand.

pub mod check;
pub mod compare;
pub mod completions;
pub mod conformance;
pub mod costs;
pub mod count;
pub mod explore;
pub mod frontier;
pub mod graphs;
pub mod gtp;
pub mod ko;
pub mod man;
pub mod merge;
pub mod play;
pub mod players;
pub mod referee;
pub mod rules;
mod sequence;
pub mod site;
pub mod solve;
pub mod study;
mod supervise;
pub mod table;
pub mod tablebase;
mod tablebase_survey;
pub mod verify;
pub mod workers;
