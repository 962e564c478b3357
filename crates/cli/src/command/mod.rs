//! One file a subcommand.

pub mod check;
pub mod compare;
pub mod completions;
pub mod costs;
pub mod count;
pub mod frontier;
pub mod graphs;
pub mod man;
pub mod play;
pub mod rules;
pub mod solve;
pub mod table;
pub mod tablebase;
pub mod verify;
