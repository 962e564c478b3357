//! Tables as streams of bytes: what is kept when they are full, checkpoints.

mod checkpoint;
mod frozen;
mod number_set;
mod pieces;
mod selection;
mod shares;
mod stream;

pub(crate) use checkpoint::Checkpoint;
pub(crate) use frozen::{FrozenFact, FrozenNode};
pub(crate) use number_set::{Chosen, NumberSet};
pub(crate) use pieces::Pieces;
pub(crate) use selection::{Selection, bytes_by_effort, least_effort, table_bytes};
pub(crate) use shares::Shares;
pub(crate) use stream::{Fault, read_tables, write_tables};
