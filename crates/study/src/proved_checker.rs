//! The verified checker (`docs/verified.md`) as files of a page, on which a browser checks a certificate.

use std::io;
use std::path::Path;

use kosolver_board::{LONGEST_WHOLE, read_plain};

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
