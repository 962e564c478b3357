//! The tests of the crate, in one program: it is linked once.

mod certified;
mod comparison;
mod differences;
mod parting;
mod rulesets;
