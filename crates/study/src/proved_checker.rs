//! The verified checker (`docs/verified.md`) as files of a page, on which a browser checks a certificate.

use std::io;
use std::path::Path;

use kosolver_board::{LONGEST_WHOLE, read_plain};
#[cfg(feature = "findings")]
use kosolver_rules::Ko;

use crate::views::Files;

/// The files of the page, below the directory of the checker.
const FILES: [&str; 6] =
    ["Spec.v", "web/checker.js", "web/fzstd.js", "web/verify.css", "web/verify.html", "web/verify.js"];

/// The page on which a browser checks a certificate, `verified/web/verify.html`, and the files that it needs.
///
/// # Errors
/// If the directory lacks one: the checker itself is compiled by `make -C verified web`.
pub fn checker_files(directory: &Path) -> io::Result<Files> {
    let read = |name: &str| {
        let path = directory.join(name);
        let bytes = read_plain(&path, LONGEST_WHOLE).map_err(|fault| {
            let path = path.display();
            let how =
                "the directory is 'verified' of the repository, and `make -C verified web` completes it";
            io::Error::new(fault.kind(), format!("{path} cannot be read: {fault}; {how}"))
        })?;
        Ok((format!("verified/{name}"), bytes))
    };
    FILES.into_iter().map(read).collect()
}

/// Whether the verified checker covers a certificate: its ko rule is a text of finite play without pulls, and area
/// is scored, or only winning counts.
#[cfg(feature = "findings")]
pub(crate) fn is_covered(certificate: &[u8]) -> bool {
    let lines = certificate.split(|byte| *byte == b'\n').take_while(|line| !line.is_empty());
    let mut lines = lines.map(String::from_utf8_lossy);
    let Some(rules) = lines.find_map(|line| Some(line.strip_prefix("rules ")?.to_owned())) else {
        return false;
    };
    rules.split(' ').all(|field| match field.split_once('=') {
        Some(("ko", name)) => {
            let ko = name.parse::<Ko>();
            ko.is_ok_and(|ko| ko.text().is_some() && !ko.endless() && !ko.pulls())
        }
        Some(("scoring", scoring)) => matches!(scoring, "area" | "win-loss"),
        Some(("no-result", worth)) => worth == "0",
        Some(("suicide" | "komi" | "compensation", _)) => true,
        _ => false,
    })
}
