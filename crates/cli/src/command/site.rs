use anyhow::Result;
use kosolver_findings::site_files;

use crate::arguments::SiteArguments;
use crate::output;

pub fn run(arguments: &SiteArguments) -> Result<()> {
    output::check_directory(Some(&arguments.out))?;
    output::write_all(&site_files(&arguments.results)?, &arguments.out)
}
