//! The checker before certificates: valid, changed, forged, random.

mod forgeries;
mod fuzz;
mod model;
mod mutations;
mod verdict;
