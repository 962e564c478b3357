//! Guides: what knows who is ahead, so that a search looks in the right place first.

mod advisor;
mod life;
mod pool;
mod probes;
mod windows;

pub(crate) use advisor::{AHEAD, Advisor, Learned, MEMOS, Plan, ROOM_TO_LEARN};
pub(crate) use life::safe;
pub use pool::Guides;
pub use pool::is_wide;
pub(crate) use pool::{FEW, LONG, is_guided, patience, tables};
pub(crate) use probes::{Guide, Probes, View};
pub(crate) use windows::{Lean, Windows, lies_in};
