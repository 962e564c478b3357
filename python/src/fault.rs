//! Faults as exceptions, each with its one sentence.

use kosolver::report::RenderError;
use kosolver::rules::TextError;
use kosolver::study::PublicationError;
use pyo3::create_exception;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

create_exception!(kosolver, Error, PyValueError, "What was asked cannot be answered; the message says why.");
create_exception!(kosolver, IllegalMove, Error, "A move is illegal; the message says which, and why.");
create_exception!(kosolver, OutOfBudget, Error, "Not solved within the time, the nodes or the memory given.");
create_exception!(
    kosolver,
    RuleError,
    Error,
    "A text is no ko rule; the message marks the place in `line` and `column`."
);
create_exception!(kosolver, Rejected, Error, "A certificate does not prove what it claims.");

/// Why a call fails.
pub(crate) enum Fault {
    /// What the library says.
    Library(kosolver::Error),
    /// A certificate that proves nothing.
    Rejected(String),
    /// A limit that the library does not keep itself.
    Budget(String),
    /// A text that is no ko rule, and where it is from.
    Rule(Box<TextError>, String),
    /// Anything else.
    Other(String),
}

impl Fault {
    /// What is wrong with the text of a ko rule from there.
    pub fn of_text(error: kosolver::rules::Error, origin: &str) -> Fault {
        match error {
            kosolver::rules::Error::Text(error) => Fault::Rule(error, origin.to_owned()),
            error => Fault::Library(error.into()),
        }
    }
}

impl From<kosolver::Error> for Fault {
    fn from(error: kosolver::Error) -> Fault {
        Fault::Library(error)
    }
}

impl From<kosolver::rules::Error> for Fault {
    fn from(error: kosolver::rules::Error) -> Fault {
        Fault::of_text(error, "the rule")
    }
}

impl From<kosolver::board::Error> for Fault {
    fn from(error: kosolver::board::Error) -> Fault {
        Fault::Library(error.into())
    }
}

impl From<kosolver::checker::Error> for Fault {
    fn from(error: kosolver::checker::Error) -> Fault {
        match error {
            // It may hold all the same.
            kosolver::checker::Error::Memory { .. } => Fault::Budget(error.to_string()),
            error => Fault::Rejected(error.to_string()),
        }
    }
}

impl From<RenderError> for Fault {
    fn from(error: RenderError) -> Fault {
        Fault::Other(error.to_string())
    }
}

impl From<PublicationError> for Fault {
    fn from(error: PublicationError) -> Fault {
        match error {
            PublicationError::Search(error) => Fault::Library(error),
            error => Fault::Other(error.to_string()),
        }
    }
}

impl From<serde_json::Error> for Fault {
    fn from(error: serde_json::Error) -> Fault {
        Fault::Other(error.to_string())
    }
}

impl From<Fault> for PyErr {
    fn from(fault: Fault) -> PyErr {
        use kosolver::Error as Library;
        match fault {
            Fault::Library(error @ Library::Illegal { .. }) => IllegalMove::new_err(error.to_string()),
            Fault::Library(
                error @ (Library::Time { .. } | Library::Nodes { .. } | Library::Memory { .. }),
            ) => OutOfBudget::new_err(error.to_string()),
            Fault::Library(error) => Error::new_err(error.to_string()),
            Fault::Budget(text) => OutOfBudget::new_err(text),
            Fault::Rejected(text) => Rejected::new_err(text),
            Fault::Rule(fault, origin) => {
                let error = RuleError::new_err(fault.shown(&origin));
                let placed = Python::attach(|py| {
                    error.value(py).setattr("line", fault.line)?;
                    error.value(py).setattr("column", fault.column)
                });
                placed.err().unwrap_or(error)
            }
            Fault::Other(text) => Error::new_err(text),
        }
    }
}
