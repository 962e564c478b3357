//! The largest boards solved: values, variations to step through, digests of certificates.

use kosolver_board::{Colour, Position};
use kosolver_report::FrontierCell;
use kosolver_rules::Game;
use minijinja::context;
use minijinja::value::{Serde, Value};

use super::Site;
use super::lines::BoardView;
use crate::error::PublicationError;

/// Adds the page.
pub(super) fn add(site: &mut Site) -> Result<(), PublicationError> {
    let frontier = site.from.frontier()?;
    let mut boards: Vec<(BoardView, Vec<Value>)> = Vec::new();
    for cell in &frontier.cells {
        let FrontierCell { record, variation, .. } = cell;
        let board = record.board;
        if boards.last().is_none_or(|(last, _)| last.board != board.to_string()) {
            boards.push((BoardView::of(&board, Position::EMPTY, Colour::Black)?, Vec::new()));
        }
        let Some((shown, cells)) = boards.last_mut() else { continue };
        let game = Game::new(board, record.rules.ruleset()?)?;
        let label = format!("{}: {}", record.name(), record.headline());
        shown.line(&game, record.name(), label, Position::EMPTY, variation, (0, None))?;
        let file = format!("certificates/{board}-{}.kcert", record.name());
        cells.push(context! {
            rule => record.name(),
            value => record.headline(),
            best => record.best_moves().join(" "),
            variation => variation.join(" "),
            // The certificate, where it is published.
            file => site.files.contains_key(&file).then_some(file),
            ..Serde(&cell.certificate)
        });
    }
    let boards = boards.into_iter().map(|(shown, cells)| context! { cells, ..Serde(shown) });
    let boards: Vec<Value> = boards.collect();
    site.add("frontier.html", "frontier.html", "The largest boards", context! { boards })
}
