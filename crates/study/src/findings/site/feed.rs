//! The feed of results: RSS 2.0, whose links are whole addresses.

use serde::Serialize;

use super::render;
use crate::findings::error::StudyError;
use crate::findings::record::StudyRecord;

#[derive(Serialize)]
struct Feed<'a> {
    address: &'a str,
    items: Vec<Item<'a>>,
}

#[derive(Serialize)]
struct Item<'a> {
    says: &'a str,
    /// How it is shown, and what is known in print.
    more: String,
    link: String,
}

/// The feed of a site at an address that ends with `/`.
///
/// # Errors
/// [`StudyError::Render`] if the library refuses.
pub(super) fn feed(studies: &[StudyRecord], address: &str) -> Result<Vec<u8>, StudyError> {
    let items = studies.iter().flat_map(|record| {
        (1..).zip(&record.claims).map(move |(number, claim)| Item {
            says: &claim.says,
            more: format!("Shown by: {}. In print: {}.", claim.way.word(), claim.known),
            link: format!("{address}studies/{}.html#{number}", record.study),
        })
    });
    render("feed.xml", &Feed { address, items: items.collect() })
}
