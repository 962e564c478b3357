//! What does not hold.

use anyhow::Result;
use thiserror::Error;

/// Certificates or published results that do not hold.
#[derive(Debug, Error)]
#[error("{failed} of {all} do not hold: {names}")]
pub struct Rejected {
    failed: usize,
    all: usize,
    names: String,
}

impl Rejected {
    /// Refuses these, of so many, if there are any.
    pub fn check(faults: &[String], all: usize) -> Result<()> {
        if faults.is_empty() {
            return Ok(());
        }
        Err(Rejected { failed: faults.len(), all, names: faults.join("; ") }.into())
    }
}
