//! The explorer: a local page to put stones on a board and see what every move is worth, under one
//! ruleset or two side by side, and the JSON interface under it.
//!
//! It stands on the library `kosolver` and knows nothing of how solving works. `docs/explorer.md` shows
//! the page, `docs/api.md` the interface.
//!
//! ```no_run
//! use kosolver::Interrupt;
//! use kosolver_explorer::{Limits, serve};
//!
//! let address = ([127, 0, 0, 1], 8361).into();
//! serve(address, Limits::default(), &Interrupt::default(), |at| println!("http://{at}/"))?;
//! # Ok::<(), std::io::Error>(())
//! ```

mod api;
mod catalogue;
mod fault;
mod gallery;
mod game;
mod guard;
mod limits;
mod pages;
mod position;
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
use kosolver::Interrupt;
use tokio::net::TcpListener;
use tokio::runtime::Builder;
use tokio::time::sleep;

pub use api::OPENAPI;
#[cfg(feature = "openapi")]
pub use api::openapi;
pub use limits::Limits;

use work::Work;

/// All that is answered at a port: the page, and the interface.
pub fn router(limits: Limits, port: u16) -> Router {
    let routes = pages::routes().merge(api::routes(Arc::new(Work::new(limits))));
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
    stop: &Interrupt,
    started: impl FnOnce(SocketAddr),
) -> io::Result<()> {
    let runtime = Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    let served = runtime.block_on(async {
        let listener = TcpListener::bind(address).await?;
        let at = listener.local_addr()?;
        let served = axum::serve(listener, router(limits, at.port()));
        started(at);
        tokio::select! {
            served = served.into_future() => served,
            () = stopped(stop) => Ok(()),
        }
    });
    // What is still being solved stops as its requests are dropped.
    runtime.shutdown_timeout(Duration::from_secs(2));
    served
}

/// Waits until somebody asks to stop.
async fn stopped(stop: &Interrupt) {
    while !stop.is_stopped() {
        sleep(Duration::from_millis(100)).await;
    }
}
