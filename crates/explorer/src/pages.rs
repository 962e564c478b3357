//! The page: its files are in the program.

use axum::Router;
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::routing::get;
use kosolver::report::{BOARD_DEFINITIONS, BOARD_STYLE};

use crate::fault::Fault;

const HTML: &str = "text/html; charset=utf-8";
const STYLE: &str = "text/css; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";
const DRAWING: &str = "image/svg+xml";

/// A file of the page by its name.
macro_rules! file {
    ($name:literal, $kind:expr) => {
        (concat!("/", $name), $kind, include_str!(concat!("../web/", $name)))
    };
}

/// The files, with what they are.
const FILES: [(&str, &str, &str); 14] = [
    ("/board.css", STYLE, BOARD_STYLE),
    file!("style.css", STYLE),
    file!("icon.svg", DRAWING),
    file!("app.js", SCRIPT),
    file!("api.js", SCRIPT),
    file!("analysis.js", SCRIPT),
    file!("board.js", SCRIPT),
    file!("dom.js", SCRIPT),
    file!("files.js", SCRIPT),
    file!("history.js", SCRIPT),
    file!("panels.js", SCRIPT),
    file!("rules.js", SCRIPT),
    file!("state.js", SCRIPT),
    file!("tree.js", SCRIPT),
];

/// What answers the requests for the page.
pub fn routes() -> Router {
    let page = include_str!("../web/index.html").replace("<!-- definitions -->", BOARD_DEFINITIONS);
    let mut router = Router::new().route("/", get(move || async move { ([(CONTENT_TYPE, HTML)], page) }));
    for (path, kind, text) in FILES {
        router = router.route(path, get(move || async move { ([(CONTENT_TYPE, kind)], text) }));
    }
    router.fallback(|| async {
        Fault::new(StatusCode::NOT_FOUND, "there is no such page: the explorer is at /")
    })
}
