//! The checker before certificates: valid, changed, forged, random.

mod bounds;
mod carried;
mod forgeries;
mod fuzz;
mod model;
mod mutations;
mod numbers;
mod reader;
mod readings;
mod verdict;
