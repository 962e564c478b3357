//! Guides: what knows who is ahead, so that a search looks in the right place first.

mod advisor;
mod life;
mod pool;
mod probes;

pub(crate) use advisor::{
    AHEAD, Advisor, Allowance, Learned, MEMOS, Plan, ROOM_TO_LEARN, ROOM_TO_LOOK_AHEAD,
};
pub(crate) use life::safe;
pub use pool::Guides;
pub(crate) use pool::is_wide;
pub(crate) use pool::{FEW, LONG, UNTAUGHT, is_guided, patience};
pub(crate) use probes::{Guide, Probes, View};
