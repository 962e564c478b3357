//! The tests of the crate, in one program: it is linked once.

mod cases;
mod certificates;
mod ends;
mod fresh_bounds;
mod graphs;
mod guides;
mod handicap;
mod long_fights;
mod random_starts;
mod reference;
mod resources;
mod session;
mod texts;
