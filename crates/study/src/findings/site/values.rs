//! The values of empty boards, to search by board and rule, with their certificates.

use std::collections::BTreeSet;

use kosolver_board::Colour;
use kosolver_report::{CertificateRecord, FrontierCell, Record, Table, explorer_query};
use minijinja::context;
use minijinja::value::{Serde, Value};
use serde::Serialize;

use super::Site;
use crate::error::PublicationError;
use crate::proved_checker::is_covered;

/// The tables, each with the list of its certificates.
const TABLES: [[&str; 2]; 2] =
    [["kee.json", "certificates.json"], ["rulesets.json", "certificates-rulesets.json"]];

/// What can be searched for.
#[derive(Serialize)]
pub(super) struct Counted {
    count: usize,
    boards: Vec<String>,
    rules: Vec<String>,
}

/// Adds the page, and says what can be searched for.
pub(super) fn add(site: &mut Site) -> Result<Counted, PublicationError> {
    let (mut values, mut named) = (Vec::new(), Vec::new());
    for [table, certificates] in TABLES {
        let table: Table = site.from.source(table)?;
        let certificates: Vec<CertificateRecord> = site.from.source(certificates)?;
        for record in table.records() {
            let is_of = |certificate: &&CertificateRecord| {
                let name = certificate.preset.as_ref().or(certificate.ruleset.as_ref());
                certificate.board == record.board && name.unwrap_or(&certificate.ko) == record.name()
            };
            let certificate = certificates.iter().find(is_of);
            let file = certificate.map(|certificate| certificate.file.clone());
            let check = file.as_ref().filter(|_| site.checker).and_then(|file| script(site, file));
            values.push(context! {
                certificate => file,
                // Its name on the page that checks it, if it is covered there.
                check,
                bytes => certificate.map_or(0, |certificate| certificate.digest.bytes),
                ..value(record)
            });
            named.push((record.board.to_string(), record.name().to_owned()));
        }
    }
    for FrontierCell { record, certificate, .. } in site.from.frontier()?.cells {
        // What writes a certificate that is not kept.
        values.push(context! { command => certificate.command, ..value(&record) });
        named.push((record.board.to_string(), record.name().to_owned()));
    }
    let counted = Counted {
        count: values.len(),
        boards: each(named.iter().map(|(board, _)| board)),
        rules: each(named.iter().map(|(_, rule)| rule)),
    };
    let shown = context! { all => values, values => Serde(&counted), checker => site.checker };
    site.add("values.html", "values.html", "Search values", shown)?;
    Ok(counted)
}

/// What is the same of all values.
fn value(record: &Record) -> Value {
    let board = record.board.to_string();
    // Its address in the explorer, after the `?`.
    let explore = explorer_query::<&str>(&board, &[record.name()], "", Colour::Black, &[]);
    let (rule, value, best) = (record.name(), record.headline(), record.best_moves().join(" "));
    context! { board, rule, value, best, explore }
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
