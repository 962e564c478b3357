//! The published games that wrong implementations of ko rules fail.

use std::collections::BTreeSet;
use std::path::Path;

use kosolver_conformance::{DIRECTORY, files, make};

use crate::cell_check::CellCheck;
use crate::published::Published;

/// Holds the published cases of a directory, if it has any, against those made again: the documents in
/// a line each, then all games in one.
///
/// # Errors
/// [`kosolver_conformance::Error`] if the games that cases are made of have a fault.
pub fn check_conformance(directory: &Path) -> Result<Vec<CellCheck>, kosolver_conformance::Error> {
    if !directory.join(DIRECTORY).exists() {
        return Ok(Vec::new());
    }
    let published = Published(directory);
    let fresh = files(&make()?)?;
    let mut checks = Vec::new();
    let games = format!("{DIRECTORY}/games");
    let mut all = CellCheck::new(games.clone());
    let mut known: BTreeSet<String> = BTreeSet::new();
    for (name, bytes) in &fresh {
        let path = format!("{DIRECTORY}/{name}");
        let check = published.compare(&path, bytes);
        if !path.starts_with(&games) {
            checks.push(check);
        } else {
            if !check.holds() {
                all.fault(check.summary());
            }
            known.insert(path);
        }
    }
    let there = std::fs::read_dir(directory.join(&games)).into_iter().flatten().flatten();
    let names = there.map(|entry| format!("{games}/{}", entry.file_name().to_string_lossy()));
    let mut strange: Vec<String> = names.filter(|name| !known.contains(name)).collect();
    strange.sort();
    for name in strange {
        all.fault(format!("{name} belongs to no case"));
    }
    all.says(format!("{} identical", known.len()));
    checks.push(all);
    Ok(checks)
}
