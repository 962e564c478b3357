//! Good guesses at who wins on a small board: a network that learns from its own games, and a fast search.
//!
//! Nothing here proves anything. A [`Scout`] takes it that a position can be judged without its past, which
//! is wrong where repetition is prohibited; the proof search of `kosolver-search` may ask one where to
//! look first. A [`Network`] says who is ahead.

mod codes;
mod decided;
mod error;
mod file;
mod kept;
mod key;
mod learn;
mod memo;
mod network;
mod proof;
mod scout;
mod state;

pub use decided::{decided, secure};
pub use error::Error;
pub use learn::Lessons;
pub use network::{Judge, Network};
pub use scout::{Opinion, Scout};
pub use state::{State, bans_retaking};
