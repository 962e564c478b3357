use kosolver_board::Board;
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
    /// The release that writes and reads it, if its format is an older one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub release: Option<String>,
}

/// A line of a list of certificates.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CertificateRecord {
    /// The board.
    pub board: Board,
    /// The name of the preset, if it was solved as one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub preset: Option<String>,
    /// What the ruleset is called, if it was solved as one that is no preset.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ruleset: Option<String>,
    /// The ko rule.
    pub ko: String,
    /// The suicide rule.
    pub suicide: String,
    /// The file, below the directory of results.
    pub file: String,
    /// Its length, lemmas and SHA-256.
    #[serde(flatten)]
    pub digest: Digest,
    /// What makes it again.
    pub command: String,
}
