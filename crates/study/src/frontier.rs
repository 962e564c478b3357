//! The frontier: the largest boards that have been solved, one cell at a time.
//!
//! Cells are added to what a directory holds already, since each can take minutes. What they
//! are worth is in one file, the same on every machine; how long it took in another.

use std::collections::BTreeSet;
use std::num::NonZeroU64;
use std::path::Path;
use std::time::Instant;

use kosolver_board::{Board, Colour, Position, Shape};
use kosolver_report::{
    Difference, FrontierCell, FrontierCertificate, FrontierCost, FrontierRecord, Record, RenderError,
    RulesName,
};
use kosolver_rules::{Game, Ko, Preset, Score};
use kosolver_search::{Guides, Meter, Request, Resources, Session, solve};
use serde::{Deserialize, Serialize};

use crate::cell_check::CellCheck;
use crate::certificates::{certificate_name, quoted, verified};
use crate::column::Column;
use crate::error::PublicationError;
use crate::kind::Kind;
use crate::parallel::Done;
use crate::parting::{Side, parting};
use crate::publication::{Files, frontier_files};
use crate::published::Published;
use crate::sample::Sample;

/// The ko rules whose differences are explained; of rulesets those of all.
const SUPERKOS: [&str; 3] = ["psk", "ssk", "nssk"];

/// The option of a cell's command that says when its questions were begun again.
const BEGIN_AGAIN: &str = " --begin-again ";

/// Options of a cell's command without which another search is made: guides, and others.
const GUIDES: [&str; 2] = [" --guide ", " --scout "];
const LIMITS: [&str; 2] = [" --memory ", BEGIN_AGAIN];

/// Cells that visit more nodes are not recomputed by a check.
const CHECKED: u64 = 300_000;

/// Cells that visit fewer are in every sample.
const QUICK: u64 = 10_000;

/// How cells are searched.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct FrontierSearch {
    /// Whether first moves and variations are left out.
    pub value_only: bool,
    /// The score to ask for first.
    pub guess: Option<Score>,
    /// After how many nodes a question is begun again, if not as usual.
    pub begin_again: Option<NonZeroU64>,
    /// The files of the guides that are given.
    pub guide: Vec<String>,
    /// For how many nodes a scout looks ahead, if it was asked for.
    pub scout: Option<NonZeroU64>,
    /// Bytes that a search may take: whole MiB, since the command of a cell tells so many. It is a matter of
    /// the machine.
    #[serde(skip)]
    pub memory: u64,
    /// Where searches take their guides from.
    #[serde(skip)]
    pub guides: Guides,
}

impl FrontierSearch {
    /// A cell from the empty board, with a certificate, and with all first moves and a variation unless
    /// the value alone is asked for; and what it took.
    ///
    /// # Errors
    /// Those of the search and of rendering; [`PublicationError::Endless`] under rules with endless
    /// play.
    pub fn solve(
        &self,
        board: &Board,
        column: &Column,
        meter: &Meter,
    ) -> Result<(FrontierCell, FrontierCost), PublicationError> {
        let start = Instant::now();
        let (cell, bytes) = self.cell(board, column, meter)?;
        let cost = FrontierCost {
            board: *board,
            rules: column.rules_name(),
            nodes: cell.nodes,
            seconds: (start.elapsed().as_secs_f64() * 100.0).round() / 100.0,
            megabytes: bytes >> 20,
        };
        Ok((cell, cost))
    }

    /// A cell, and what the tables took.
    fn cell(
        &self,
        board: &Board,
        column: &Column,
        meter: &Meter,
    ) -> Result<(FrontierCell, u64), PublicationError> {
        let FrontierSearch { value_only, guess, begin_again, guide, scout, memory, guides, .. } = self;
        if column.rules.endless() {
            return Err(PublicationError::Endless { rules: column.title().to_owned() });
        }
        let game = Game::new(*board, column.rules).map_err(kosolver_search::Error::from)?;
        let knows_decided = game.has_decided_positions();
        let resources = Resources::default()
            .with_memory(*memory)?
            .with_guides(guides.clone())
            .with_begin_again(*begin_again);
        let request = Request::empty(game)
            .with_openings(!value_only)
            .with_line(!value_only)
            .with_certificate(true)
            .with_guess(*guess)
            .with_resources(resources);
        let solution = solve(&request, meter)?;
        let record = column.label(Record::of(&request, &solution));
        let certificate = solution.certificate.as_ref().expect("it was asked for");
        let digest = verified(certificate, &record, meter, || format!("{board} {}", column.title()))?;
        let name = certificate_name(&board.to_string(), &column.file_name());
        let mut hint = guess.map_or_else(String::new, |guess| format!(" --guess {guess}"));
        if *value_only {
            hint += " --value-only";
        }
        for guide in guide {
            hint += &format!(" --guide {}", quoted(guide));
        }
        if let Some(nodes) = scout {
            hint += &format!(" --scout {nodes}");
        }
        if let Some(nodes) = begin_again {
            hint += &format!("{BEGIN_AGAIN}{nodes}");
        }
        if solution.effort.replacements > 0 {
            // What was forgotten when the tables were full, and so the certificate, depends on it.
            hint += &format!(" --memory {}MiB", memory >> 20);
        }
        let options = column.options();
        let cell = FrontierCell {
            record,
            guess: *guess,
            variation: solution.line.moves.iter().map(|made| made.name(board)).collect(),
            nodes: solution.effort.nodes,
            value_nodes: None,
            knows_decided,
            certificate: FrontierCertificate {
                bytes: digest.bytes,
                lemmas: digest.lemmas,
                sha256: digest.sha256,
                command: format!(
                    "kosolver solve {} {options} --threads 1{hint} --certificate {name}",
                    quoted(&board.to_string())
                ),
            },
        };
        Ok((cell, solution.effort.bytes))
    }
}

/// The frontier of a directory, under ko rules or under rulesets.
#[derive(Clone, Debug)]
pub struct Frontier {
    kind: Kind,
    /// What each cell is worth, and where rules differ.
    record: FrontierRecord,
    /// What each cell took.
    costs: Vec<FrontierCost>,
}

/// The place of a cell: grids first, by their sides, then by the text of the board; then by the rule.
type Key = ((bool, u8, u8, String), usize, String);

fn key(board: &Board, rules: &RulesName) -> Key {
    let place = match &rules.ruleset {
        None => Ko::all().position(|known| known.name() == rules.ko).unwrap_or_default(),
        Some(name) => {
            let presets = Preset::all();
            presets.iter().position(|known| known.name == name).unwrap_or(presets.len())
        }
    };
    (place_of(board), place, rules.name().to_owned())
}

pub(crate) fn place_of(board: &Board) -> (bool, u8, u8, String) {
    (board.shape() != Shape::Grid, board.rows(), board.columns(), board.to_string())
}

/// Puts an entry where one with the same key was, or where it belongs.
pub(crate) fn put<T, K: Ord>(list: &mut Vec<T>, entry: T, key: impl Fn(&T) -> K) {
    let new = key(&entry);
    list.retain(|other| key(other) != new);
    let place = list.partition_point(|other| key(other) < new);
    list.insert(place, entry);
}

fn has_option(cell: &FrontierCell, option: &str) -> bool {
    cell.certificate.command.contains(option)
}

fn has_any(cell: &FrontierCell, options: &[&str]) -> bool {
    options.iter().any(|option| has_option(cell, option))
}

/// Whether the search of a cell was another one than usual.
fn is_unusual(cell: &FrontierCell) -> bool {
    has_any(cell, &GUIDES) || has_any(cell, &LIMITS)
}

fn key_of_cell(cell: &FrontierCell) -> Key {
    key(&cell.record.board, &cell.rules())
}

impl Frontier {
    /// What a directory holds; nothing if there is nothing.
    ///
    /// # Errors
    /// [`PublicationError::Published`] if a file is not what it should be.
    pub fn of(directory: &Path, kind: Kind) -> Result<Frontier, PublicationError> {
        let published = Published(directory);
        let [cells, costs, _] = kind.frontier();
        let there = |name: &str| directory.join(name).exists();
        let record = if there(&cells) { published.read_as(&cells, Ok)? } else { FrontierRecord::default() };
        let costs = if there(&costs) { published.read_as(&costs, Ok)? } else { Vec::new() };
        Ok(Frontier { kind, record, costs })
    }

    /// Whether it has a cell.
    pub fn has(&self, board: &Board, column: &Column) -> bool {
        let rules = column.rules_name();
        self.record.cells.iter().any(|cell| cell.record.board == *board && cell.rules() == rules)
    }

    /// Adds a cell that is solved. One with first moves, or with decided positions, keeps the nodes of the value
    /// alone.
    pub fn put(&mut self, mut cell: FrontierCell, cost: FrontierCost) {
        if !cell.record.openings.is_empty() || cell.knows_decided {
            let before = self.record.cells.iter().find(|before| key_of_cell(before) == key_of_cell(&cell));
            // Those of a cell with such options are not what a usual search visits. But a check does not look at
            // cells with a scout, and a table that was given only saves making it.
            let other =
                |before| if cell.knows_decided { has_any(before, &LIMITS) } else { is_unusual(before) };
            let before = before.filter(|before| before.knows_decided || !other(before));
            cell.value_nodes = before.and_then(FrontierCell::nodes_of_value);
        }
        put(&mut self.record.cells, cell, key_of_cell);
        put(&mut self.costs, cost, |cost| key(&cost.board, &cost.rules));
    }

    /// Explains where rules give different values, on the boards that they have solved and that are
    /// not too large to look at twice: of ko rules the superkos, of rulesets all.
    ///
    /// # Errors
    /// Those of the search, and of reading the rules of a cell.
    pub fn explain(&mut self, most: u64, meter: &Meter) -> Result<(), PublicationError> {
        let explained = |cell: &&FrontierCell| {
            let superko = SUPERKOS.contains(&cell.record.ko.as_str());
            // As usual it might take far longer.
            let is_quick = cell.nodes <= most && !cell.knows_decided && !has_option(cell, BEGIN_AGAIN);
            is_quick && (superko || self.kind == Kind::Rulesets)
        };
        let cells: Vec<&FrontierCell> = self.record.cells.iter().filter(explained).collect();
        let mut differences = Vec::new();
        let boards: BTreeSet<String> = cells.iter().map(|cell| cell.record.board.to_string()).collect();
        for board in boards {
            let mut cells: Vec<&FrontierCell> =
                cells.iter().copied().filter(|cell| cell.record.board.to_string() == board).collect();
            if self.kind == Kind::KoRules {
                cells.sort_by_key(|cell| SUPERKOS.iter().position(|ko| *ko == cell.record.ko));
            }
            differences.extend(differences_of(&cells, meter)?);
        }
        differences.sort_by_key(|difference| place_of(&difference.board));
        self.record.differences = differences;
        Ok(())
    }

    /// The files.
    ///
    /// # Errors
    /// If a library refuses to render them.
    pub fn files(&self) -> Result<Files, RenderError> {
        frontier_files(self.kind, &self.record, &self.costs)
    }

    /// Why a check does not make a cell again; nothing if it does.
    fn left_out(cell: &FrontierCell, sample: Sample) -> Option<String> {
        if cell.nodes > CHECKED {
            Some(format!("not recomputed: it takes {} nodes", cell.nodes))
        } else if !sample.takes(&name(cell), cell.nodes < QUICK) {
            Some("not in this sample".to_owned())
        } else if is_unusual(cell) {
            let named = "a guide, a scout, a memory or when to begin again";
            Some(format!("not recomputed: its command names {named}"))
        } else {
            None
        }
    }

    /// How many cells a check recomputes.
    pub(crate) fn checked(&self, sample: Sample) -> usize {
        self.record.cells.iter().filter(|cell| Frontier::left_out(cell, sample).is_none()).count()
    }

    /// Recomputes the smaller cells of a directory, and its files out of all cells, and compares
    /// them, one line each. What the cells took depends on the machine.
    pub(crate) fn check(
        &self,
        directory: &Path,
        sample: Sample,
        meter: &Meter,
        done: Done,
    ) -> Result<Vec<CellCheck>, PublicationError> {
        let mut checks = Vec::new();
        let [cells, _, page] = self.kind.frontier();
        if !self.record.cells.is_empty() {
            let files = self.files()?;
            checks.extend([&cells, &page].map(|name| Published(directory).compare(name, &files[name])));
        }
        for published in &self.record.cells {
            let mut check = CellCheck::new(name(published));
            if let Some(why) = Frontier::left_out(published, sample) {
                check.says(why);
                checks.push(check);
                continue;
            }
            let FrontierCell { record, value_nodes, guess, .. } = published;
            let column = Column::of_record(record)
                .map_err(|error| Published(directory).wrong(&cells, error.into()))?;
            let search = FrontierSearch {
                value_only: record.openings.is_empty(),
                guess: *guess,
                memory: u64::MAX,
                ..FrontierSearch::default()
            };
            let mut made = search.cell(&record.board, &column, meter)?.0;
            if value_nodes.is_some() {
                let alone = FrontierSearch { value_only: true, guess: record.value.worth(), ..search };
                made.value_nodes = Some(alone.cell(&record.board, &column, meter)?.0.nodes);
            }
            if made == *published {
                check.says(format!("{} again, and the same certificate", record.headline()));
            } else {
                check.fault(format!("not what is published in {cells}"));
            }
            checks.push(check);
            done(None);
        }
        Ok(checks)
    }
}

/// What a check calls a cell.
fn name(cell: &FrontierCell) -> String {
    format!("frontier {} {}", cell.record.board, cell.record.name())
}

/// Where rules differ on one board, pair by pair.
fn differences_of(cells: &[&FrontierCell], meter: &Meter) -> Result<Vec<Difference>, PublicationError> {
    let mut differences = Vec::new();
    // Each ruleset's session serves all pairs.
    let mut sessions: Vec<Option<(Session, Score)>> = cells.iter().map(|_| None).collect();
    let pairs = (0..cells.len()).flat_map(|one| (one + 1..cells.len()).map(move |other| [one, other]));
    for pair in pairs {
        let [one, other] = pair.map(|place| cells[place]);
        if one.record.value.worth() == other.record.value.worth() {
            continue;
        }
        for place in pair {
            if sessions[place].is_none() {
                sessions[place] = Some(empty_board(cells[place], meter)?);
            }
        }
        let Ok([Some((first, value)), Some((second, worth))]) = sessions.get_disjoint_mut(pair) else {
            unreachable!("both are solved")
        };
        let sides = [
            Side { name: one.record.name(), session: first, worth: *value },
            Side { name: other.record.name(), session: second, worth: *worth },
        ];
        differences.push(Difference {
            board: one.record.board,
            rules: [one, other].map(|cell| cell.record.name().to_owned()),
            values: [*value, *worth],
            parting: parting(sides, (Position::EMPTY, Colour::Black))?,
        });
    }
    Ok(differences)
}

/// A session of the game of a cell, and the value of the empty board.
fn empty_board(cell: &FrontierCell, meter: &Meter) -> Result<(Session, Score), PublicationError> {
    let rules = Column::of_record(&cell.record).map_err(RenderError::from)?.rules;
    let game = Game::new(cell.record.board, rules).map_err(kosolver_search::Error::from)?;
    let mut session = Session::with(game, Resources::default(), meter);
    let request = session.request(Position::EMPTY, Colour::Black)?;
    let value = session.solve(&request)?.value.worth;
    Ok((session, value))
}
