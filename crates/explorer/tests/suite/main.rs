//! The tests of the crate, in one program: it is linked once.

mod api;
mod connections;
mod gallery;
