//! The checker before certificates: valid, changed, forged, random.

mod bounds;
mod carried;
mod decided;
mod forgeries;
mod fuzz;
mod model;
mod mutations;
mod newko;
mod reader;
mod readings;
mod verdict;
