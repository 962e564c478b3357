//! The largest boards solved: values, variations to step through, digests of certificates.

use kosolver_board::{Board, Colour, Position};
use kosolver_report::FrontierCell;
use kosolver_rules::Game;
use serde::Serialize;

use super::Site;
use super::lines::BoardView;
use crate::findings::error::StudyError;

#[derive(Serialize)]
struct Of {
    #[serde(flatten)]
    shown: BoardView,
    cells: Vec<Cell>,
}

#[derive(Serialize)]
struct Cell {
    rule: String,
    value: String,
    best: String,
    variation: String,
    bytes: usize,
    lemmas: u64,
    sha256: String,
    command: String,
    /// The certificate, where it is published.
    file: Option<String>,
}

/// Adds the page.
///
/// # Errors
/// [`StudyError::Read`] if the frontier is not published.
pub(super) fn add(site: &mut Site) -> Result<(), StudyError> {
    let frontier = site.from.frontier()?;
    let mut boards: Vec<(Board, Of)> = Vec::new();
    for cell in &frontier.cells {
        let FrontierCell { record, variation, .. } = cell;
        let board = record.board;
        if boards.last().is_none_or(|(last, _)| *last != board) {
            let shown = BoardView::of(&board, Position::EMPTY, Colour::Black)?;
            boards.push((board, Of { shown, cells: Vec::new() }));
        }
        let Some((_, of)) = boards.last_mut() else { continue };
        let game = Game::new(board, record.rules.ruleset()?)?;
        let label = format!("{}: {}", record.name(), record.headline());
        of.shown.line(&game, record.name(), label, Position::EMPTY, variation, (0, None))?;
        let file = format!("certificates/{board}-{}.kcert", record.name());
        of.cells.push(Cell {
            rule: record.name().to_owned(),
            value: record.headline(),
            best: record.best_moves().join(" "),
            variation: variation.join(" "),
            bytes: cell.certificate.bytes,
            lemmas: cell.certificate.lemmas,
            sha256: cell.certificate.sha256.clone(),
            command: cell.certificate.command.clone(),
            file: site.files.contains_key(&file).then_some(file),
        });
    }
    #[derive(Serialize)]
    struct Shown {
        boards: Vec<Of>,
    }
    let boards = boards.into_iter().map(|(_, of)| of).collect();
    site.add("frontier.html", "frontier.html", "The largest boards", Shown { boards })
}
