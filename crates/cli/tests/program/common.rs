//! Starting the program, and what it says.

use std::path::{Path, PathBuf};

use std::process::{Child, Command, Output, Stdio};

/// The program, about to be started.
pub fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kosolver"));
    command.args(arguments).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

pub fn kosolver(arguments: &[&str]) -> Output {
    command(arguments).output().expect("it starts")
}

pub fn spawn(arguments: &[&str]) -> Child {
    command(arguments).spawn().expect("it starts")
}

/// Sends a signal, as in `-INT`.
pub fn signal(child: &Child, name: &str) {
    let sent = Command::new("kill").args([name, &child.id().to_string()]).status().expect("kill runs");
    assert!(sent.success());
}

pub fn out(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("UTF-8")
}

pub fn err(output: &Output) -> String {
    let said = String::from_utf8(output.stderr.clone()).expect("UTF-8");
    // Half of a pair of quotes is a message that was cut.
    assert_eq!(said.matches('`').count() % 2, 0, "{said}");
    said
}

/// What a successful run prints, read.
pub fn json(output: &Output) -> serde_json::Value {
    assert!(output.status.success(), "{}", err(output));
    serde_json::from_slice(&output.stdout).expect("JSON")
}

/// The names of the files in a directory, in order.
pub fn names(directory: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(directory).expect("a directory");
    let mut names: Vec<String> =
        entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

/// A directory of a test's own that goes away with it.
pub struct Directory(pub PathBuf);

impl Directory {
    pub fn new(name: &str) -> Directory {
        let path = std::env::temp_dir().join(format!("kosolver-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a temporary directory");
        Directory(path)
    }

    pub fn path(&self) -> &str {
        self.0.to_str().expect("UTF-8")
    }

    pub fn file(&self, name: &str) -> String {
        format!("{}/{name}", self.path())
    }
}

impl Drop for Directory {
    fn drop(&mut self) {
        // Left behind, it is a temporary directory all the same.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
