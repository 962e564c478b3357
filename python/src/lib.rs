//! The native part of the Python module `kosolver`.
//!
//! It stands on the library `kosolver` and knows nothing of how solving works. Results leave it as
//! JSON, the form that `docs/json.md` describes; `python/kosolver` makes dataclasses of them.

mod command;
mod fault;
mod game;
mod names;
mod nodes;
mod session;
mod start;
mod survey;
mod work;

use pyo3::prelude::*;

/// What `kosolver` is made of; not meant to be used itself.
#[pymodule]
mod _kosolver {
    use pyo3::prelude::*;

    #[pymodule_export]
    use super::command::main;
    #[pymodule_export]
    use super::fault::{Error, IllegalMove, OutOfBudget, Rejected, RuleError};
    #[pymodule_export]
    use super::game::{drawn, play, read, sgf, solve, verify, write};
    #[pymodule_export]
    use super::names::{boards, describe, legal_positions, positions, read_rule, readings, rules};
    #[pymodule_export]
    use super::nodes::{believed, nodes};
    #[pymodule_export]
    use super::session::Session;
    #[pymodule_export]
    use super::survey::{compare, separate, table, values};

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
