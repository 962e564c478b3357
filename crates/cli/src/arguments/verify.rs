use std::path::PathBuf;

use clap::Args;

/// Check certificates without a search, and print what they prove
///
/// A file of 64 MiB or more is read twice, so that not all of its lemmas have to be in memory.
#[derive(Debug, Args)]
pub struct VerifyArguments {
    /// Certificates, as `kosolver solve --certificate` writes them
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,
}
