//! The gallery: positions to begin with, each with a sentence.

use kosolver::report::{Example, Geometry, board_part, explorer_query, gallery};

use crate::fault::Fault;
use crate::game::{Asked, GameText};

/// The positions as items of a list, each a link to its board.
pub fn items() -> Result<String, Fault> {
    gallery().map_err(Fault::bad)?.iter().map(item).collect()
}

fn item(example: &Example) -> Result<String, Fault> {
    let Example { title, sentence, game, .. } = example;
    let asked = Asked::try_from(&GameText {
        board: game.board.clone(),
        rules: game.rules.clone(),
        position: Some(game.position.clone()).filter(|position| !position.is_empty()),
        to_play: Some(game.to_play.into()),
        moves: game.moves.clone(),
    })?;
    let referee = asked.request.referee();
    let board = asked.request.game().board();
    let drawing = board_part(board, referee.position(), &[]).map_err(Fault::bad)?;
    // The policy of the page refuses style in attributes.
    let drawing = drawing.replace(&format!(" style=\"--width: {}\"", Geometry::of(board).width), "");
    let rules = example.rules();
    let query = explorer_query(&game.board, &rules, &game.position, game.to_play, &game.moves);
    let (board, named) = (&game.board, rules.join(" and "));
    Ok(format!(
        "<li><a href=\"/?{query}\"><span class=\"picture\">{drawing}</span><strong>{title}</strong>\
         <span>{sentence}</span><span class=\"soft\">{board} · {named}</span></a></li>"
    ))
}
