//! `kosolver study` and `kosolver site`, from the real binary.

use std::path::Path;
use std::process::Output;

use serde_json::Value;

use crate::common::command;

fn kosolver(directory: &Path, arguments: &[&str]) -> Output {
    command(arguments).current_dir(directory).output().expect("it starts")
}

fn printed(output: &Output) -> String {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout.clone()).expect("UTF-8")
}

fn fault(output: &Output) -> String {
    assert_eq!(output.status.code(), Some(2));
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(text.lines().count(), 1, "{text}");
    text
}

#[test]
fn a_study_is_listed_printed_and_written() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let here = directory.path();
    let list = printed(&kosolver(here, &["study"]));
    assert!(list.starts_with("cache ") && list.contains("\nfights "), "{list}");
    let text = printed(&kosolver(here, &["study", "fights", "--quick"]));
    assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
    let json = printed(&kosolver(here, &["study", "fights", "--quick", "--format", "json"]));
    let record: Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(record["study"], "fights");
    assert!(record["rules"][0]["prohibition"].is_string());
    let wrote = kosolver(here, &["study", "fights", "--quick", "--out", "."]);
    assert!(wrote.status.success() && wrote.stdout.is_empty());
    let written = std::fs::read_to_string(here.join("studies/fights.json")).expect("it was written");
    assert_eq!(written, json);
    assert!(here.join("studies/fights.csv").exists() && here.join("studies/fights.md").exists());
}

#[test]
fn faults_of_studies_and_sites_are_one_line() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let here = directory.path();
    let unknown = fault(&kosolver(here, &["study", "weather"]));
    assert!(unknown.starts_with("kosolver: 'weather' is not a study; they are cache, "), "{unknown}");
    let nothing = fault(&kosolver(here, &["study", "parity"]));
    assert!(nothing.starts_with("kosolver: results/kee.json cannot be read"), "{nothing}");
    std::fs::write(here.join("file"), "").expect("written");
    let nowhere = fault(&kosolver(here, &["study", "fights", "--quick", "--out", "file"]));
    assert!(nowhere.contains("file is no directory"), "{nowhere}");
    let site = fault(&kosolver(here, &["site", "--out", "."]));
    assert!(site.starts_with("kosolver: results cannot be read as published results"), "{site}");
}
