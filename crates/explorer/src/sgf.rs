//! Games with branches as SGF, written and read.

use kosolver::board::Shape;
use kosolver::report::{Branch, file_rules, game_sgf, named_rules};
use kosolver::sgf::Game;
use kosolver::{Board, Colour, Error, Move, Point, Position, Referee};
use serde::{Deserialize, Serialize};

use crate::fault::Fault;
use crate::game::{GameText, ruleset, start};
use crate::limits::{MOVES, TREE};

/// Moves one after the other, and then branches: each begins with another next move.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Moves {
    /// The moves.
    #[serde(default)]
    pub moves: Vec<String>,
    /// What may follow them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub branches: Vec<Moves>,
}

/// A game with all its branches.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tree {
    /// The board.
    pub board: String,
    /// The rules, with the komi and the handicap of a file. A file that names none that are known here leaves
    /// them out, if none were sent with it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rules: Option<String>,
    /// Why the rules are not those that the file names; left out if they are, or it names none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unknown: Option<String>,
    /// The start position; the empty board if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// Who moves first; Black if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to_play: Option<Colour>,
    /// The moves.
    pub tree: Moves,
}

/// A file that is read.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SgfFile {
    /// The text of the file.
    pub sgf: String,
    /// Whether each character of `sgf` stands for a byte of the file, from 0 to 255, so that the charset that
    /// the file names is obeyed.
    #[serde(default)]
    pub bytes: bool,
    /// The rules if the file names none that are known here.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rules: Option<String>,
}

/// A file that is written.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SgfText {
    /// The text of the file.
    pub sgf: String,
}

/// A game as SGF. Every move must be legal under its rules.
pub fn write(tree: &Tree) -> Result<SgfText, Fault> {
    let (game, position, to_move) = start(&GameText {
        board: tree.board.clone(),
        rules: tree.rules.clone().ok_or_else(|| Fault::bad("write rules: SGF has them in RU"))?,
        position: tree.position.clone(),
        to_play: tree.to_play,
        moves: Vec::new(),
    })?;
    if game.board().shape() != Shape::Grid {
        return Err(Fault::bad(format!(
            "SGF knows rows and columns alone and cannot say what is adjacent on {}",
            game.board()
        )));
    }
    game.check_start(position, to_move)?;
    let mut room = TREE;
    let branch = branch(Referee::new(game.clone(), position, to_move), &tree.tree, &mut room)?;
    Ok(SgfText { sgf: game_sgf(&game, position, to_move, &branch) })
}

/// Moves as they were sent, made before a referee, as long as there is room for them.
fn branch(mut referee: Referee, moves: &Moves, room: &mut usize) -> Result<Branch, Fault> {
    let used = moves.moves.len() + moves.branches.len();
    *room = room.checked_sub(used).ok_or_else(|| Fault::large(format!("a game has at most {TREE} moves")))?;
    let mut made = Vec::new();
    for name in &moves.moves {
        let next = Move::parse(referee.game().board(), name)?;
        let number = referee.record().len() + 1;
        referee.play(next).map_err(|reason| Error::Illegal { number, reason })?;
        made.push(next);
    }
    let branches: Result<Vec<Branch>, Fault> =
        moves.branches.iter().map(|moves| branch(referee.clone(), moves, room)).collect();
    Ok(Branch { moves: made, branches: branches? })
}

/// A game out of a file. What is no move, such as comments, is left out.
pub fn read(file: &SgfFile) -> Result<Tree, Fault> {
    let game = match file.bytes {
        true => {
            let bytes: Result<Vec<u8>, _> = file.sgf.chars().map(u8::try_from).collect();
            Game::read(
                &bytes.map_err(|_| Fault::bad("with bytes each character of sgf is a byte, up to U+00FF"))?,
            )?
        }
        false => Game::parse(&file.sgf)?,
    };
    if game.nodes.len() > MOVES {
        return Err(Fault::large(format!("the file has too many nodes: at most {MOVES} are read")));
    }
    let (board, position, to_play) = game.start(true)?;
    // A game that stands cannot be asked about if its stones have no liberty.
    Position::parse(&board, &position.text(&board))?;
    let mut tree = Moves::default();
    moves(&game, &board, 0, &mut tree, 0)?;
    let (rules, unknown) = rules(&game, file.rules.as_deref())?;
    Ok(Tree {
        board: board.to_string(),
        rules,
        unknown,
        position: Some(position.text(&board)),
        to_play: Some(to_play),
        tree,
    })
}

/// The rules that a file names, else others, with the komi and the handicap of the file; and why they are not those
/// that it names.
fn rules(game: &Game, others: Option<&str>) -> Result<(Option<String>, Option<String>), Fault> {
    let (named, unknown) = named_rules(game, |text| ruleset(text).map_err(|fault| fault.after("RU")))?;
    let (text, given) = match (named, others) {
        (Some(named), _) => (game.rules.as_deref().unwrap_or_default(), named),
        (None, Some(others)) => (others, ruleset(others)?),
        (None, None) if game.komi.is_none_or(|komi| *komi.numer() == 0) && game.handicap == 0 => {
            return Ok((None, unknown));
        }
        (None, None) => {
            let why = unknown.unwrap_or_else(|| "the file names no rules (RU)".to_owned());
            return Err(Fault::bad(format!(
                "{why}; and it has a komi (KM) or a handicap (HA): send rules for it"
            )));
        }
    };
    // The handicap of another game is none of this one's.
    let base = if named.is_some() { given } else { given.but().handicap(0).build()? };
    let rules = file_rules(game, base)?;
    Ok((Some(if rules == given { text.to_owned() } else { rules.in_full() }), unknown))
}

/// The moves from a node on. Black places handicap stones one after the other, and White passes between
/// them: so the rules have it.
fn moves(game: &Game, board: &Board, index: usize, into: &mut Moves, depth: usize) -> Result<(), Fault> {
    if depth > 100 {
        return Err(Fault::large("the file has branches in branches more than 100 deep"));
    }
    let mut index = index;
    loop {
        let node = &game.nodes[index];
        if let Some((colour, point)) = node.made {
            let before = node.parent.and_then(|parent| game.last_move(parent));
            if before.is_some_and(|(before, _)| before == colour) {
                into.moves.push("pass".to_owned());
            }
            into.moves.push(match point {
                Some(point) => board.point_name(Point::new(point as u8)),
                None => "pass".to_owned(),
            });
        }
        match node.children[..] {
            [] => return Ok(()),
            [only] => index = only,
            _ => break,
        }
    }
    for &child in &game.nodes[index].children {
        let mut branch = Moves::default();
        moves(game, board, child, &mut branch, depth + 1)?;
        into.branches.push(branch);
    }
    Ok(())
}
