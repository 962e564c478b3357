//! The tests of the crate, in one program: it is linked once.

mod fair_komi;
mod forms;
mod published;
