//! Tables as streams of bytes: what is kept when they are full, volumes of a proof, checkpoints.

pub(crate) mod checkpoint;
mod frozen;
pub(crate) mod marks;
pub(crate) mod pieces;
pub(crate) mod selection;
pub(crate) mod shares;
pub(crate) mod stream;
pub(crate) mod volumes;
