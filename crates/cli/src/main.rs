//! The program `kosolver`.

use std::process::ExitCode;

fn main() -> ExitCode {
    let mut words = std::env::args_os();
    let called = words.next().unwrap_or_default();
    let program = std::env::current_exe().map_or(called, Into::into);
    ExitCode::from(kosolver_cli::run(vec![program], words.collect()))
}
