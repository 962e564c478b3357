use std::path::PathBuf;

use clap::Args;

#[derive(Debug, Args)]
pub struct ManArguments {
    /// Write the pages of all commands to DIR: kosolver.1, kosolver-solve.1 and so on
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
}
