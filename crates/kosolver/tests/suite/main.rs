//! The tests of the crate, in one program: it is linked once.

mod own_rule;
mod session;
mod sgf;
