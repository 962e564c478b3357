//! Commands about published pages, and those that notebooks have replaced, from the real binary.

use std::path::Path;
use std::process::Output;

use crate::common::command;

fn kosolver(directory: &Path, arguments: &[&str]) -> Output {
    command(arguments).current_dir(directory).output().expect("it starts")
}

fn fault(output: &Output) -> String {
    assert_eq!(output.status.code(), Some(2));
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(text.lines().count(), 1, "{text}");
    text
}

#[test]
fn a_command_that_is_gone_says_what_takes_its_place() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let study = fault(&kosolver(directory.path(), &["study", "cache"]));
    assert!(study.starts_with("kosolver: study is gone: `python notebooks/study.py`"), "{study}");
    let site = fault(&kosolver(directory.path(), &["site", "--out", "."]));
    assert!(site.starts_with("kosolver: site is gone: `python notebooks/site/make.py"), "{site}");
}

#[test]
fn a_checker_that_is_not_compiled_is_refused_with_what_compiles_it() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    std::fs::write(directory.path().join("Spec.v"), "").expect("a file");
    let text = fault(&kosolver(directory.path(), &["explore", "--port", "0", "--checker", "."]));
    assert!(text.contains("checker.js cannot be read") && text.contains("`make -C verified web`"), "{text}");
}
