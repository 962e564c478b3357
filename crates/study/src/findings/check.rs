//! Published studies compared with recomputed ones.

use std::collections::BTreeMap;
use std::path::Path;

use crate::{CellCheck, Done, Files};
use kosolver_report::json;
use kosolver_search::Meter;

use crate::error::PublicationError;
use crate::findings::record::StudyRecord;
use crate::findings::studies;
use crate::findings::study::{Study, Task, record};
use crate::published::Published;

/// The folder of the results of studies.
const FOLDER: &str = "studies";

/// The files of a study, below the directory of results.
///
/// # Errors
/// [`PublicationError::Render`] if a library refuses to render.
pub fn study_files(study: &dyn Study, record: &StudyRecord) -> Result<Files, PublicationError> {
    let file = |ending: &str| format!("{FOLDER}/{}.{ending}", study.name());
    let mut files = BTreeMap::from([
        (file("json"), json(record)?.into_bytes()),
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
/// [`PublicationError`] if a search stops or nothing can be rendered.
pub fn check_studies(
    directory: &Path,
    meter: &Meter,
    done: Done,
) -> Result<Vec<CellCheck>, PublicationError> {
    if !directory.join(FOLDER).is_dir() {
        return Ok(Vec::new());
    }
    studies::ALL.iter().map(|study| check(*study, directory, meter, done)).collect()
}

fn check(
    study: &dyn Study,
    directory: &Path,
    meter: &Meter,
    done: Done,
) -> Result<CellCheck, PublicationError> {
    let mut check = CellCheck::new(format!("study {}", study.name()));
    let from = Published(directory);
    let name = format!("{FOLDER}/{}.json", study.name());
    let read = |bytes: Vec<u8>| {
        serde_json::from_slice::<StudyRecord>(&bytes)
            .map_err(|error| format!("{name} cannot be read: {error}"))
    };
    let published = match from.file(&name).and_then(read) {
        Ok(published) => published,
        Err(fault) => {
            check.fault(fault);
            return Ok(check);
        }
    };
    let fresh = study.rows(&Task { from, quick: true, meter, done })?;
    let keys = study.about().keys;
    let (all, again) = (published.rows.len(), fresh.len());
    for row in fresh {
        if !published.rows.contains(&row) {
            let key: Vec<String> = row.iter().take(keys).map(ToString::to_string).collect();
            check.fault(format!("{name}: the row {} is not what its command makes", key.join(" ")));
        }
    }
    for (name, bytes) in study_files(study, &record(study, published.rows)?)? {
        match from.file(&name) {
            Ok(there) if there == bytes => {}
            Ok(_) => check.fault(format!("{name} does not follow from its rows")),
            Err(fault) => check.fault(fault),
        }
    }
    check.says(format!("{again} of {all} rows again; what is said follows from the rows"));
    Ok(check)
}
