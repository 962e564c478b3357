//! The real binary, as a user meets it.

mod cli;
mod common;
mod conformance;
mod cubes;
mod explore;
mod foreign;
mod graphs;
mod gtp;
#[cfg(unix)]
mod inputs;
mod kos;
mod players;
mod publish;
mod reports;
mod rulesets;
mod search;
mod studies;
mod tablebase;
mod terminal;
mod texts;
mod workers;
mod writers;
