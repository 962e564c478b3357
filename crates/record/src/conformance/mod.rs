//! Cases on which wrong implementations of ko rules fail.
//!
//! A [`Case`] is a game under a ko rule and a suicide rule, with the legal plays after every move.
//! Each is in the [`Kit`] because at least one [`Mistake`] that programs make is seen on it.
//! What the cases say comes from `kosolver_record`, which reads the rules from the record of the
//! game. [`ask`] runs cases against a program that speaks GTP, the Go Text Protocol.
//!
//! ```
//! use kosolver_record::conformance::{Mistake, Game, Trace, judge};
//! use kosolver_record::{Ko, Rules};
//!
//! // Black takes back on two points. A program that forgets the start of the game lets White take
//! // there too; the rule does not.
//! let game = Game::parse("1x2", "X.", "white", "B1 A1")?;
//! let rules = Rules::new(2, Ko::Psk)?;
//! let trace = Trace::of(&game);
//! let judged = judge(&trace, &rules);
//! let seen = Mistake::StartForgotten.seen(&trace, &judged, &rules).unwrap();
//! assert_eq!((seen.actions, game.board().point_name(seen.point)), (1, "A1".to_owned()));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod case;
mod client;
mod cover;
mod error;
mod files;
mod game;
mod judge;
mod kit;
mod known;
mod make;
mod mistake;
mod random;
mod report;
mod run;
mod server;
mod sgf;
mod trace;
mod wrong;

pub use case::{Case, CaseScore, Catch, Illegal, State};
pub use client::Client;
pub use cover::{Offer, cover};
pub use error::Error;
pub use files::{DIRECTORY, files, files_of_own};
pub use game::{Action, Game};
pub use judge::{Judged, judge};
pub use kit::{Kit, MistakeRecord, rulesets};
pub use make::{cases, make};
pub use mistake::{Mistake, Seen};
pub use random::Random;
pub use report::{Difference, Report, RulesReport, Skipped, Untold};
pub use run::{AskedRules, Asking, Options, ask};
pub use server::serve;
pub use trace::{Observation, Stage, Trace};
pub use wrong::Wrong;
