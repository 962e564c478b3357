//! Published results compared with recomputed ones.

use std::path::Path;

use kosolver_report::{Comparison, Format, Record, RenderError, Table};

use crate::cell_check::CellCheck;
use crate::certificates::{CERTIFICATE, proves, sha256};
use crate::error::in_full;
use crate::kind::Kind;
use crate::publication::{Publication, comparison_files};
use crate::published::Published;

impl Publication {
    /// Compares the files of a directory with these: every cell in a line, with whether it was solved
    /// again, then the files that belong to none.
    pub(crate) fn check(&self, directory: &Path, solved: impl Fn(&Record) -> bool) -> Vec<CellCheck> {
        let published = Published(directory);
        let mut checks: Vec<CellCheck> = Vec::new();
        let name = self.kind.table(Format::Json);
        // A file that cannot be read has no cell that is the same.
        let table = published.read::<Table>(&name).ok();
        let cells = table.as_ref().map_or(&[][..], Table::records);
        for (index, (record, certificate)) in self.cells.iter().enumerate() {
            let mut check = CellCheck::new(format!("{} {}", record.board, record.name()));
            if cells.get(index) == Some(record) {
                let again = if solved(record) { "again" } else { "as published" };
                check.says(format!("{} {again}", record.headline()));
            } else {
                check.fault(format!("{} is not what is published in {name}", record.headline()));
            }
            if let Some(path) = certificate {
                self.check_certificate(record, path, &published, &mut check);
            }
            checks.push(check);
        }
        // The rest: the files of the table as a whole, and files that nobody should find.
        let others = self.files.keys().filter(|name| !name.ends_with(CERTIFICATE));
        checks.extend(others.map(|name| published.compare(name, &self.files[name])));
        for name in published.certificates(self.kind) {
            if !self.files.contains_key(&name) {
                let mut check = CellCheck::new(name);
                check.fault("belongs to no cell of the table".to_owned());
                checks.push(check);
            }
        }
        checks
    }

    fn check_certificate(&self, record: &Record, path: &str, published: &Published, check: &mut CellCheck) {
        let bytes = match published.file(path) {
            Ok(bytes) => bytes,
            Err(fault) => return check.fault(fault),
        };
        if bytes != self.files[path] {
            let (was, is) = (sha256(&bytes), sha256(&self.files[path]));
            check.fault(format!("{path} has digest {was}, its command makes {is}"));
        }
        match kosolver_checker::verify(&bytes[..]) {
            Err(error) => check.fault(format!("{path}: {}", in_full(&error))),
            Ok(verified) => {
                if proves(&verified, record) {
                    check.says(format!("proved in {} bytes, lemmas: {}", bytes.len(), verified.lemmas));
                } else {
                    check.fault(format!("{path} proves something else: {verified}"));
                }
            }
        }
    }
}

/// Compares the published comparison of a directory with a recomputed one: every board in a line,
/// then the files.
///
/// # Errors
/// [`RenderError`] if a library refuses to render.
pub fn check_comparison(comparison: &Comparison, directory: &Path) -> Result<Vec<CellCheck>, RenderError> {
    let published = Published(directory);
    let name = Kind::of_comparison(comparison).comparison(Format::Json);
    let stem = name.trim_end_matches(".json");
    // A file that cannot be read has no board that is the same.
    let boards = published.read::<Comparison>(&name).map(|there| there.boards).unwrap_or_default();
    let mut checks = Vec::new();
    for (index, board) in comparison.boards.iter().enumerate() {
        let mut check = CellCheck::new(format!("{stem} {}", board.board));
        if boards.get(index) == Some(board) {
            let separated = board.pairs.iter().filter(|pair| pair.differ > 0).count();
            check.says(format!(
                "{} starts again; pairs of rules that differ: {separated} of {}",
                board.starts,
                board.pairs.len()
            ));
        } else {
            check.fault(format!("not what is published in {name}"));
        }
        checks.push(check);
    }
    for (name, bytes) in comparison_files(comparison)? {
        checks.push(published.compare(&name, &bytes));
    }
    Ok(checks)
}
