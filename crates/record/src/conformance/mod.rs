//! Cases on which wrong implementations of ko rules fail.
//!
//! A [`Case`] is a game under a ko rule and a suicide rule, with the legal plays after every move.
//! Each is in the [`Kit`] because at least one mistake that programs make is seen on it. [`ask`] runs
//! cases against a program that speaks GTP, the Go Text Protocol.

mod case;
mod client;
mod error;
mod game;
mod kit;
mod report;
mod run;

pub use case::{Case, CaseScore, Catch, Illegal, State};
pub use client::Client;
pub use error::Error;
pub use game::{Action, Game};
pub use kit::{Kit, MistakeRecord};
pub use report::{Difference, Report, RulesReport, Skipped, Untold};
pub use run::{Asking, Options, ask};
