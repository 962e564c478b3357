use std::path::PathBuf;

use clap::Args;

#[derive(Debug, Args)]
pub struct ScratchArguments {
    /// A folder for what a certificate rests on. When memory fills up, that goes into a file there, and
    /// need not fit into the memory; it is gone when the program ends
    #[arg(long, value_name = "DIR")]
    pub scratch: Option<PathBuf>,
}
