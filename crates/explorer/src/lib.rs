//! The explorer: a local page to put stones on a board and see what every move is worth, under one
//! ruleset or two side by side, and the JSON interface under it.
//!
//! It stands on the library `kosolver` and knows nothing of how solving works. `docs/explorer.md` has
//! the page and its interface.
//!
//! ```no_run
//! use kosolver::Interrupt;
//! use kosolver::study::Files;
//! use kosolver_explorer::{Limits, serve};
//!
//! let address = ([127, 0, 0, 1], 8361).into();
//! serve(address, Limits::default(), &Files::new(), &Interrupt::default(), |at| println!("http://{at}/"))?;
//! # Ok::<(), std::io::Error>(())
//! ```

mod api;
mod catalogue;
mod count;
mod event;
mod fault;
mod gallery;
mod game;
mod guard;
mod limits;
mod pages;
mod people;
mod position;
mod published;
mod rule;
mod sgf;
mod solve;
mod work;
mod worth;

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::middleware::from_fn;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use kosolver::Interrupt;
use kosolver::study::Files;
use tokio::net::TcpListener;
use tokio::runtime::Builder;
use tokio::time::sleep;

pub use limits::Limits;

use work::Work;

/// All that is answered at a port: the pages, those of the [checker] of certificates if there are any, and the
/// interface.
///
/// [checker]: kosolver::study::checker_files
pub fn router(limits: Limits, checker: &Files, port: u16) -> Router {
    let routes = pages::routes(checker).merge(api::routes(Arc::new(Work::new(limits))));
    routes.layer(from_fn(move |request, next| guard::guard(request, next, port)))
}

/// Answers at an address until it is told to stop. Port 0 is any that is free: the address that became of
/// it is told first.
///
/// # Errors
/// If the address is taken, or not one of this machine.
pub fn serve(
    address: SocketAddr,
    limits: Limits,
    checker: &Files,
    stop: &Interrupt,
    started: impl FnOnce(SocketAddr),
) -> io::Result<()> {
    let runtime = Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    let served = runtime.block_on(async {
        let listener = TcpListener::bind(address).await?;
        let at = listener.local_addr()?;
        let idle = limits.idle;
        let router = router(limits, checker, at.port());
        started(at);
        tokio::select! {
            () = answer(&listener, &router, idle) => {}
            () = stopped(stop) => {}
        }
        Ok(())
    });
    // What is still being solved stops as its requests are dropped.
    runtime.shutdown_timeout(Duration::from_secs(2));
    served
}

/// Answers whoever connects, for ever. A connection on which the head of the next request has not come
/// after so much time is closed.
async fn answer(listener: &TcpListener, router: &Router, idle: Duration) {
    loop {
        let Ok((stream, _)) = listener.accept().await else {
            // There are too many connections, or one has gone: later there may be room.
            sleep(Duration::from_millis(100)).await;
            continue;
        };
        let service = TowerToHyperService::new(router.clone());
        let mut http = http1::Builder::new();
        let connection = http.timer(TokioTimer::new()).header_read_timeout(idle);
        tokio::spawn(connection.serve_connection(TokioIo::new(stream), service));
    }
}

/// Waits until somebody asks to stop.
async fn stopped(stop: &Interrupt) {
    while !stop.is_stopped() {
        sleep(Duration::from_millis(100)).await;
    }
}
