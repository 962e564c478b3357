//! The requests that can be made.

use std::convert::Infallible;
use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::rejection::JsonRejection;
use axum::extract::{DefaultBodyLimit, FromRequest, RawQuery, Request, State};
use axum::http::StatusCode;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::sse::{self, Sse};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Extension, Json, Router};
use kosolver::board::quoted;
use kosolver::{Activity, Game, Meter, solve_request, verify_file};
use serde::Serialize;
use serde::de::DeserializeOwned;
use tokio::sync::mpsc::channel;
use tokio::task::spawn_blocking;
use tokio::time::timeout;
use tokio_stream::wrappers::ReceiverStream;
use tokio_stream::{Stream, StreamExt};

use crate::catalogue::Catalogue;
use crate::event::{Event, Task};
use crate::fault::Fault;
use crate::game::GameText;
use crate::limits::{BODY, Idle};
use crate::position::Standing;
use crate::rule::{self, RuleRead, RuleSent};
use crate::sgf::{self, SgfFile, SgfText, Tree};
use crate::solve;
use crate::work::Work;

/// What is sent, with faults that say what is wrong in one line.
struct Sent<T>(T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Sent<T> {
    type Rejection = Fault;

    async fn from_request(request: Request, state: &S) -> Result<Sent<T>, Fault> {
        let Idle(idle) = request.extensions().get().copied().unwrap_or_default();
        let (parts, body) = request.into_parts();
        let whole = timeout(idle, Bytes::from_request(Request::from_parts(parts.clone(), body), state)).await;
        let whole = whole.map_err(|_| {
            let error = format!("the request did not come whole within {} seconds", idle.as_secs_f64());
            Fault::new(StatusCode::REQUEST_TIMEOUT, error)
        })?;
        let bytes = whole.map_err(JsonRejection::from)?;
        // A byte order mark is no JSON, and some programs send one.
        let kept =
            bytes.strip_prefix("\u{feff}".as_bytes()).map_or(bytes.clone(), |kept| bytes.slice_ref(kept));
        let Json(sent) = Json::from_request(Request::from_parts(parts, kept.into()), state).await?;
        Ok(Sent(sent))
    }
}

#[derive(Clone, Debug, Serialize)]
struct Status {
    /// How many questions are worked on or wait.
    asked: usize,
    /// The certificates that are being made.
    certificates: Vec<Certificate>,
}

/// How far a certificate is that is being made.
#[derive(Clone, Debug, Serialize)]
struct Certificate {
    board: String,
    rules: String,
    /// Nodes visited, counted in batches.
    nodes: u64,
    /// What is done beside the search; left out while it searches.
    #[serde(skip_serializing_if = "Option::is_none")]
    task: Option<Task>,
}

impl Certificate {
    fn of(game: &Game, meter: &Meter) -> Certificate {
        Certificate {
            board: game.board().to_string(),
            rules: game.rules().in_words(),
            nodes: meter.nodes(),
            task: Task::of(meter),
        }
    }
}

/// What answers the requests.
pub fn routes(work: Arc<Work>) -> Router {
    Router::new()
        .route("/api/rules", get(rules))
        .route("/api/rule", post(read_rule))
        .route("/api/position", post(position))
        .route("/api/solve", post(solve))
        .route("/api/certificate", post(certificate))
        .route("/api/sgf/read", post(read_sgf))
        .route("/api/sgf/write", post(write_sgf))
        .route("/api/status", get(status))
        .method_not_allowed_fallback(|| async {
            Fault::new(StatusCode::METHOD_NOT_ALLOWED, "this request has another method: GET or POST")
        })
        .layer(DefaultBodyLimit::max(BODY))
        .layer(Extension(Idle(work.limits().idle)))
        .with_state(work)
}

/// The rules that can be chosen.
async fn rules() -> Json<Catalogue> {
    Json(Catalogue::all())
}

/// What the text of a ko rule says: its name, what it prohibits, how games end and why; or where the text is
/// wrong. The text is not kept.
async fn read_rule(Sent(sent): Sent<RuleSent>) -> Result<Json<RuleRead>, Fault> {
    // It takes a while if somebody wants it to.
    spawn_blocking(move || rule::read(&sent)).await.map_err(|_| Fault::failed())?.map(Json)
}

/// A game as it stands, without values: stones, legal moves, and why the others are illegal. With
/// `?stop=illegal` an illegal move is no fault: the moves before it are made, and `refused` says why it was
/// not.
async fn position(RawQuery(query): RawQuery, Sent(text): Sent<GameText>) -> Result<Json<Standing>, Fault> {
    let (asked, refused) = match query.as_deref() {
        None => (text.request()?, None),
        Some("stop=illegal") => text.as_far_as_legal()?,
        Some(query) => {
            let query = quoted(query);
            return Err(Fault::bad(format!("{query} means nothing here: write stop=illegal, or nothing")));
        }
    };
    Ok(Json(Standing { refused, ..Standing::of(&asked, &text.rules) }))
}

/// The value of a game as it stands, of every legal move, a line of perfect play, and what a ko threat
/// would change. The answer is a stream of server-sent events, each an `Event` as JSON under its name.
/// Closing it stops the work.
async fn solve(
    State(work): State<Arc<Work>>,
    Sent(text): Sent<GameText>,
) -> Result<Sse<impl Stream<Item = Result<sse::Event, Infallible>>>, Fault> {
    let asked = text.request()?;
    let (events, told) = channel(64);
    let game = asked.game().clone();
    work.start(&game, events, move |session, report| solve::solve(&asked, session, report))?;
    let mut told = ReceiverStream::new(told);
    // What is refused at once is an answer of its own.
    let first = match told.next().await {
        Some(Event::Fault(fault)) => return Err(fault),
        first => first,
    };
    Ok(Sse::new(tokio_stream::iter(first).chain(told).map(|event| Ok(sent(&event)))))
}

/// An event as it is sent.
fn sent(event: &Event) -> sse::Event {
    let name = match event {
        Event::Waiting => "waiting",
        Event::Progress(_) => "progress",
        Event::Value { .. } => "value",
        Event::Move(_) => "move",
        Event::Line { .. } => "line",
        Event::Threat(_) => "threat",
        Event::Done { .. } => "done",
        Event::Fault(_) => "fault",
    };
    let plain = sse::Event::default().event(name);
    plain.json_data(event).unwrap_or_else(|error| unreachable!("events are JSON: {error}"))
}

/// A certificate of the value of a game as it stands. It was verified before it is sent; `kosolver verify`
/// does so again.
async fn certificate(State(work): State<Arc<Work>>, Sent(text): Sent<GameText>) -> Result<Response, Fault> {
    let asked = text.request()?;
    let _place = work.place()?;
    let worker = work.worker().await?;
    let making = work.make(asked.game());
    let meter = making.meter.clone();
    let resources = work.resources()?.with_time(Some(work.limits().time));
    let request = asked.with_certificate(true).with_resources(resources);
    let made = spawn_blocking(move || {
        let _worker = worker;
        let solution = solve_request(&request, &meter)?;
        let certificate = solution.certificate.ok_or(kosolver::Error::Over)?;
        let mut bytes = Vec::new();
        certificate.write(&mut bytes).map_err(|_| Fault::failed())?;
        let verify =
            || verify_file(bytes.len() as u64, u64::MAX, || Ok::<_, kosolver::checker::Error>(&bytes[..]));
        meter.during(Activity::VerifyingCertificate, verify).map_err(|_| Fault::failed())?;
        Ok::<_, Fault>(bytes)
    });
    let bytes = made.await.map_err(|_| Fault::failed())??;
    let kind = (CONTENT_TYPE, "application/octet-stream");
    let name = (CONTENT_DISPOSITION, "attachment; filename=\"kosolver.kcert\"");
    Ok(([kind, name], bytes).into_response())
}

/// A game with its branches, out of an SGF file.
async fn read_sgf(Sent(file): Sent<SgfFile>) -> Result<Json<Tree>, Fault> {
    sgf::read(&file).map(Json)
}

/// A game with its branches, as an SGF file.
async fn write_sgf(Sent(tree): Sent<Tree>) -> Result<Json<SgfText>, Fault> {
    sgf::write(&tree).map(Json)
}

async fn status(State(work): State<Arc<Work>>) -> Json<Status> {
    let certificates = work.certificates();
    let certificates = certificates.iter().map(|made| Certificate::of(&made.game, &made.meter)).collect();
    Json(Status { asked: work.asked(), certificates })
}
