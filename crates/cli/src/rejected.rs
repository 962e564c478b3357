//! What does not hold.

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
    /// These, of so many.
    pub fn of(faults: &[String], all: usize) -> Rejected {
        Rejected { failed: faults.len(), all, names: faults.join("; ") }
    }
}
