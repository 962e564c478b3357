//! What is answered to a request that cannot be met.

use std::fmt;

use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use kosolver::{Error, board, rules};
use serde::Serialize;

/// Why a request cannot be met: one sentence, as the command line would say it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Fault {
    /// The HTTP status that goes with it.
    pub status: u16,
    /// What is wrong, and what is accepted or can be done.
    pub error: String,
}

impl Fault {
    /// A fault with a status.
    pub fn new(status: StatusCode, error: impl ToString) -> Fault {
        Fault { status: status.as_u16(), error: error.to_string() }
    }

    /// What was sent means nothing.
    pub fn bad(error: impl ToString) -> Fault {
        Fault::new(StatusCode::BAD_REQUEST, error)
    }

    /// What was sent is too large.
    pub fn large(error: impl ToString) -> Fault {
        Fault::new(StatusCode::PAYLOAD_TOO_LARGE, error)
    }

    /// It would be too much work now.
    pub fn busy(error: impl ToString) -> Fault {
        Fault::new(StatusCode::TOO_MANY_REQUESTS, error)
    }

    /// The same fault, after where it is.
    pub fn after(self, place: &str) -> Fault {
        Fault { error: format!("{place}: {}", self.error), ..self }
    }

    /// The search failed, though it should not.
    pub fn failed() -> Fault {
        let error = "the search failed: this is a fault of the program; please report it";
        Fault::new(StatusCode::INTERNAL_SERVER_ERROR, error)
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.error)
    }
}

impl IntoResponse for Fault {
    fn into_response(self) -> Response {
        let status = StatusCode::from_u16(self.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        (status, Json(self)).into_response()
    }
}

impl From<board::Error> for Fault {
    fn from(error: board::Error) -> Fault {
        match error {
            board::Error::Points { points, .. } if points > 64 => Fault::large(error),
            error => Fault::bad(error),
        }
    }
}

impl From<kosolver::sgf::Error> for Fault {
    fn from(error: kosolver::sgf::Error) -> Fault {
        match error {
            kosolver::sgf::Error::Board(error) => error.into(),
            kosolver::sgf::Error::Long(_) => Fault::large(error),
            error => Fault::bad(error),
        }
    }
}

impl From<rules::Error> for Fault {
    fn from(error: rules::Error) -> Fault {
        Fault::bad(error)
    }
}

impl From<Error> for Fault {
    fn from(error: Error) -> Fault {
        match error {
            Error::Name(error) => error.into(),
            // Whoever plays does not know of tables.
            Error::Endless(why) if why.contains("legal positions") || why.contains("numbered") => {
                Fault::large(
                    "play can go on for ever under these rules, so all positions of the board have to be gone through, and it has too many: take a smaller board, or a superko rule",
                )
            }
            Error::Endless(_) | Error::TooLarge { .. } => Fault::large(error),
            Error::Time { .. } | Error::Nodes { .. } => Fault::busy(format!(
                "{error}: ask again to go on from what was found, set more stones up, take a smaller board, or allow more time"
            )),
            Error::Memory { .. } => Fault::busy(error),
            Error::Interrupted { .. } => Fault::busy("stopped: ask again to go on from what was found"),
            error => Fault::bad(error),
        }
    }
}

impl From<JsonRejection> for Fault {
    fn from(rejection: JsonRejection) -> Fault {
        // JSON that means nothing here is no better than what is no JSON.
        let status = match rejection.status() {
            StatusCode::UNPROCESSABLE_ENTITY => StatusCode::BAD_REQUEST,
            status => status,
        };
        if status == StatusCode::PAYLOAD_TOO_LARGE {
            return Fault::new(
                status,
                format!("the request is longer than {} KiB", crate::limits::BODY / 1024),
            );
        }
        if status == StatusCode::UNSUPPORTED_MEDIA_TYPE {
            return Fault::new(
                status,
                "the request is not said to be JSON: its Content-Type is application/json",
            );
        }
        let said = rejection.body_text();
        // What was tried comes first, and then what is wrong.
        let fault = said.split_once(": ").filter(|(tried, _)| tried.starts_with("Failed to"));
        Fault::new(
            status,
            format!("the JSON is not understood: {}", fault.map_or(said.as_str(), |(_, fault)| fault)),
        )
    }
}
