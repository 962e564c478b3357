//! The real binary, as a user meets it.

mod cli;
mod common;
mod foreign;
mod graphs;
mod reports;
mod rulesets;
mod search;
mod tablebase;
mod terminal;
