//! How a cell of the manifest is made.

use std::time::Instant;

use kosolver_board::{Board, Colour, Position};
use kosolver_checker::verify_file;
use kosolver_report::{Digest, Distances, EffortRecord, Record, Rules};
use kosolver_rules::{Game, Node};
use kosolver_search::{
    Activity, Certificate, Error, Guides, Meter, Request, Resources, Session, answer, solve,
};
use kosolver_tablebase::{Forced, Probe, Progress, Setting, Size, Table};

use crate::asked::{Asked, List, Options};
use crate::census::Census;
use crate::certificates::{Digesting, certificate_name, digest, proves};
use crate::column::Column;
use crate::comparison::compare;
use crate::error::PublicationError;
use crate::found::{Cell, Found, FoundCertificate, FoundDifference, FoundTablebase, FoundValue};
use crate::parallel::Done;
use crate::parting::{Side, parting};
use crate::players::PlayersSurvey;
use crate::survey::certified_cell;

/// The guides that options name.
pub type GuidesOf<'a> = &'a (dyn Fn(&Options, &Game) -> Result<Guides, String> + Sync);

/// Makes cells.
pub struct Maker<'a> {
    /// Bytes that a search of the frontier, or a tablebase, may take: whole MiB, since a cell tells so many.
    pub memory: u64,
    /// Where guides come from.
    pub guides: GuidesOf<'a>,
    /// Guides that one search has made and another can use.
    pub shared: Guides,
    /// Counts the work.
    pub meter: &'a Meter,
}

/// A cell, and its certificate if that is kept.
pub type Made = (Cell, Option<Vec<u8>>);

impl Maker<'_> {
    /// Makes a cell.
    ///
    /// # Errors
    /// Those of the search; [`PublicationError::Cell`] if its certificate does not prove what is found.
    pub fn make<'a>(&self, asked: &'a Asked) -> Result<Made, PublicationError> {
        let needed = |column: &'a Option<Column>| {
            let other = || format!("{asked} is not a question here: its list needs other rules");
            column.as_ref().ok_or_else(|| PublicationError::Cell(other()))
        };
        let column = || needed(&asked.rules);
        let (found, certificate) = match asked.list {
            List::Kee | List::Rulesets => return self.certified(asked, column()?),
            List::Costs => (Found::Cost(self.cost(asked.board, column()?)?), None),
            List::Separators => {
                let kos = Census::default_rules(&asked.board);
                let columns: Vec<Column> =
                    kos.into_iter().map(|ko| Column::of_ko(ko, Default::default())).collect();
                let done: Done = &|_| ();
                let found = compare(asked.board, &columns, self.meter, done)?;
                (Found::Starts(Box::new(found)), None)
            }
            List::Frontier | List::FrontierRulesets | List::Graphs => return self.searched(asked, column()?),
            List::FrontierDifferences => {
                let columns = [column()?, needed(&asked.against)?];
                (Found::Difference(self.difference(asked.board, columns)?), None)
            }
            List::Tablebases => {
                let setting = Setting::new(asked.board, column()?.rules)?;
                let progress = Progress::default();
                let table = Table::solve(setting, Size(self.memory), &progress)?;
                (Found::Tablebase(Box::new(found_tablebase(&table, &progress)?)), None)
            }
            List::Players => {
                let ko = column()?.rules.ko();
                let cell = PlayersSurvey::published(vec![ko]).cell(asked.board, ko)?;
                (Found::Guarantees(cell.guarantees), None)
            }
        };
        Ok((Cell { asked: asked.clone(), found }, certificate))
    }

    /// An empty board with first moves and readings, and its certificate, which is kept.
    fn certified(&self, asked: &Asked, column: &Column) -> Result<Made, PublicationError> {
        let (record, certificate) = certified_cell(asked.board, column, &self.shared, self.meter)?;
        let mut found = found_value(record.clone());
        let mut bytes = None;
        if let Some(certificate) = certificate {
            let digest = self.verified(&certificate, &record, asked)?;
            found.certificate = Some(FoundCertificate { digest, file: file_of(asked, column) });
            bytes = Some(certificate.parts().concat());
        }
        Ok((Cell { asked: asked.clone(), found: Found::Value(Box::new(found)) }, bytes))
    }

    /// An empty board with the options of its cell, and the digest of its certificate.
    fn searched(&self, asked: &Asked, column: &Column) -> Result<Made, PublicationError> {
        let Asked { list, board, options, .. } = asked;
        let is_frontier = *list != List::Graphs;
        if is_frontier && column.rules.endless() {
            let rules = column.title();
            return Err(PublicationError::Cell(format!(
                "under {rules} play can go on for ever: a tablebase solves its boards"
            )));
        }
        let start = Instant::now();
        let game = Game::new(*board, column.rules)?;
        let guides = match options.is_guided() {
            true => (self.guides)(options, &game).map_err(PublicationError::Cell)?,
            false => Guides::default(),
        };
        let memory = options.memory.map_or(self.memory, |size| size << 20);
        let mut resources = Resources::default().with_nodes(options.nodes).with_guides(guides);
        if is_frontier {
            resources = resources.with_memory(memory)?;
        }
        let moves = is_frontier && !options.value_only;
        let request = Request::empty(game)
            .with_openings(moves)
            .with_line(moves && !options.no_line)
            .with_certificate(true)
            .with_guess(options.guess)
            .with_resources(resources);
        let mut asked = asked.clone();
        let solution = match solve(&request, self.meter) {
            Ok(solution) => solution,
            Err(Error::Nodes { .. }) => {
                let open = found_value(Record::unsolved(&request));
                // An open cell says how long a search as usual has taken.
                asked.options = Options { nodes: options.nodes, ..Options::default() };
                return Ok((Cell { asked, found: Found::Value(Box::new(open)) }, None));
            }
            Err(error) => return Err(error.into()),
        };
        let record = Record::of(&request, &solution);
        let certificate = solution.certificate.as_ref().expect("it was asked for");
        let digest = self.verified(certificate, &record, &asked)?;
        let mut found = FoundValue {
            nodes: Some(solution.effort.nodes),
            certificate: Some(FoundCertificate { digest, file: None }),
            ..found_value(record)
        };
        (asked.options.nodes, asked.options.earlier) = (None, String::new());
        if is_frontier {
            found.variation = solution.line.moves.iter().map(|made| made.name(board)).collect();
            found.seconds = Some((start.elapsed().as_secs_f64() * 100.0).round() / 100.0);
            found.megabytes = Some(solution.effort.bytes >> 20);
            let forgot = solution.effort.replacements > 0;
            asked.options.memory = forgot.then_some(memory >> 20);
        }
        Ok((Cell { asked, found: Found::Value(Box::new(found)) }, None))
    }

    fn cost(&self, board: Board, column: &Column) -> Result<EffortRecord, PublicationError> {
        let solution = solve(&Request::empty(Game::new(board, column.rules)?), self.meter)?;
        Ok(EffortRecord::of(&solution.effort, ["proof", "retrograde"]))
    }

    /// Where two rules differ on an empty board.
    fn difference(&self, board: Board, columns: [&Column; 2]) -> Result<FoundDifference, PublicationError> {
        let start = (Position::EMPTY, Colour::Black);
        let mut sessions = Vec::new();
        for column in columns {
            let game = Game::new(board, column.rules)?;
            let mut session = Session::with(game, Resources::default(), self.meter);
            let request = session.request(start.0, start.1)?;
            let worth = session.solve(&request)?.value.worth;
            sessions.push((session, worth));
        }
        let Ok([(one, worth), (other, less)]) = sessions.get_disjoint_mut([0, 1]) else {
            unreachable!("there are two")
        };
        let [worth, less] = [*worth, *less];
        let sides = [
            Side { name: columns[0].title(), session: one, worth },
            Side { name: columns[1].title(), session: other, worth: less },
        ];
        Ok(FoundDifference { values: [worth, less], parting: parting(sides, start)? })
    }

    /// What a certificate is like, once the checker has found that it proves what a record says.
    fn verified(
        &self,
        certificate: &Certificate,
        record: &Record,
        asked: &Asked,
    ) -> Result<Digest, PublicationError> {
        let verified = self.meter.during(Activity::VerifyingCertificate, || {
            // Who made it had the memory for it.
            verify_file(certificate.length() as u64, u64::MAX, || Ok(certificate.reader()))
        });
        let cell = asked.to_string();
        let verified =
            verified.map_err(|fault| PublicationError::Certificate { cell: cell.clone(), fault })?;
        match proves(&verified, record) {
            true => Ok(digest(certificate)),
            false => Err(PublicationError::Cell(format!(
                "the certificate of {cell} proves something else: {verified}"
            ))),
        }
    }
}

fn found_value(record: Record) -> FoundValue {
    FoundValue { readings: record.readings, ..FoundValue::of(record.value, record.openings) }
}

/// The file of the certificate of a cell, if it is kept.
pub(crate) fn file_of(asked: &Asked, column: &Column) -> Option<String> {
    let folder = asked.list.certificates()?;
    Some(format!("{folder}/{}", certificate_name(&asked.board.to_string(), &column.file_name())))
}

/// What is published of a tablebase.
///
/// # Errors
/// [`kosolver_tablebase::Error::Stopped`].
pub fn found_tablebase(
    table: &Table,
    progress: &Progress,
) -> Result<FoundTablebase, kosolver_tablebase::Error> {
    let game = &table.setting().game;
    let request = Request::empty(game.clone()).with_openings(true);
    let Record { value, openings, .. } = Record::of(&request, &answer(table, &request)?);
    let bounds = table.bounds(&Node::new(Position::EMPTY, Colour::Black))?;
    let moves = |forced: Forced| forced.score.map(|_| forced.distance);
    let distances = Distances { lower: moves(bounds.lower), upper: moves(bounds.upper) };
    let stats = table.stats(progress)?;
    let mut file = Digesting::default();
    table.write(&mut file, progress)?;
    let (bytes, sha256) = file.digest();
    Ok(FoundTablebase { value, openings, distances, stats, bytes, sha256 })
}

/// A record of what a cell of the manifest says.
pub(crate) fn record_of(
    asked: &Asked,
    column: &Column,
    found: FoundValue,
) -> Result<Record, kosolver_rules::Error> {
    let plain = Record::unsolved(&Request::empty(Game::new(asked.board, column.rules)?));
    let FoundValue { value, openings, readings, .. } = found;
    let record = Record { value, openings, readings, ..plain };
    debug_assert_eq!(record.rules, Rules::of(&column.rules));
    Ok(column.label(record))
}
