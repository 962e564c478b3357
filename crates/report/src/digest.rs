use serde::{Deserialize, Serialize};

/// What a certificate is like that is not kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Digest {
    /// Its length.
    pub bytes: usize,
    /// Its lemmas.
    pub lemmas: u64,
    /// As `sha256sum` prints it.
    pub sha256: String,
}
