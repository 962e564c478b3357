use std::path::PathBuf;

use clap::Args;

#[derive(Debug, Args)]
pub struct GuideArguments {
    /// A tablebase of the board under the ko rule none, with the same suicide rule, to guide the
    /// search from its first move on. It saves the time to make one. One of a smaller rectangle guides a
    /// larger one, such as 4x5 for 5x5, until a better one is made. In a second --guide, a tablebase of
    /// the board under basic may shorten a long search. The answer does not depend on them
    #[arg(long, value_name = "FILE", conflicts_with = "no_guide")]
    pub guide: Vec<PathBuf>,

    /// Search without a guide. By default a search that takes long makes one
    #[arg(long)]
    pub no_guide: bool,
}
