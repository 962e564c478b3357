//! Published studies: a check makes them again, and finds what is changed.

use std::path::Path;

use kosolver_search::Meter;
use kosolver_study::Published;
use kosolver_study::findings::{StudyRecord, all, check_studies, find, make, study_files};

/// The published results of this repository.
fn results() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../results"))
}

/// The published files that studies start from, and one published study, in a directory of their own.
fn copy(study: &str) -> tempfile::TempDir {
    let directory = tempfile::tempdir().unwrap();
    std::fs::create_dir(directory.path().join("studies")).unwrap();
    let mut names: Vec<String> =
        ["kee", "frontier", "graphs", "separators"].map(|name| format!("{name}.json")).into();
    let there = std::fs::read_dir(results().join("studies")).unwrap();
    let there = there.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    names.extend(there.filter(|name| name.starts_with(study)).map(|name| format!("studies/{name}")));
    for name in names {
        std::fs::copy(results().join(&name), directory.path().join(&name)).unwrap();
    }
    directory
}

/// What the check says of a study.
fn faults(directory: &Path, study: &str) -> Option<String> {
    let checks = check_studies(directory, &Meter::default(), &|_| ()).unwrap();
    let check = checks.into_iter().find(|check| check.name() == format!("study {study}")).unwrap();
    (!check.holds()).then(|| check.summary())
}

#[test]
fn the_check_finds_a_changed_row_a_changed_result_and_a_changed_file() {
    let directory = copy("fights");
    assert_eq!(faults(directory.path(), "fights"), None);
    let name = directory.path().join("studies/fights.json");
    let whole = std::fs::read_to_string(&name).unwrap();
    let changed = |change: &dyn Fn(&mut StudyRecord)| {
        let mut record: StudyRecord = serde_json::from_str(&whole).unwrap();
        change(&mut record);
        // All files follow from the changed record, as a careful forger would have it.
        for (file, bytes) in study_files(find("fights").unwrap(), &record).unwrap() {
            std::fs::write(directory.path().join(file), bytes).unwrap();
        }
        faults(directory.path(), "fights").expect("a fault")
    };
    let row = changed(&|record| record.rows[1][3] = 7_usize.into());
    assert!(row.contains("the row 1x2 psk is not what its command makes"), "{row}");
    let claim = changed(&|record| record.claims[0].says.push_str(" Surely."));
    assert!(claim.contains("does not follow from its rows"), "{claim}");
    std::fs::write(&name, &whole).unwrap();
    let missing = directory.path().join("studies/fights.csv");
    std::fs::remove_file(missing).unwrap();
    assert!(faults(directory.path(), "fights").unwrap().contains("fights.csv cannot be read"));
}

#[test]
#[ignore = "slow: test.sh --all runs it"]
fn what_is_published_holds() {
    let checks = check_studies(results(), &Meter::default(), &|_| ()).unwrap();
    assert_eq!(checks.len(), all().len());
    let failed: Vec<String> =
        checks.iter().filter(|check| !check.holds()).map(|check| check.summary()).collect();
    assert!(failed.is_empty(), "{failed:?}");
}

/// Every number that the numbered results state stands on the page of results that is named beside it.
#[test]
fn the_numbers_of_the_findings_are_those_of_the_studies() {
    let page = std::fs::read_to_string(results().join("../docs/findings.md")).unwrap();
    let numbers = |text: &str| -> Vec<String> {
        let parts = text.split(|sign: char| !sign.is_ascii_digit());
        parts.filter(|part| !part.is_empty()).map(str::to_owned).collect()
    };
    let mut results_seen = 0;
    for line in page.lines().filter(|line| line.ends_with(".md) |")) {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        let link = cells[5].split(['(', ')']).nth(1).unwrap();
        let made = std::fs::read_to_string(results().join("../docs").join(link)).unwrap();
        let known = numbers(&made);
        for number in numbers(&cells[2].replace(',', "")) {
            assert!(known.contains(&number), "result {}: {number} is not in {link}", cells[1]);
        }
        results_seen += 1;
        assert_eq!(cells[1], results_seen.to_string());
    }
    assert!(results_seen >= 25);
}

#[test]
fn a_study_is_the_same_with_any_number_of_threads() {
    for name in ["fights", "history"] {
        let study = find(name).unwrap();
        let with = |threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| make(study, Published(results()), true, &Meter::default(), &|_| ()).unwrap())
        };
        assert_eq!(with(1), with(3), "{name}");
    }
}

#[test]
fn every_study_is_published_with_its_rules_in_full() {
    for study in all() {
        let name = results().join(format!("studies/{}.json", study.name()));
        let record: StudyRecord = serde_json::from_slice(&std::fs::read(name).unwrap()).unwrap();
        assert!(!record.claims.is_empty() && !record.rows.is_empty());
        assert!(record.rows.iter().all(|row| row.len() == record.columns.len()));
        for rules in &record.rules {
            assert!(rules.rules.ruleset().is_ok());
        }
        let mut keys: Vec<_> = record.rows.iter().map(|row| &row[..study.about().keys]).collect();
        keys.sort();
        keys.dedup();
        assert_eq!(keys.len(), record.rows.len(), "{}: rows are told apart by their keys", study.name());
    }
}

#[test]
fn an_unknown_study_is_refused_with_the_names_of_all() {
    let fault = find("weather").err().unwrap().to_string();
    assert!(fault.starts_with("'weather' is not a study; they are cache, "), "{fault}");
}
