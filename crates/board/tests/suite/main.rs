//! The tests of the crate, in one program: it is linked once.

mod census;
mod graphs;
mod index;
mod laws;
mod naive;
mod sets;
mod structure_laws;
