//! Published studies compared with recomputed ones.

use std::collections::BTreeMap;
use std::path::Path;

use crate::{CellCheck, Done, Files};
use kosolver_search::Meter;

use crate::findings::error::StudyError;
use crate::findings::record::StudyRecord;
use crate::findings::sources::Sources;
use crate::findings::studies;
use crate::findings::study::{Study, Task, record};

/// The folder of the results of studies.
const FOLDER: &str = "studies";

/// The files of a study, below the directory of results.
///
/// # Errors
/// [`StudyError::Render`] if a library refuses to render.
pub fn study_files(study: &dyn Study, record: &StudyRecord) -> Result<Files, StudyError> {
    let file = |ending: &str| format!("{FOLDER}/{}.{ending}", study.name());
    let mut files = BTreeMap::from([
        (file("json"), record.json()?.into_bytes()),
        (file("csv"), record.csv()?.into_bytes()),
        (file("md"), record.markdown().into_bytes()),
    ]);
    if let Some(figure) = study.figure(&record.rows) {
        files.insert(file("svg"), figure.into_bytes());
    }
    Ok(files)
}

/// Compares the published studies of a directory, if it has any, with recomputed ones. Rows that
/// take seconds are recomputed; what is said of all rows follows from them again; and every file is
/// written again from the rows.
///
/// # Errors
/// [`StudyError`] if a search stops or nothing can be rendered.
pub fn check_studies(directory: &Path, meter: &Meter, done: Done) -> Result<Vec<CellCheck>, StudyError> {
    if !directory.join(FOLDER).is_dir() {
        return Ok(Vec::new());
    }
    studies::ALL.iter().map(|study| check(*study, directory, meter, done)).collect()
}

fn check(study: &dyn Study, directory: &Path, meter: &Meter, done: Done) -> Result<CellCheck, StudyError> {
    let mut check = CellCheck::new(format!("study {}", study.name()));
    let read = |name: &str| std::fs::read(directory.join(name));
    let name = format!("{FOLDER}/{}.json", study.name());
    let published = match read(&name)
        .map_err(|error| error.to_string())
        .and_then(|bytes| serde_json::from_slice::<StudyRecord>(&bytes).map_err(|error| error.to_string()))
    {
        Ok(published) => published,
        Err(fault) => {
            check.fault(format!("{name} cannot be read: {fault}"));
            return Ok(check);
        }
    };
    let fresh = study.rows(&Task { from: &Sources::new(directory), quick: true, meter, done })?;
    let keys = study.about().keys;
    let (all, again) = (published.rows.len(), fresh.len());
    for row in fresh {
        if !published.rows.contains(&row) {
            let key: Vec<String> = row.iter().take(keys).map(ToString::to_string).collect();
            check.fault(format!("{name}: the row {} is not what its command makes", key.join(" ")));
        }
    }
    for (name, bytes) in study_files(study, &record(study, published.rows)?)? {
        match read(&name) {
            Ok(there) if there == bytes => {}
            Ok(_) => check.fault(format!("{name} does not follow from its rows")),
            Err(error) => check.fault(format!("{name} cannot be read: {error}")),
        }
    }
    check.says(format!("{again} of {all} rows again; what is said follows from the rows"));
    Ok(check)
}
