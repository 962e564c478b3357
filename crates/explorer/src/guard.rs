//! No other site may drive the explorer.

use axum::extract::Request;
use axum::http::header::{HOST, HeaderName, HeaderValue, ORIGIN};
use axum::http::{Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::net::IpAddr;

use crate::fault::Fault;

/// What a page may do that comes from here: nothing from elsewhere is loaded, and it is in no frame.
const HEADERS: [(&str, &str); 5] = [
    (
        "content-security-policy",
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "no-referrer"),
    ("cross-origin-resource-policy", "same-origin"),
    ("cache-control", "no-cache"),
];

/// Refuses what comes from another site, and says what browsers may do with the answers.
///
/// A page of another site reaches a server on this machine in two ways. It sends requests from its own
/// address: then `Origin` is not ours. Or its name leads to this machine (DNS rebinding): then `Host` is
/// that name. So `Host` has to be an address in numbers or `localhost`, with our port, and `Origin`, where
/// there is one, has to say the same.
pub async fn guard(request: Request, next: Next, port: u16) -> Response {
    let mut response = match check(&request, port) {
        Ok(()) => next.run(request).await,
        Err(fault) => fault.into_response(),
    };
    for (name, value) in HEADERS {
        response.headers_mut().insert(HeaderName::from_static(name), HeaderValue::from_static(value));
    }
    response
}

fn check(request: &Request, port: u16) -> Result<(), Fault> {
    let forbidden = |error: &str| Err(Fault::new(StatusCode::FORBIDDEN, error));
    let header = |name| request.headers().get(name).map(|value| value.to_str().unwrap_or_default());
    let host = header(HOST).unwrap_or_default();
    if !is_ours(host, port) {
        return forbidden(
            "this host is refused: open the explorer as localhost, or by an address in numbers, with its port",
        );
    }
    match header(ORIGIN) {
        Some(origin) if origin.strip_prefix("http://") != Some(host) => {
            forbidden("requests from other sites are refused")
        }
        None if header(HeaderName::from_static("sec-fetch-site")) == Some("cross-site")
            && request.method() != Method::GET =>
        {
            forbidden("requests from other sites are refused")
        }
        _ => Ok(()),
    }
}

/// Whether a host is `localhost` or an address in numbers, with this port.
fn is_ours(host: &str, port: u16) -> bool {
    let (name, given) = match host.rsplit_once(':') {
        // A colon inside of brackets belongs to the address.
        Some((name, given)) if !given.ends_with(']') => (name, given.parse().ok()),
        _ => (host, Some(80)),
    };
    let address = name.strip_prefix('[').and_then(|name| name.strip_suffix(']')).unwrap_or(name);
    given == Some(port) && (name.eq_ignore_ascii_case("localhost") || address.parse::<IpAddr>().is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hosts_are_told_apart() {
        for host in ["localhost:8361", "127.0.0.1:8361", "[::1]:8361", "LOCALHOST:8361", "192.168.1.5:8361"] {
            assert!(is_ours(host, 8361), "{host}");
        }
        assert!(is_ours("127.0.0.1", 80) && is_ours("[::1]", 80));
        for host in [
            "",
            "localhost",
            "localhost:80",
            "evil.example:8361",
            "localhost.evil.example:8361",
            "[::1]",
            "127.0.0.1:x",
        ] {
            assert!(!is_ours(host, 8361), "{host}");
        }
    }
}
