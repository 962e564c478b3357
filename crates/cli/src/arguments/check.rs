use std::path::PathBuf;

use clap::Args;

#[derive(Debug, Args)]
pub struct CheckArguments {
    /// The directory, as `kosolver table --out DIR --certificates` writes it
    #[arg(value_name = "DIR")]
    pub directory: PathBuf,
}
