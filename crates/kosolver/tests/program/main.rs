//! The real binary, as a user meets it.

mod cli;
mod common;
mod reports;
mod search;
mod tablebase;
