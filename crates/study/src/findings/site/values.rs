//! The values of empty boards, to search by board and rule, with their certificates.

use std::collections::BTreeSet;

use kosolver_board::Colour;
use kosolver_report::{CertificateRecord, Record, explorer_query};
use serde::Serialize;

use super::Site;
use crate::findings::error::StudyError;
use crate::proved_checker::is_covered;

#[derive(Serialize)]
pub(super) struct Value {
    pub board: String,
    pub rule: String,
    pub value: String,
    pub best: String,
    /// Its address in the explorer, after the `?`.
    pub explore: String,
    pub certificate: Option<String>,
    /// Its name on the page that checks it, if it is covered there.
    check: Option<String>,
    bytes: usize,
    /// What writes a certificate that is not kept.
    command: Option<String>,
}

impl Value {
    pub fn of(record: &Record) -> Value {
        let board = record.board.to_string();
        let explore = explorer_query::<&str>(&board, &[record.name()], "", Colour::Black, &[]);
        Value {
            board,
            rule: record.name().to_owned(),
            value: record.headline(),
            best: record.best_moves().join(" "),
            explore,
            certificate: None,
            check: None,
            bytes: 0,
            command: None,
        }
    }
}

/// What can be searched for.
#[derive(Clone, Serialize)]
pub(super) struct Counted {
    count: usize,
    boards: Vec<String>,
    rules: Vec<String>,
}

/// Adds the page, and says what can be searched for.
///
/// # Errors
/// [`StudyError::Read`] if the tables are not published.
pub(super) fn add(site: &mut Site) -> Result<Counted, StudyError> {
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
                value.check = if site.checker { script(site, &certificate.file) } else { None };
                value.bytes = certificate.digest.bytes;
            }
            values.push(value);
        }
    }
    for cell in site.from.frontier()?.cells {
        let command = Some(cell.certificate.command.clone());
        values.push(Value { command, ..Value::of(&cell.record) });
    }
    let counted = Counted {
        count: values.len(),
        boards: each(values.iter().map(|value| &value.board)),
        rules: each(values.iter().map(|value| &value.rule)),
    };
    #[derive(Serialize)]
    struct Shown {
        all: Vec<Value>,
        values: Counted,
        checker: bool,
    }
    let shown = Shown { all: values, values: counted.clone(), checker: site.checker };
    site.add("values.html", "values.html", "Search values", shown)?;
    Ok(counted)
}

/// Adds a certificate as a script, if the checker for browsers covers it: a page that is a file may read no other
/// file. Gives its name, as it stands in an address.
fn script(site: &mut Site, file: &str) -> Option<String> {
    let bytes = site.files.get(file).filter(|bytes| is_covered(bytes))?;
    let digits: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    let name = file.rsplit('/').next()?.strip_suffix(".kcert")?.to_owned();
    let script = format!("kosolverCertificate(\"{digits}\");\n");
    site.files.insert(format!("verified/web/certificates/{name}.js"), script.into_bytes());
    // In an address + would be a space.
    Some(name.replace('+', "%2B"))
}

/// Each name once, in the order in which they come.
fn each<'a>(names: impl Iterator<Item = &'a String>) -> Vec<String> {
    let mut seen = BTreeSet::new();
    names.filter(|name| seen.insert(*name)).cloned().collect()
}
