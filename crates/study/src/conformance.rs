//! The published games that wrong implementations of ko rules fail.

use std::collections::BTreeSet;
use std::path::Path;

use kosolver_record::conformance::{Case, DIRECTORY, Kit, cases, files, make, rulesets};
use kosolver_record::{Rules, Suicide};
use kosolver_search::Meter;
use serde::{Deserialize, Serialize};

use crate::cell_check::CellCheck;
use crate::error::PublicationError;
use crate::parallel::Found;
use crate::publication::Files;
use crate::published::Published;
use crate::work::{Tools, Work};

/// The making of all cases, ruleset by ruleset.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub struct ConformanceSurvey {}

impl Work for ConformanceSurvey {
    const COMMAND: &'static str = "conformance";
    type Unit = Rules;
    type Record = Vec<Case>;
    type Whole = Vec<Case>;
    type Error = PublicationError;

    fn units(&self) -> Vec<Rules> {
        rulesets()
    }

    fn name(&self, rules: &Rules) -> String {
        rules.to_string()
    }

    fn forecast(&self, rules: &Rules) -> u64 {
        // Under all others the games on large boards are left out.
        if rules.suicide() == Suicide::Forbidden { 2 } else { 1 }
    }

    fn record(&self, rules: Rules, tools: &Tools) -> Result<Vec<Case>, PublicationError> {
        let cases = cases(rules)?;
        (tools.done)(None);
        Ok(cases)
    }

    fn whole(&self, found: &Found<Rules, Vec<Case>>) -> Vec<Case> {
        self.units().iter().flat_map(|rules| found.take(rules)).collect()
    }

    fn files(&self, cases: Vec<Case>, _: &Path, _: &Meter) -> Result<Files, PublicationError> {
        Ok(files(&Kit::of(cases)?)?)
    }
}

/// Compares the published cases of a directory, if it has any, with recomputed ones: the documents in
/// a line each, then all games in one.
pub(crate) fn check_conformance(
    directory: &Path,
) -> Result<Vec<CellCheck>, kosolver_record::conformance::Error> {
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
