use anyhow::Result;
use kosolver_study::findings::{SiteParts, site_files};

use crate::arguments::SiteArguments;
use crate::output;

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
