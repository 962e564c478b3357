//! The command line, run by Python.

use std::ffi::OsString;

use pyo3::prelude::*;

/// Runs a command and returns its exit code. Ctrl-C ends the process as it ends the program, so this is
/// for a process that does nothing else.
#[pyfunction]
pub(crate) fn main(py: Python<'_>, program: Vec<OsString>, arguments: Vec<OsString>) -> u8 {
    py.detach(|| kosolver_cli::run(program, arguments))
}
