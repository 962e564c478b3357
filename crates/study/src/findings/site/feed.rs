//! The feed of results: RSS 2.0, whose links are whole addresses.

use minijinja::context;
use minijinja::value::Value;

use super::render;
use crate::error::PublicationError;
use crate::findings::record::StudyRecord;

/// The feed of a site at an address that ends with `/`.
pub(super) fn feed(studies: &[StudyRecord], address: &str) -> Result<Vec<u8>, PublicationError> {
    let items = studies.iter().flat_map(|record| {
        (1..).zip(&record.claims).map(move |(number, claim)| {
            context! {
                says => &claim.says,
                // How it is shown, and what is known in print.
                more => format!("Shown by: {}. In print: {}.", claim.way.word(), claim.known),
                link => format!("{address}studies/{}.html#{number}", record.study),
            }
        })
    });
    render("feed.xml", context! { address, items => items.collect::<Vec<Value>>() })
}
