//! Questions about small Go boards that publications left open, answered exactly.
//!
//! A [`Study`] is a question with a table that answers it and the results that follow from the table. Each
//! is a file of `studies/`, which reads like its question. [`make`] makes the [`StudyRecord`],
//! [`study_files`] its files, and [`check_studies`] compares published files with recomputed ones.
//!
//! ```
//! let names: Vec<&str> = kosolver_study::findings::all().iter().map(|study| study.name()).collect();
//! assert!(names.contains(&"cache"));
//! ```

mod cached;
mod cause;
mod check;
mod containment;
mod family;
mod figure;
mod histories;
mod record;
mod rule_map;
mod sampled;
mod shuffle;
mod site;
mod sources;
mod starts;
mod states;
mod studies;
mod study;

pub use check::{check_studies, study_files};
pub use record::{Cell, Claim, StudyColumn, StudyRecord, Way};
pub use site::{SiteAddress, SiteParts, site_files};
pub use studies::{all, find};
pub use study::{About, Row, Study, Task, make};
