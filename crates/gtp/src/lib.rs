//! A Go engine over the Go Text Protocol, version 2 (G. Farnebäck, 2002), with what KataGo
//! and GoGui have added to it.
//!
//! It stands on the library `kosolver` and knows nothing of how solving works. Where a game can be
//! solved within its limits it plays perfectly; elsewhere it says that it does not. `docs/gtp.md` is
//! for those who attach it to a program.
//!
//! ```
//! use kosolver::Interrupt;
//! use kosolver_gtp::{Ended, Settings, run};
//!
//! let settings = Settings::new("2x2".parse()?, "psk".parse()?);
//! let mut said = Vec::new();
//! let ended = run(&b"1 genmove b\nkosolver-value\n"[..], &mut said, settings, &Interrupt::default(), |_| ())?;
//! assert_eq!(ended, Ended::Input);
//! assert!(String::from_utf8(said)?.ends_with("\n\n= 1\n\n"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod analysis;
mod choose;
mod clock;
mod commands;
mod engine;
mod fault;
mod handicap;
mod input;
mod order;
mod protocol;
mod question;
mod run;
mod show;
mod table;

pub use run::{Ended, Settings, run};
