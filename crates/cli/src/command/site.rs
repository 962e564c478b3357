use anyhow::Result;
use kosolver_study::findings::{SiteParts, site_files};

use crate::arguments::SiteArguments;
use crate::output;

pub fn run(arguments: &SiteArguments) -> Result<()> {
    let SiteArguments { out, results, docs, url, quick } = arguments;
    output::check_directory(Some(out))?;
    let parts = SiteParts { results: results.clone(), docs: docs.clone(), url: url.clone(), quick: *quick };
    output::write_all(&site_files(&parts)?, out)
}
