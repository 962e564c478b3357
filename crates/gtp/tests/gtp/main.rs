//! The engine as a controller sees it.

mod analysis;
mod common;
mod files;
mod games;
mod moves;
mod protocol;
mod rules;
mod setup;
mod state;
