use std::path::PathBuf;

use clap::Args;

#[derive(Debug, Args)]
pub struct ScratchArguments {
    /// A directory for what a certificate rests on. When memory fills up, that moves to a file there, which
    /// is gone when the program ends
    #[arg(long, value_name = "DIR")]
    pub scratch: Option<PathBuf>,
}
