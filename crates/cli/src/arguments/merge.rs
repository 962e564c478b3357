use std::path::PathBuf;

use clap::Args;

#[derive(Debug, Args)]
pub struct MergeArguments {
    /// The directory with the parts of one survey, files whose names end with .part
    #[arg(value_name = "DIR")]
    pub directory: PathBuf,

    /// Write the results to this directory [default: that of the parts]
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
}
