//! Published cells compared with recomputed ones.

use std::collections::BTreeSet;
use std::path::Path;

use kosolver_board::{LONGEST_WHOLE, read_plain};

use crate::asked::{Asked, List};
use crate::cell_check::CellCheck;
use crate::certificates::{CERTIFICATE, proves, sha256};
use crate::error::{PublicationError, in_full};
use crate::found::{Cell, Found, FoundCertificate};
use crate::maker::{Maker, record_of};
use crate::manifest::Manifest;
use crate::parallel::{Done, each};
use crate::sample::Sample;
use crate::views::views;

/// Cells that visit more nodes, or tablebases of more positions, are not made again.
const MOST_NODES: u64 = 300_000;
const MOST_POSITIONS: u64 = 1 << 20;

/// Cells that visit fewer nodes, or are forecast to take fewer microseconds, are in every sample.
const QUICK_NODES: u64 = 1_000;
const QUICK: u64 = 100_000;

/// With how many nodes it is tried whether an open cell is open.
const TRIED: u64 = 20_000;

/// How a check makes a cell again, or why it does not.
fn again(cell: &Cell, sample: Sample) -> Result<Asked, String> {
    let Cell { asked, found } = cell;
    let mut asked = asked.clone();
    let (weight, quick) = match found {
        Found::Value(found) => match (found.nodes, asked.options.nodes) {
            (Some(nodes), _) => (nodes, nodes < QUICK_NODES),
            (None, Some(nodes)) => (nodes.min(TRIED), false),
            // A table does not say how many.
            (None, None) => (0, asked.forecast() < QUICK),
        },
        Found::Cost(cost) => (cost.nodes, cost.nodes < QUICK_NODES),
        Found::Tablebase(found) if found.stats.positions > MOST_POSITIONS => {
            return Err(format!("not solved again: it has {} positions", found.stats.positions));
        }
        Found::Difference(_) => (0, false),
        Found::Starts(_) | Found::Tablebase(_) | Found::Guarantees(_) => (0, true),
    };
    if cell.is_open() {
        asked.options.nodes = asked.options.nodes.map(|nodes| nodes.min(TRIED));
    } else if weight > MOST_NODES {
        return Err(format!("not made again: it takes {weight} nodes"));
    }
    if let Found::Value(found) = found
        && let Some(release) = found.certificate.as_ref().and_then(|found| found.digest.release.as_ref())
    {
        return Err(format!("not made again: release {release} wrote its certificate"));
    }
    let options = &asked.options;
    if !options.earlier.is_empty() {
        return Err(format!("not made again: {} is gone", options.earlier));
    }
    if !options.guide.is_empty() || options.scout.is_some() || options.memory.is_some() {
        return Err("not made again: its options name a guide, a scout or a memory".to_owned());
    }
    match sample.takes(&asked.to_string(), quick) {
        true => Ok(asked),
        false => Err("not in this sample".to_owned()),
    }
}

/// How many of some cells a check of a sample makes again.
pub fn checked(cells: &[&Cell], sample: Sample) -> usize {
    cells.iter().filter(|cell| again(cell, sample).is_ok()).count()
}

/// Makes a sample of some cells of a directory again and compares them, a line each; verifies the certificates
/// that are kept; and compares all views with what the manifest makes.
///
/// # Errors
/// Those of the work, and of rendering.
pub fn check(
    directory: &Path,
    manifest: &Manifest,
    cells: &[&Cell],
    sample: Sample,
    maker: &Maker,
    done: Done,
) -> Result<Vec<CellCheck>, PublicationError> {
    let one = |cell: &&Cell| check_cell(directory, cell, sample, maker, done);
    let (alone, together): (Vec<&Cell>, Vec<&Cell>) = cells.iter().partition(|cell| cell.asked.list.alone());
    let mut checks = each(&together, one)?;
    for cell in &alone {
        checks.push(one(cell)?);
    }
    let made = views(manifest)?;
    checks.extend(made.iter().map(|(name, bytes)| check_file(directory, name, bytes)));
    let text = manifest.text()?;
    checks.push(check_file(directory, Manifest::FILE, text.as_bytes()));
    let kept = manifest.cells().filter_map(|cell| cell.value()?.certificate.as_ref()?.file.clone());
    let kept: BTreeSet<String> = kept.collect();
    for folder in List::ALL.into_iter().filter_map(List::certificates) {
        for name in names(directory, folder).into_iter().filter(|name| !kept.contains(name)) {
            let mut check = CellCheck::new(name);
            check.fault("belongs to no cell".to_owned());
            checks.push(check);
        }
    }
    Ok(checks)
}

/// The bytes of a file of a directory, or why there are none.
fn read(directory: &Path, name: &str) -> Result<Vec<u8>, String> {
    let bytes = read_plain(&directory.join(name), LONGEST_WHOLE);
    bytes.map_err(|error| format!("{name} cannot be read: {error}"))
}

/// The certificates of a folder, in order.
fn names(directory: &Path, folder: &str) -> Vec<String> {
    let entries = std::fs::read_dir(directory.join(folder)).into_iter().flatten().flatten();
    let names = entries.map(|entry| format!("{folder}/{}", entry.file_name().to_string_lossy()));
    let mut names: Vec<String> = names.filter(|name| name.ends_with(CERTIFICATE)).collect();
    names.sort();
    names
}

/// Holds a file against what its command makes.
fn check_file(directory: &Path, name: &str, fresh: &[u8]) -> CellCheck {
    let mut check = CellCheck::new(name.to_owned());
    match read(directory, name) {
        Ok(bytes) if bytes == fresh => check.says("identical".to_owned()),
        Ok(_) => check.fault("differs from what its command makes".to_owned()),
        Err(fault) => check.fault(fault),
    }
    check
}

fn check_cell(
    directory: &Path,
    cell: &Cell,
    sample: Sample,
    maker: &Maker,
    done: Done,
) -> Result<CellCheck, PublicationError> {
    let mut check = CellCheck::new(cell.asked.to_string());
    match again(cell, sample) {
        Err(why) => check.says(format!("{}, {why}", cell.headline())),
        Ok(asked) => {
            let (fresh, _) = maker.make(&asked)?;
            done(None);
            let open = cell.is_open() && fresh.is_open();
            if open || fresh.is_same(cell) {
                check.says(format!("{} again", cell.headline()));
            } else if fresh.headline() == cell.headline() {
                check.fault(format!(
                    "{} again, and something else than the manifest says of it",
                    cell.headline()
                ));
            } else {
                check.fault(format!(
                    "{} is not what the manifest has, {}",
                    fresh.headline(),
                    cell.headline()
                ));
            }
        }
    }
    if let Some(found) = cell.value()
        && let Some(FoundCertificate { digest, file: Some(file) }) = &found.certificate
    {
        match certificate(directory, cell, file, &digest.sha256) {
            Ok(()) => check.says(format!("proved in {} bytes, lemmas: {}", digest.bytes, digest.lemmas)),
            Err(fault) => check.fault(fault),
        }
    }
    Ok(check)
}

/// Whether a certificate that is kept is what the manifest says, and proves what it says.
fn certificate(directory: &Path, cell: &Cell, file: &str, digest: &str) -> Result<(), String> {
    let bytes = read(directory, file)?;
    let is = sha256(&bytes);
    if is != digest {
        return Err(format!("{file} has digest {is}, and the manifest says {digest}"));
    }
    let verified =
        kosolver_checker::verify(&bytes[..]).map_err(|error| format!("{file}: {}", in_full(&error)))?;
    let record = cell.asked.rules.as_ref().zip(cell.value()).map(|(column, found)| {
        record_of(&cell.asked, column, found.clone()).map_err(|error| error.to_string())
    });
    match record.transpose()? {
        Some(record) if proves(&verified, &record) => Ok(()),
        _ => Err(format!("{file} proves something else: {verified}")),
    }
}
