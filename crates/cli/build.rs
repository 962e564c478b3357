//! Tells the program from which commit it is built, where the sources are a copy of the repository.

use std::path::Path;
use std::process::Command;

fn git(arguments: &[&str]) -> Option<String> {
    let output =
        Command::new("git").args(arguments).output().ok().filter(|output| output.status.success())?;
    Some(String::from_utf8(output.stdout).ok()?.trim().to_owned())
}

/// The commit, unless these sources stand in a repository of somebody else.
fn commit() -> Option<String> {
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
