//! Boards whose every position is solved, one cell at a time.
//!
//! Cells are added to what a directory holds already, since some take hours. A tablebase itself is not
//! kept: its digest is, since it is the same file on every machine.

use std::io::{self, Write};
use std::path::Path;

use kosolver_board::{Board, Colour, Position};
use kosolver_report::{
    Distances, Record, RenderError, TablebaseCell, TablebaseFile, TablebaseRecord, sorted_json,
};
use kosolver_rules::{Game, Ko, Node, Suicide};
use kosolver_search::{Meter, Request, answer};
use kosolver_tablebase::{Error, Forced, Probe, Progress, Setting, Size, Table};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::certificates::{hex, quoted};
use crate::column::Column;
use crate::error::{FileFault, PublicationError};
use crate::forecast::forecast;
use crate::frontier::{place_of, put};
use crate::parallel::Found;
use crate::publication::Files;
use crate::published::Published;
use crate::work::{Tools, Work};

/// The names of the files: the cells, their page.
pub(crate) const FILES: [&str; 2] = ["tablebases.json", "tablebases.md"];

/// The tablebases of a directory.
#[derive(Clone, Debug, Default)]
pub struct Tablebases {
    pub(crate) record: TablebaseRecord,
}

impl Tablebases {
    /// What a directory holds; nothing if there is nothing.
    ///
    /// # Errors
    /// [`PublicationError::Published`] if a file is not what it should be.
    pub fn of(directory: &Path) -> Result<Tablebases, PublicationError> {
        if !FILES.iter().any(|name| directory.join(name).exists()) {
            return Ok(Tablebases::default());
        }
        let record = Published(directory).read_as(FILES[0], |record: TablebaseRecord| {
            if record.cells.is_empty() { Err(FileFault::Cells) } else { Ok(record) }
        })?;
        Ok(Tablebases { record })
    }

    /// How many cells there are.
    pub fn len(&self) -> usize {
        self.record.cells.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether it has a board under some rules.
    pub fn has(&self, game: &Game) -> bool {
        let rules = game.rules();
        let names = (*game.board(), rules.ko().to_string(), rules.suicide().to_string());
        self.record.cells.iter().any(|TablebaseCell { record, .. }| {
            (record.board, &record.ko, &record.suicide) == (names.0, &names.1, &names.2)
        })
    }

    /// Adds a cell where it belongs, in place of what is known of it.
    pub fn put(&mut self, cell: TablebaseCell) {
        put(&mut self.record.cells, cell, |cell| key(&cell.record));
    }

    /// The files.
    ///
    /// # Errors
    /// If a library refuses to render them.
    pub fn files(&self) -> Result<Files, RenderError> {
        let texts = [sorted_json(&self.record)?, self.record.markdown()?];
        Ok(FILES.into_iter().zip(texts).map(|(name, text)| (name.to_owned(), text.into_bytes())).collect())
    }
}

/// The place of a cell: by the board, then by the rules.
fn key(record: &Record) -> ((bool, u8, u8, String), [usize; 2]) {
    let ko = Ko::all().position(|known| known.name() == record.ko).unwrap_or(usize::MAX);
    let suicide = Suicide::ALL.iter().position(|known| known.to_string() == record.suicide);
    (place_of(&record.board), [ko, suicide.unwrap_or(usize::MAX)])
}

/// What is published of a tablebase.
///
/// # Errors
/// [`Error::Stopped`].
pub fn tablebase_cell(table: &Table, progress: &Progress) -> Result<TablebaseCell, Error> {
    let game = &table.setting().game;
    let request = Request::empty(game.clone()).with_openings(true);
    let record = Record::of(&request, &answer(table, &request)?);
    let bounds = table.bounds(&Node::new(Position::EMPTY, Colour::Black))?;
    let moves = |forced: Forced| forced.score.map(|_| forced.distance);
    let distances = Distances { lower: moves(bounds.lower), upper: moves(bounds.upper) };
    let stats = table.stats(progress)?;
    let mut file = Digesting::default();
    table.write(&mut file, progress)?;
    let file =
        TablebaseFile { bytes: file.bytes, sha256: hex(&file.digest.finalize()), command: command(game) };
    Ok(TablebaseCell { record, distances, stats, file })
}

/// What makes the tablebase of a game.
pub(crate) fn command(game: &Game) -> String {
    let (board, rules) = (game.board().to_string(), game.rules());
    let (ko, suicide) = (rules.ko(), rules.suicide());
    let file = board.replace(':', "-");
    format!(
        "kosolver tablebase build {} --ko {ko} --suicide {suicide} --out {}",
        quoted(&board),
        quoted(&format!("{file}-{ko}-{suicide}.ktb"))
    )
}

/// Counts what is written, and forgets it.
#[derive(Default)]
struct Digesting {
    bytes: u64,
    digest: Sha256,
}

impl Write for Digesting {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.bytes += bytes.len() as u64;
        self.digest.update(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Boards that are to be solved from every position.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct TablebaseSurvey {
    /// The cells, each once.
    pub cells: Vec<(Board, Column)>,
    /// Bytes that a tablebase may take; a matter of the machine.
    #[serde(skip)]
    pub memory: u64,
}

impl TablebaseSurvey {
    /// Solves one of the cells.
    ///
    /// # Errors
    /// Those of [`Setting::new`] and [`Table::solve`].
    pub fn cell(
        &self,
        (board, column): &(Board, Column),
        progress: &Progress,
    ) -> Result<TablebaseCell, Error> {
        let setting = Setting::new(*board, column.rules)?;
        tablebase_cell(&Table::solve(setting, Size(self.memory), progress)?, progress)
    }
}

/// A unit is a cell, by its place.
impl Work for TablebaseSurvey {
    const COMMAND: &'static str = "tablebases";
    const ALONE: bool = true;
    type Unit = usize;
    type Record = TablebaseCell;
    type Whole = Vec<TablebaseCell>;
    type Error = Error;

    fn units(&self) -> Vec<usize> {
        (0..self.cells.len()).collect()
    }

    fn name(&self, place: &usize) -> String {
        let (board, Column { rules, .. }) = &self.cells[*place];
        format!("{board} {} suicide={}", rules.ko(), rules.suicide())
    }

    fn forecast(&self, place: &usize) -> u64 {
        let (board, column) = &self.cells[*place];
        forecast(board, &column.rules)
    }

    fn record(&self, place: usize, tools: &Tools) -> Result<TablebaseCell, Error> {
        let cell = self.cell(&self.cells[place], &Progress::default())?;
        (tools.done)(Some(&format!("{}: {}", cell.title(), cell.headline())));
        Ok(cell)
    }

    fn whole(&self, found: &Found<usize, TablebaseCell>) -> Vec<TablebaseCell> {
        self.units().iter().map(|place| found.take(place)).collect()
    }

    /// Puts the cells to those that the directory has.
    fn files(
        &self,
        cells: Vec<TablebaseCell>,
        directory: &Path,
        _: &Meter,
    ) -> Result<Files, PublicationError> {
        let mut tablebases = Tablebases::of(directory)?;
        cells.into_iter().for_each(|cell| tablebases.put(cell));
        Ok(tablebases.files()?)
    }
}
