use std::path::PathBuf;

use anyhow::Result;
use clap::Args;
use kosolver_study::findings::{SiteAddress, SiteParts, site_files};

use crate::output;

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

    /// The directory of the verified checker, compiled by `make -C verified web`: adds a page on which
    /// browsers check certificates
    #[arg(long, value_name = "DIR")]
    pub checker: Option<PathBuf>,

    /// Leave out the values of moves in the positions to play through; they take longest
    #[arg(long)]
    pub quick: bool,
}

pub fn run(arguments: &SiteArguments) -> Result<()> {
    let SiteArguments { out, results, docs, url, checker, quick } = arguments;
    output::check_directory(Some(out))?;
    let parts = SiteParts {
        results: results.clone(),
        docs: docs.clone(),
        url: url.clone(),
        checker: checker.clone(),
        quick: *quick,
    };
    output::write_all(&site_files(&parts)?, out)?;
    if checker.is_none() {
        output::tell(
            "no certificate can be checked on this site: `make -C verified web`, then --checker verified",
        );
    }
    Ok(())
}
