use std::path::PathBuf;

use clap::Args;
use kosolver_tablebase::Size;

use super::read::memory;

/// Check certificates without a search, and print what they prove
///
/// A file of 64 MiB or more, or of a sixteenth of the memory, is read twice, so that not all of its
/// lemmas have to be in memory.
#[derive(Debug, Args)]
pub struct VerifyArguments {
    /// Certificates, as `kosolver solve --certificate` writes them
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,

    /// Memory that checking a file may take, such as 512MiB or 8GiB; one that needs more is refused
    /// [default: 1GiB]
    #[arg(long, value_name = "SIZE", value_parser = memory)]
    pub memory: Option<Size>,
}
