//! A game with branches in SGF (Smart Game Format version 4, A. Hollosi, 1999).

use kosolver_board::{Colour, Position};
use kosolver_rules::{Game, Move};

use crate::sgf::{coordinates, header, letter, set_up};

/// Moves one after the other, and then branches: each begins with another next move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Branch {
    /// The moves.
    pub moves: Vec<Move>,
    /// What may follow them.
    pub branches: Vec<Branch>,
}

/// A game with all its branches in SGF. The players move in turn, and the ruleset is in `RU`.
///
/// ```
/// use kosolver_board::{Colour, Position};
/// use kosolver_report::{Branch, game_sgf};
/// use kosolver_rules::{Game, Move};
///
/// let game = Game::new("1x2".parse()?, "psk".parse()?)?;
/// let moves = ["A1", "B1", "pass"].map(|name| Move::parse(game.board(), name).expect("a move"));
/// let tree = Branch { moves: moves.to_vec(), branches: Vec::new() };
/// let sgf = game_sgf(&game, Position::EMPTY, Colour::Black, &tree);
/// assert!(sgf.ends_with("PL[B];B[aa];W[ba];B[])\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn game_sgf(game: &Game, position: Position, to_move: Colour, tree: &Branch) -> String {
    let mut text = header(game) + "\n" + &set_up(game.board(), position, to_move);
    write(game, to_move, tree, &mut text);
    text + ")\n"
}

fn write(game: &Game, mut player: Colour, branch: &Branch, text: &mut String) {
    for made in &branch.moves {
        let point = match made {
            Move::Play(point) => coordinates(game.board(), *point),
            Move::Pass => String::new(),
        };
        *text += &format!(";{}[{point}]", letter(player));
        player = !player;
    }
    for branch in &branch.branches {
        *text += "\n(";
        write(game, player, branch, text);
        text.push(')');
    }
}
