//! How this program was called, and how it calls itself: Python may run it.

use std::ffi::OsString;
use std::process::Command;
use std::sync::OnceLock;

/// The words that run the program, and its arguments.
static WORDS: OnceLock<(Vec<OsString>, Vec<OsString>)> = OnceLock::new();

/// Keeps the words. A process runs one command.
pub fn keep(program: Vec<OsString>, arguments: Vec<OsString>) {
    let _ = WORDS.set((program, arguments));
}

pub fn arguments() -> &'static [OsString] {
    WORDS.get().map_or(&[], |(_, arguments)| arguments)
}

/// The same program in a process of its own, without arguments yet.
pub fn again() -> Command {
    let program = WORDS.get().map_or(&[][..], |(program, _)| program);
    let mut command = Command::new(program.first().map_or("kosolver".as_ref(), OsString::as_os_str));
    command.args(program.iter().skip(1));
    command
}
