//! The studies, a file each.

mod cache;
mod catalogue;
mod cycles;
mod ends;
mod fights;
mod fill;
mod graphs;
mod growth;
mod history;
mod parity;
mod rarity;
mod rules;
mod versions;

use kosolver_rules::{Game, Ruleset};

use crate::findings::error::StudyError;
use crate::findings::record::Cell;
use crate::findings::study::{Study, Task};

/// All studies, in the order of the questions.
pub(crate) const ALL: [&dyn Study; 13] = [
    &cache::Cache,
    &history::Effect,
    &fights::Fights,
    &parity::Parity,
    &growth::Growth,
    &graphs::Shapes,
    &cycles::Cycles,
    &versions::Versions,
    &rarity::Rarity,
    &catalogue::Catalogue,
    &fill::Fill,
    &ends::Ends,
    &rules::Rules,
];

/// All studies.
pub fn all() -> &'static [&'static dyn Study] {
    &ALL
}

/// The study of this name.
///
/// # Errors
/// [`StudyError::Unknown`] if there is none.
pub fn find(name: &str) -> Result<&'static dyn Study, StudyError> {
    let found = ALL.into_iter().find(|study| study.name() == name);
    let names = || ALL.map(|study| study.name()).join(", ");
    found.ok_or_else(|| StudyError::Unknown(name.to_owned(), names()))
}

/// A board under a ko rule, suicide forbidden, area scoring.
fn game(board: &str, ko: &str) -> Result<Game, StudyError> {
    let rules: Ruleset = ko.parse()?;
    Ok(Game::new(board.parse()?, rules)?)
}

/// The number in a cell; 0 where there is none.
fn number(cell: &Cell) -> i64 {
    if let Cell::Number(number) = cell { *number } else { 0 }
}

/// Whether a board is asked for: all are, unless only the quick rows are wanted and it has too many points.
fn is_wanted(task: &Task, board: &str, quick: usize) -> bool {
    !task.quick || points(&board.into()) <= quick
}

/// How many points the board named in a cell has; 0 if it is none.
fn points(cell: &Cell) -> usize {
    cell.to_string().parse().map_or(0, |board: kosolver_board::Board| usize::from(board.points()))
}
