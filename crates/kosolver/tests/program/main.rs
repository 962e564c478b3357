//! The real binary, as a user meets it.

mod cli;
mod common;
mod reports;
mod rulesets;
mod search;
mod tablebase;
