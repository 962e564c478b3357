//! Published results compared with recomputed ones.

use std::path::Path;

use kosolver_report::{Comparison, Format, Record};
use kosolver_search::Meter;

use crate::cell_check::CellCheck;
use crate::certificates::{CERTIFICATE, PublishedCertificate, proves, sha256};
use crate::error::{PublicationError, in_full};
use crate::frontier::Frontier;
use crate::kind::Kind;
use crate::parallel::Done;
use crate::players::{self, players_files};
use crate::publication::{Publication, comparison_files};
use crate::published::{Published, PublishedCell};
use crate::sample::Sample;
use crate::tablebases::{self, Tablebases};
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

/// Results of a kind: the names of their files, first the one that is read, and the check of those that a
/// directory holds. Of what takes long it computes a sample again.
type Results = (fn(Kind) -> Vec<String>, fn(Published, Kind, Sample) -> Result<Check, PublicationError>);

/// All kinds of results, in the order in which they are checked.
const RESULTS: [Results; 6] = [
    (
        |kind| kind.files(Kind::table),
        |published, kind, sample| {
            let survey = published.survey(kind)?;
            Ok(Check::new(survey.checked(sample), move |meter, done| {
                survey.check(published.0, sample, meter, done)
            }))
        },
    ),
    (
        |kind| kind.files(Kind::comparison),
        |published, kind, _| {
            let census = published.census(kind)?;
            census.check()?;
            Ok(Check::new(census.tasks(), move |meter, done| {
                check_comparison(&census.solve(meter, done)?, published)
            }))
        },
    ),
    (
        |kind| kind.frontier().into(),
        |published, kind, sample| {
            let frontier = Frontier::of(published.0, kind)?;
            Ok(Check::new(frontier.checked(sample), move |meter, done| {
                frontier.check(published.0, sample, meter, done)
            }))
        },
    ),
    (
        |kind| kind.alone(tablebases::FILES),
        |published, _, _| {
            let tablebases = Tablebases::of(published.0)?;
            Ok(Check::new(tablebases.len(), move |_, done| {
                tablebases.check(published.0, Tablebases::CHECKED, done)
            }))
        },
    ),
    (
        |kind| kind.files(Kind::graphs),
        |published, kind, sample| {
            let graphs = published.graphs_of(kind)?;
            Ok(Check::new(graphs.tasks(sample), move |meter, done| {
                graphs.check(published.0, sample, meter, done)
            }))
        },
    ),
    (
        |kind| kind.alone(players::FILES),
        |published, _, _| {
            let players = published.players()?;
            Ok(Check::new(players.tasks(), move |_, done| {
                Ok(published.compare_all(&players_files(&players.solve(done)?)?))
            }))
        },
    ),
];

impl<'a> Published<'a> {
    /// The checks of all that the directory holds, a kind of results each. Of what takes long they compute
    /// a sample again.
    ///
    /// # Errors
    /// [`PublicationError::Published`] if a file is not what it should be.
    pub fn checks(self, sample: Sample) -> Result<Vec<Check<'a>>, PublicationError> {
        let mut checks = Vec::new();
        for (names, check) in RESULTS {
            for kind in Kind::ALL.into_iter().filter(|kind| self.has(&names(*kind))) {
                checks.push(check(self, kind, sample)?);
            }
        }
        Ok(checks)
    }

    /// What a directory can have and this one has not: the first file of each kind of results on ko
    /// rules, or their folder.
    pub fn lacks(&self) -> Vec<String> {
        let first = RESULTS.map(|(names, _)| names(Kind::KoRules).swap_remove(0));
        first.into_iter().filter(|name| !self.0.join(name).exists()).collect()
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

/// Compares a published comparison with a recomputed one: every board in a line, then the files.
fn check_comparison(
    comparison: &Comparison,
    published: Published,
) -> Result<Vec<CellCheck>, PublicationError> {
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
    checks.extend(published.compare_all(&comparison_files(comparison)?));
    Ok(checks)
}
