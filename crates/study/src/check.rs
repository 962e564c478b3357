//! Published results compared with recomputed ones.

use std::path::Path;

use kosolver_report::{Comparison, Format, Record, RenderError};
use kosolver_search::Meter;

use crate::cell_check::CellCheck;
use crate::certificates::{CERTIFICATE, PublishedCertificate, proves, sha256};
use crate::error::{PublicationError, in_full};
use crate::frontier::Frontier;
use crate::kind::Kind;
use crate::parallel::Done;
use crate::players::check_players;
use crate::publication::{Publication, comparison_files};
use crate::published::{Published, PublishedCell};
use crate::sample::Sample;
use crate::tablebases::Tablebases;
use crate::work::Work;

/// All that a directory holds of one kind, and what a check of it does.
pub struct Check<'a> {
    /// How many solutions it takes; nothing if only the work shows it.
    pub tasks: Option<usize>,
    run: Box<Run<'a>>,
}

type Run<'a> = dyn FnOnce(&Meter, Done) -> Result<Vec<CellCheck>, PublicationError> + 'a;

impl<'a> Check<'a> {
    fn new(
        tasks: impl Into<Option<usize>>,
        run: impl FnOnce(&Meter, Done) -> Result<Vec<CellCheck>, PublicationError> + 'a,
    ) -> Check<'a> {
        Check { tasks: tasks.into(), run: Box::new(run) }
    }

    /// Computes again what is to be, and compares all with what is published.
    ///
    /// # Errors
    /// Those of the work, and of rendering.
    pub fn run(self, meter: &Meter, done: Done) -> Result<Vec<CellCheck>, PublicationError> {
        (self.run)(meter, done)
    }
}

impl<'a> Published<'a> {
    /// The checks of all that the directory holds, a kind of results each. Of what takes long they compute
    /// a sample again.
    ///
    /// # Errors
    /// [`PublicationError::Published`] if a file is not what it should be.
    pub fn checks(self, sample: Sample) -> Result<Vec<Check<'a>>, PublicationError> {
        let directory = self.0;
        let mut checks = Vec::new();
        for survey in self.surveys()? {
            checks.push(Check::new(survey.checked(sample), move |meter, done| {
                survey.check(directory, sample, meter, done)
            }));
        }
        for census in self.censuses()? {
            census.check()?;
            checks.push(Check::new(census.tasks(), move |meter, done| {
                Ok(check_comparison(&census.solve(meter, done)?, directory)?)
            }));
        }
        for frontier in Frontier::all(directory)? {
            checks.push(Check::new(frontier.checked(sample), move |meter, done| {
                frontier.check(directory, sample, meter, done)
            }));
        }
        let tablebases = Tablebases::of(directory)?;
        checks.push(Check::new(tablebases.len(), move |_, done| {
            tablebases.check(directory, Tablebases::CHECKED, done)
        }));
        for graphs in self.graphs()? {
            checks.push(Check::new(graphs.tasks(sample), move |meter, done| {
                graphs.check(directory, sample, meter, done)
            }));
        }
        if let Some(players) = self.players()? {
            checks.push(Check::new(players.tasks(), move |_, done| {
                Ok(check_players(&players.solve(done)?, directory)?)
            }));
        }
        #[cfg(feature = "conformance")]
        checks.push(Check::new(None, move |_, _| Ok(crate::conformance::check_conformance(directory)?)));
        #[cfg(feature = "findings")]
        checks.push(Check::new(None, move |meter, done| {
            Ok(crate::findings::check_studies(directory, meter, done).map_err(Box::new)?)
        }));
        Ok(checks)
    }
}

impl Publication {
    /// Compares the files of a directory with these: every cell in a line, with whether it was solved
    /// again, then the files that belong to none.
    pub(crate) fn check(
        &self,
        directory: &Path,
        cells: &[PublishedCell],
        solved: impl Fn(&Record) -> bool,
    ) -> Vec<CellCheck> {
        let published = Published(directory);
        let mut checks: Vec<CellCheck> = Vec::new();
        let name = self.kind.table(Format::Json);
        for (index, (record, path)) in self.cells.iter().enumerate() {
            let mut check = CellCheck::new(format!("{} {}", record.board, record.name()));
            if cells.get(index).is_some_and(|cell| cell.record == *record) {
                let again = if solved(record) { "again" } else { "as published" };
                check.says(format!("{} {again}", record.headline()));
            } else {
                check.fault(format!("{} is not what is published in {name}", record.headline()));
            }
            if let Some(path) = path {
                let cell =
                    cells.iter().find(|cell| cell.path == *path).expect("what is checked is published");
                self.check_certificate(record, cell, &mut check);
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

    fn check_certificate(
        &self,
        record: &Record,
        PublishedCell { path, certificate, .. }: &PublishedCell,
        check: &mut CellCheck,
    ) {
        let PublishedCertificate { bytes, verified } = match certificate {
            Ok(certificate) => certificate,
            Err(fault) => return check.fault(fault.clone()),
        };
        if *bytes != self.files[path] {
            let (was, is) = (sha256(bytes), sha256(&self.files[path]));
            check.fault(format!("{path} has digest {was}, its command makes {is}"));
        }
        match verified {
            Err(error) => check.fault(format!("{path}: {}", in_full(error))),
            Ok(verified) => {
                if proves(verified, record) {
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
fn check_comparison(comparison: &Comparison, directory: &Path) -> Result<Vec<CellCheck>, RenderError> {
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
