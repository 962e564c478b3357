//! The pages: their files are in the program.

use axum::Router;
use axum::body::Bytes;
use axum::extract::RawQuery;
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::routing::get;
use kosolver::report::{BOARD_DEFINITIONS, BOARD_STYLE};
use kosolver::study::Files;

use crate::fault::Fault;
use crate::gallery;

const HTML: &str = "text/html; charset=utf-8";
const STYLE: &str = "text/css; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";
const DRAWING: &str = "image/svg+xml";
const DATA: &str = "application/json";
const TABLE: &str = "text/csv; charset=utf-8";

/// What leads to the page that checks certificates, if there is one.
const CHECK: &str = r#"<button type="button" id="check">Check this value</button>"#;

/// A file of the pages by its name.
macro_rules! file {
    ($name:literal, $kind:expr) => {
        (concat!("/", $name), $kind, include_str!(concat!("../web/", $name)))
    };
}

/// The files, with what they are.
const FILES: [(&str, &str, &str); 31] = [
    ("/board.css", STYLE, BOARD_STYLE),
    file!("marks.css", STYLE),
    file!("style.css", STYLE),
    file!("icon.svg", DRAWING),
    file!("quiz.json", DATA),
    // On which starts two ko rules differ: a link to the published file, which cargo packs.
    ("/pairs.csv", TABLE, include_str!("../data/pairs.csv")),
    file!("analysis.js", SCRIPT),
    file!("api.js", SCRIPT),
    file!("app.js", SCRIPT),
    file!("board.js", SCRIPT),
    file!("dom.js", SCRIPT),
    file!("difference.js", SCRIPT),
    file!("editor.js", SCRIPT),
    file!("evaluation.js", SCRIPT),
    file!("files.js", SCRIPT),
    file!("fold.js", SCRIPT),
    file!("history.js", SCRIPT),
    file!("legend.js", SCRIPT),
    file!("numbers.js", SCRIPT),
    file!("page.js", SCRIPT),
    file!("panels.js", SCRIPT),
    file!("quiz.js", SCRIPT),
    file!("reason.js", SCRIPT),
    file!("review.js", SCRIPT),
    file!("rules.js", SCRIPT),
    file!("side.js", SCRIPT),
    file!("size.js", SCRIPT),
    file!("state.js", SCRIPT),
    file!("story.js", SCRIPT),
    file!("tabs.js", SCRIPT),
    file!("tree.js", SCRIPT),
];

/// A page: what all have, around what it has itself.
fn page(main: &str) -> String {
    let frame = include_str!("../web/frame.html").replace("<!-- definitions -->", BOARD_DEFINITIONS);
    frame.replace("<!-- main -->", main)
}

/// What answers the requests for the pages: the gallery, and with a query the board it is about; the quiz; and
/// the checker of certificates, if there is one.
pub fn routes(checker: &Files) -> Router {
    let examples = gallery::items().unwrap_or_else(|fault| unreachable!("the gallery: {}", fault.error));
    let start = page(&include_str!("../web/gallery.html").replace("<!-- examples -->", &examples));
    let check = if checker.is_empty() { "" } else { CHECK };
    let board = page(&include_str!("../web/board.html").replace("<!-- check -->", check));
    let quiz = page(include_str!("../web/quiz.html"));
    let html = |text: String| ([(CONTENT_TYPE, HTML)], text);
    let mut router = Router::new().route("/quiz", get(move || async move { html(quiz) })).route(
        "/",
        get(move |RawQuery(query): RawQuery| async move {
            html(if query.is_none_or(|query| query.is_empty()) { start } else { board })
        }),
    );
    let stories = gallery::stories().unwrap_or_else(|fault| unreachable!("the gallery: {}", fault.error));
    router = router.route("/gallery.json", get(move || async move { ([(CONTENT_TYPE, DATA)], stories) }));
    for (path, kind, text) in FILES {
        router = router.route(path, get(move || async move { ([(CONTENT_TYPE, kind)], text) }));
    }
    for (name, bytes) in checker {
        let kind = match name.rsplit('.').next() {
            Some("html") => HTML,
            Some("css") => STYLE,
            Some("js") => SCRIPT,
            _ => "text/plain; charset=utf-8",
        };
        let bytes = Bytes::from(bytes.clone());
        router =
            router.route(&format!("/{name}"), get(move || async move { ([(CONTENT_TYPE, kind)], bytes) }));
    }
    router.fallback(|| async {
        Fault::new(StatusCode::NOT_FOUND, "there is no such page: the explorer is at /")
    })
}
