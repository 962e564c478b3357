use std::path::PathBuf;

use clap::Args;

#[derive(Debug, Args)]
pub struct VerifyArguments {
    /// Certificates, as `kosolver solve --certificate` writes them
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,
}
