use std::path::PathBuf;

use clap::Args;

#[derive(Debug, Args)]
pub struct SiteArguments {
    /// The directory to write the site to, which must exist
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,

    /// The directory of published results
    #[arg(long, value_name = "DIR", default_value = "results")]
    pub results: PathBuf,
}
