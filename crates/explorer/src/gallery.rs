//! The gallery: positions to begin with, each with a sentence.

use kosolver::Colour;
use kosolver::report::{Geometry, board_part, explorer_query};
use serde::Deserialize;

use crate::fault::Fault;
use crate::game::{Asked, GameText};

/// The positions as they are written down. A test solves each.
const EXAMPLES: &str = include_str!("../web/gallery.json");

/// A position of the gallery.
#[derive(Deserialize)]
struct Example {
    title: String,
    /// Why it is here.
    sentence: String,
    game: GameText,
    /// The ruleset it is compared with.
    against: Option<String>,
}

/// The positions as items of a list, each a link to its board.
pub fn items() -> Result<String, Fault> {
    let examples: Vec<Example> = serde_json::from_str(EXAMPLES).map_err(Fault::bad)?;
    examples.iter().map(Example::item).collect()
}

impl Example {
    fn item(&self) -> Result<String, Fault> {
        let Example { title, sentence, game, against } = self;
        let asked = Asked::try_from(game)?;
        let referee = asked.request.referee();
        let board = asked.request.game().board();
        let drawing = board_part(board, referee.position(), &[]).map_err(Fault::bad)?;
        // The policy of the page refuses style in attributes.
        let drawing = drawing.replace(&format!(" style=\"--width: {}\"", Geometry::of(board).width), "");
        let rules: Vec<&str> =
            [Some(&game.rules), against.as_ref()].into_iter().flatten().map(String::as_str).collect();
        let start = game.position.as_deref().unwrap_or_default();
        let first: Colour = game.to_play.map_or(Colour::Black, Colour::from);
        let query = explorer_query(&game.board, &rules, start, first, &game.moves);
        let (board, named) = (&game.board, rules.join(" and "));
        Ok(format!(
            "<li><a href=\"/?{query}\"><span class=\"picture\">{drawing}</span><strong>{title}</strong>\
             <span>{sentence}</span><span class=\"soft\">{board} · {named}</span></a></li>"
        ))
    }
}
