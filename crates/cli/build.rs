//! Tells the program from which commit it is built, where that is known.

use std::env;
use std::path::Path;
use std::process::Command;

fn git(arguments: &[&str]) -> Option<String> {
    let output =
        Command::new("git").args(arguments).output().ok().filter(|output| output.status.success())?;
    Some(String::from_utf8(output.stdout).ok()?.trim().to_owned())
}

/// The commit: of the variable `KOSOLVER_COMMIT`, or of the repository, unless that is somebody
/// else's.
fn commit() -> Option<String> {
    println!("cargo::rerun-if-env-changed=KOSOLVER_COMMIT");
    // Where a container has the sources alone.
    if let Some(commit) = env::var("KOSOLVER_COMMIT").ok().filter(|commit| !commit.is_empty()) {
        return Some(commit.chars().take(10).collect());
    }
    let root = Path::new("../..").canonicalize().ok()?;
    if Path::new(&git(&["rev-parse", "--show-toplevel"])?).canonicalize().ok()? != root {
        return None;
    }
    for (folder, file) in
        [("--git-dir", "HEAD"), ("--git-common-dir", "refs"), ("--git-common-dir", "packed-refs")]
    {
        let path = Path::new(&git(&["rev-parse", folder])?).join(file);
        // A file that is not there would count as changed each time.
        if path.exists() {
            println!("cargo::rerun-if-changed={}", path.display());
        }
    }
    git(&["rev-parse", "--short=10", "HEAD"])
}

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let commit = commit().map_or(String::new(), |commit| format!(" ({commit})"));
    println!("cargo::rustc-env=KOSOLVER_VERSION={}{commit}", env!("CARGO_PKG_VERSION"));
}
