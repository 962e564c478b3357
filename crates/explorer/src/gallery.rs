//! The gallery: positions to begin with, each with a sentence.

use kosolver::report::{Example, ExampleGame, Geometry, board_part, explorer_query, gallery};
use serde_json::json;

use crate::fault::Fault;
use crate::game::GameText;

/// The positions as items of a list, each a link to its board.
pub fn items() -> Result<String, Fault> {
    gallery().map_err(Fault::bad)?.iter().enumerate().map(item).collect()
}

/// What the page tells beside the board of each position, and the address of its board.
pub fn stories() -> Result<String, Fault> {
    let examples = gallery().map_err(Fault::bad)?;
    let story = |(number, example): (usize, &Example)| {
        let Example { title, sentence, .. } = example;
        json!({ "title": title, "sentence": sentence, "query": query(number, example) })
    };
    Ok(json!(examples.iter().enumerate().map(story).collect::<Vec<_>>()).to_string())
}

/// The address of the board of a position, with its number from 1.
fn query(number: usize, example: &Example) -> String {
    let ExampleGame { board, position, to_play, moves, .. } = &example.game;
    let query = explorer_query(board, &example.rules(), position, *to_play, moves);
    format!("{query}&story={}", number + 1)
}

fn item((number, example): (usize, &Example)) -> Result<String, Fault> {
    let Example { title, sentence, game, .. } = example;
    let request = GameText {
        board: game.board.clone(),
        rules: game.rules.clone(),
        position: Some(game.position.clone()).filter(|position| !position.is_empty()),
        to_play: Some(game.to_play),
        moves: game.moves.clone(),
    }
    .request()?;
    let referee = request.referee();
    let board = request.game().board();
    let drawing = board_part(board, referee.position(), &[]).map_err(Fault::bad)?;
    // The policy of the page refuses style in attributes.
    let drawing = drawing.replace(&format!(" style=\"--width: {}\"", Geometry::of(board).width), "");
    let rules = example.rules();
    let query = query(number, example);
    let (board, named) = (&game.board, rules.join(" and "));
    Ok(format!(
        "<li><a href=\"/?{query}\"><span class=\"picture\">{drawing}</span><strong>{title}</strong>\
         <span>{sentence}</span><span class=\"soft\">{board} · {named}</span></a></li>"
    ))
}
