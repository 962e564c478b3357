//! What parts of a survey are together.

use std::collections::BTreeMap;
use std::path::Path;

use kosolver_search::Meter;

use crate::census::Census;
use crate::costs::CostSurvey;
use crate::error::{PartError, PublicationError};
use crate::frontier_survey::FrontierSurvey;
use crate::graphs::GraphSurvey;
use crate::parallel::Found;
use crate::part::Part;
use crate::part_file::{PartFile, VERSION};
use crate::publication::Files;
use crate::survey::Survey;
use crate::tablebases::TablebaseSurvey;
use crate::work::{Work, units, units_of};

/// Makes the files of a survey from the parts in a directory: those that it makes in one go. They are
/// meant for a directory of results, which may have some already.
///
/// # Errors
/// [`PartError`] if a part is missing, is there twice, or is not one of the same survey, made by
/// this version; and those of rendering.
pub fn merge(parts: &Path, results: &Path, meter: &Meter) -> Result<Files, PublicationError> {
    let parts = PartFile::all(parts)?;
    check(&parts)?;
    match parts[0].header.command.as_str() {
        Survey::COMMAND => merged::<Survey>(&parts, results, meter),
        Census::COMMAND => merged::<Census>(&parts, results, meter),
        GraphSurvey::COMMAND => merged::<GraphSurvey>(&parts, results, meter),
        FrontierSurvey::COMMAND => merged::<FrontierSurvey>(&parts, results, meter),
        CostSurvey::COMMAND => merged::<CostSurvey>(&parts, results, meter),
        TablebaseSurvey::COMMAND => merged::<TablebaseSurvey>(&parts, results, meter),
        _ => Err(PartError::Form(parts[0].name()).into()),
    }
}

/// Checks that parts are all those of one survey, made by this version.
fn check(parts: &[PartFile]) -> Result<(), PartError> {
    let others: Vec<(String, String)> = parts
        .iter()
        .filter(|part| part.header.version != VERSION)
        .map(|part| (part.name(), kosolver_board::shortened(&part.header.version, 32).to_string()))
        .collect();
    if !others.is_empty() {
        return Err(PartError::Version { parts: others, own: VERSION });
    }
    let first = &parts[0];
    let survey = |part: &PartFile| (part.header.command.clone(), part.header.parts, part.header.work.clone());
    if let Some(other) = parts.iter().find(|part| survey(part) != survey(first)) {
        let told = |part: &PartFile| (part.name(), part.header.typed.clone());
        return Err(PartError::Mixed { parts: Box::new([told(first), told(other)]) });
    }
    let mut there: BTreeMap<u32, &PartFile> = BTreeMap::new();
    for part in parts {
        if let Some(other) = there.insert(part.header.part, part) {
            let paths = [other.name(), part.name()];
            let (number, of) = (part.header.part, part.header.parts);
            return Err(PartError::Twice { number, of, paths });
        }
    }
    let of = first.header.parts;
    let missing: Vec<u32> = (1..=of).filter(|number| !there.contains_key(number)).collect();
    if missing.is_empty() { Ok(()) } else { Err(PartError::Missing { missing, of }) }
}

fn merged<W: Work>(parts: &[PartFile], results: &Path, meter: &Meter) -> Result<Files, PublicationError> {
    let wrong = |part: &PartFile| PartError::Form(part.name());
    let work: W =
        serde_json::from_slice(parts[0].header.work.to_string().as_bytes()).map_err(|_| wrong(&parts[0]))?;
    let mut known = Vec::with_capacity(units(&work).len());
    for part in parts {
        let place: Part = format!("{}/{}", part.header.part, part.header.parts).parse()?;
        let units = units_of(&work, place);
        // A version that calls itself the same, with another forecast or other rules, cuts otherwise.
        let names = units.iter().map(|unit| work.name(unit));
        if !names.eq(part.header.units.iter().cloned()) {
            return Err(PartError::Units(part.name()).into());
        }
        for (unit, line) in units.into_iter().zip(part.records.lines()) {
            known.push((unit, serde_json::from_slice(line.as_bytes()).map_err(|_| wrong(part))?));
        }
    }
    work.files(work.whole(&Found::known(known)), results, meter)
}
