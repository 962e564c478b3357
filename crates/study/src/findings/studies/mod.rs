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

use crate::error::PublicationError;
use crate::findings::record::{Cell, Claim, Way, row};
use crate::findings::study::{About, Row, Study, Task};
use crate::parallel::each;

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
/// [`PublicationError::Unknown`] if there is none.
pub fn find(name: &str) -> Result<&'static dyn Study, PublicationError> {
    let found = ALL.into_iter().find(|study| study.name() == name);
    let names = || ALL.map(|study| study.name()).join(", ");
    found.ok_or_else(|| PublicationError::Unknown(name.to_owned(), names()))
}

/// A board under a ko rule, suicide forbidden, area scoring.
fn game(board: &str, ko: &str) -> Result<Game, PublicationError> {
    let rules: Ruleset = ko.parse()?;
    Ok(Game::new(board.parse()?, rules)?)
}

/// Rows of a table, cell by cell in parallel: those that each cell has.
fn rows_of<C: Send>(
    cells: Vec<C>,
    rows: impl Fn(C) -> Result<Vec<Row>, PublicationError> + Sync,
) -> Result<Vec<Row>, PublicationError> {
    Ok(each(cells, rows)?.concat())
}

/// Every board with every rule, board by board.
fn pairs<'a>(boards: impl IntoIterator<Item = &'a str>, rules: &[&'a str]) -> Vec<(&'a str, &'a str)> {
    boards.into_iter().flat_map(|board| rules.iter().map(move |rule| (board, *rule))).collect()
}

/// Each two of some things, in their order.
fn each_two<T: Copy>(things: &[T]) -> impl Iterator<Item = [T; 2]> {
    let pairs = things.iter().enumerate();
    pairs.flat_map(|(place, one)| things[place + 1..].iter().map(move |other| [*one, *other]))
}

/// The rows that have these words in these columns.
fn with<'a>(rows: &'a [Row], words: &[(usize, &str)]) -> Vec<&'a Row> {
    let has = |row: &&Row| words.iter().all(|(column, words)| row[*column] == (*words).into());
    rows.iter().filter(has).collect()
}

/// The numbers of a column added up.
fn sum(rows: &[&Row], column: usize) -> i64 {
    rows.iter().map(|row| number(&row[column])).sum()
}

/// The row of the smallest board with a number above 0 in this column.
fn smallest<'a>(rows: &[&'a Row], column: usize) -> Option<&'a Row> {
    rows.iter().copied().filter(|row| number(&row[column]) > 0).min_by_key(|row| points(&row[0]))
}

/// What is said of each row, in a list.
fn listed<'a>(rows: impl IntoIterator<Item = &'a Row>, words: impl Fn(&Row) -> String) -> String {
    rows.into_iter().map(words).collect::<Vec<String>>().join(", ")
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
