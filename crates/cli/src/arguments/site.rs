use std::path::PathBuf;

use clap::Args;
use kosolver_study::findings::SiteAddress;

#[derive(Debug, Args)]
pub struct SiteArguments {
    /// The directory to write the site to
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,

    /// The directory of published results
    #[arg(long, value_name = "DIR", default_value = "results")]
    pub results: PathBuf,

    /// The directory of the documentation; pages beside it, such as README.md, belong to it
    #[arg(long, value_name = "DIR", default_value = "docs")]
    pub docs: PathBuf,

    /// The address at which the site will be, as `https://example.org/go/`: makes a feed of the results
    #[arg(long, value_name = "URL")]
    pub url: Option<SiteAddress>,

    /// The directory of the proved checker, compiled by `make -C verified web`: adds a page on which
    /// browsers check certificates
    #[arg(long, value_name = "DIR")]
    pub checker: Option<PathBuf>,

    /// Leave out the values of moves in the positions to play through; they take longest
    #[arg(long)]
    pub quick: bool,
}
