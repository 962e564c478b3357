//! Real games, refereed: which move breaks which ko rule and since when, and where rules differ.
//!
//! A game is read from SGF (Smart Game Format, A. Hollosi, FF\[4\], 1999), with set-up stones and
//! variations, on boards up to 25x25. Every ko rule is read from the record of the game, as
//! `kosolver_record` has it.
//!
//! ```
//! use kosolver_record::Rules;
//! use kosolver_record::referee::{Game, NamedRules, judge};
//!
//! let game = Game::parse("(;SZ[2:1];B[aa];W[ba];B[aa])")?;
//! let rules = ["psk", "none"].map(|ko| NamedRules::of(Rules::new(2, ko.parse().unwrap()).unwrap()));
//! let report = judge(&game, &rules)?;
//! let refused = &report.lines[0].refused[0];
//! assert_eq!((refused.number, refused.by[0].rules.as_str()), (3, "psk"));
//! # Ok::<(), kosolver_record::referee::Error>(())
//! ```

mod error;
mod game;
mod judge;
mod partings;
mod report;

pub use error::Error;
pub use game::Game;
pub use judge::{NamedRules, judge};
pub use report::{Ended, Line, Parting, Reason, Refused, Report};
