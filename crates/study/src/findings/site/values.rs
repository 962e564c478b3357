//! The values of empty boards, to search by board and rule, with their certificates.

use std::collections::BTreeSet;

use kosolver_board::Colour;
use kosolver_report::{CertificateRecord, Record, explorer_link};
use serde::Serialize;

use super::Site;
use crate::findings::error::StudyError;

#[derive(Serialize)]
pub(super) struct Value {
    pub board: String,
    pub rule: String,
    pub value: String,
    pub best: String,
    /// Its address in the explorer.
    pub explore: String,
    pub certificate: Option<String>,
    bytes: usize,
    /// What writes a certificate that is not kept.
    command: Option<String>,
}

impl Value {
    pub fn of(record: &Record) -> Value {
        let board = record.board.to_string();
        let explore = explorer_link::<&str>(&board, &[record.name()], "", Colour::Black, &[]);
        Value {
            board,
            rule: record.name().to_owned(),
            value: record.headline(),
            best: record.best_moves().join(" "),
            explore,
            certificate: None,
            bytes: 0,
            command: None,
        }
    }
}

/// Adds the page.
///
/// # Errors
/// [`StudyError::Read`] if the tables are not published.
pub(super) fn add(site: &mut Site) -> Result<(), StudyError> {
    let mut values = Vec::new();
    for (table, manifest) in
        [(site.from.table()?, "certificates.json"), (site.from.rulesets()?, "certificates-rulesets.json")]
    {
        let certificates: Vec<CertificateRecord> = site.from.read(manifest)?;
        for record in table.records() {
            let is_of = |certificate: &&CertificateRecord| {
                let name = certificate.preset.as_ref().or(certificate.ruleset.as_ref());
                certificate.board == record.board && name.unwrap_or(&certificate.ko) == record.name()
            };
            let mut value = Value::of(record);
            if let Some(certificate) = certificates.iter().find(is_of) {
                value.certificate = Some(certificate.file.clone());
                value.bytes = certificate.digest.bytes;
            }
            values.push(value);
        }
    }
    for cell in site.from.frontier()?.cells {
        let command = Some(cell.certificate.command.clone());
        values.push(Value { command, ..Value::of(&cell.record) });
    }
    #[derive(Serialize)]
    struct Shown {
        values: Vec<Value>,
        /// How many boards they are of.
        boards: usize,
    }
    let boards = values.iter().map(|value| value.board.as_str()).collect::<BTreeSet<&str>>().len();
    site.add("values.html", "values.html", "Search values", Shown { values, boards })
}
