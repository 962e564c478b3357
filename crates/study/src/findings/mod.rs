//! The site of the published results, with the studies that notebooks have made.

mod record;
mod site;
mod sources;

pub use record::{Cell, Claim, StudyColumn, StudyRecord, Way};
pub use site::{SiteAddress, SiteParts, site_files};
