//! A game with branches in SGF (Smart Game Format version 4, A. Hollosi, 1999), and the rules of a file.

use std::fmt::Display;

use kosolver_board::{Colour, Position};
use kosolver_record::sgf::{Properties, Tree};
use kosolver_rules::{Error, Game, Move, Ruleset, Score};

use crate::sgf::{header, point, set_up};

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
    let root = set_up(header(game), game.board(), position, to_move);
    let mut written = Tree::new(root, false);
    write(game, 0, to_move, tree, &mut written);
    written.to_string()
}

fn write(game: &Game, mut here: usize, mut player: Colour, branch: &Branch, tree: &mut Tree) {
    for made in &branch.moves {
        let columns = game.board().columns().into();
        here = tree.add(here, Properties::default().made(columns, player, point(*made)));
        player = !player;
    }
    for branch in &branch.branches {
        write(game, here, player, branch, tree);
    }
}

/// The rules that a file names (`RU`), as `read` reads them, if they are known here; else a sentence that says why
/// they are not, if it names any. Other programs call theirs what they like, and the game is read all the same.
///
/// # Errors
/// Those of `read`, if the file [spells its rules out](Ruleset::is_spelled_out): then they are damaged.
pub fn named_rules<E: Display>(
    file: &kosolver_record::sgf::Game,
    read: impl FnOnce(&str) -> Result<Ruleset, E>,
) -> Result<(Option<Ruleset>, Option<String>), E> {
    let Some(text) = file.rules.as_deref().filter(|text| !text.is_empty()) else { return Ok((None, None)) };
    match read(text) {
        Ok(rules) => Ok((Some(rules), None)),
        Err(fault) if Ruleset::is_spelled_out(text) => Err(fault),
        Err(fault) => Ok((None, Some(format!("the rules that the file names are not known here: {fault}")))),
    }
}

/// The rules of a file: these, with the komi and the handicap that the file names. Of a komi that SGF has
/// in decimals the exact one is kept.
///
/// # Errors
/// [`Error::Contradiction`] if they do not apply under these rules.
pub fn file_rules(file: &kosolver_record::sgf::Game, rules: Ruleset) -> Result<Ruleset, Error> {
    let handicap = if file.handicap > 0 { file.handicap } else { rules.handicap() };
    let named = file.komi.map(|komi| Score::fraction(*komi.numer(), *komi.denom()));
    let same = |komi: &Score| (*komi - rules.komi()).abs() <= Score::fraction(1, 1_000_000);
    let komi = named.filter(|komi| !same(komi)).unwrap_or(rules.komi());
    rules.but().komi(komi).handicap(handicap).build()
}
