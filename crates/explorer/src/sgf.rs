//! Games with branches as SGF, written and read.

use kosolver::board::Shape;
use kosolver::report::{Branch, game_sgf};
use kosolver::{Board, Colour, Error, Move, Position, Referee, Ruleset};
use serde::{Deserialize, Serialize};
use sgf_parse::SgfNode;
use sgf_parse::go::{self, Prop};
use utoipa::ToSchema;

use crate::fault::Fault;
use crate::game::{GameText, Player, start};
use crate::limits::{MOVES, TREE};

/// Moves one after the other, and then branches: each begins with another next move.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Moves {
    /// The moves.
    #[serde(default)]
    pub moves: Vec<String>,
    /// What may follow them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schema(no_recursion)]
    pub branches: Vec<Moves>,
}

/// A game with all its branches.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Tree {
    /// The board.
    pub board: String,
    /// The rules. A file that names none that are known here leaves them out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rules: Option<String>,
    /// The start position; the empty board if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// Who moves first; Black if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to_play: Option<Player>,
    /// The moves.
    pub tree: Moves,
}

/// A file.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
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

/// A game out of a file: the first of it. What is no move, such as comments, is left out.
pub fn read(file: &SgfText) -> Result<Tree, Fault> {
    // The library makes a node of each, one in the other: so their number is bounded before.
    if file.sgf.matches([';', '(']).count() > MOVES {
        return Err(Fault::large(format!("the file has too many nodes: at most {MOVES} are read")));
    }
    let games =
        go::parse(&file.sgf).map_err(|error| Fault::bad(format!("this is no game in SGF: {error}")))?;
    let root = games.first().ok_or_else(|| Fault::bad("this is no game in SGF: it is empty"))?;
    let board = size(root)?;
    let mut reader = Reader { board, position: Position::EMPTY };
    let to_play = reader.set_up(root)?;
    // A file need not say who begins.
    let first = root.properties().chain(root.children().flat_map(SgfNode::properties)).find_map(mover);
    let to_play = to_play.or(first).unwrap_or(Colour::Black);
    let rules = root.properties().find_map(|property| match property {
        Prop::RU(text) => Some(text.text.trim().to_owned()),
        _ => None,
    });
    let rules = rules.filter(|rules| rules.parse::<Ruleset>().is_ok());
    let mut tree = Moves::default();
    reader.moves(root, to_play, &mut tree, 0)?;
    let position = reader.position.text(&board);
    Position::parse(&board, &position)?;
    Ok(Tree {
        board: board.to_string(),
        rules,
        position: Some(position),
        to_play: Some(to_play.into()),
        tree,
    })
}

/// The board of a file; 19x19 if it says nothing, which is too large.
fn size(root: &SgfNode<Prop>) -> Result<Board, Fault> {
    let size = root.properties().find_map(|property| match property {
        Prop::SZ((columns, rows)) => Some((*rows, *columns)),
        _ => None,
    });
    let (rows, columns) = size.unwrap_or((19, 19));
    Ok(Board::new(rows.into(), columns.into())?)
}

/// Who makes the move of a property.
fn mover(property: &Prop) -> Option<Colour> {
    match property {
        Prop::B(_) => Some(Colour::Black),
        Prop::W(_) => Some(Colour::White),
        _ => None,
    }
}

struct Reader {
    board: Board,
    position: Position,
}

impl Reader {
    /// The stones that a file sets up before the first move, and who it says moves first.
    fn set_up(&mut self, root: &SgfNode<Prop>) -> Result<Option<Colour>, Fault> {
        let mut to_play = None;
        for property in root.properties() {
            match property {
                Prop::AB(points) => {
                    for point in points {
                        self.position.black |= self.point(*point)?.bit();
                    }
                }
                Prop::AW(points) => {
                    for point in points {
                        self.position.white |= self.point(*point)?.bit();
                    }
                }
                Prop::PL(sgf_parse::Color::Black) => to_play = Some(Colour::Black),
                Prop::PL(sgf_parse::Color::White) => to_play = Some(Colour::White),
                _ => {}
            }
        }
        if !self.position.fits(&self.board) {
            return Err(Fault::bad("the file sets two stones up on one point"));
        }
        Ok(to_play)
    }

    fn point(&self, point: go::Point) -> Result<kosolver::Point, Fault> {
        if point.x >= self.board.columns() || point.y >= self.board.rows() {
            let (column, row) = (u16::from(point.x) + 1, u16::from(point.y) + 1);
            return Err(Fault::bad(format!(
                "the file has a stone in column {column} of row {row}, but the board is {}",
                self.board
            )));
        }
        Ok(kosolver::Point::new(point.y * self.board.columns() + point.x))
    }

    /// The moves from a node on. Where a player moves twice, the other has passed.
    fn moves(
        &self,
        node: &SgfNode<Prop>,
        mut player: Colour,
        into: &mut Moves,
        depth: usize,
    ) -> Result<(), Fault> {
        if depth > 100 {
            return Err(Fault::large("the file has branches in branches more than 100 deep"));
        }
        let mut node = node;
        loop {
            for property in node.properties() {
                let (Prop::B(made) | Prop::W(made)) = property else { continue };
                if mover(property) != Some(player) {
                    into.moves.push("pass".to_owned());
                    player = !player;
                }
                into.moves.push(match made {
                    go::Move::Pass => "pass".to_owned(),
                    // How older files write a pass.
                    go::Move::Move(go::Point { x: 19, y: 19 }) => "pass".to_owned(),
                    go::Move::Move(point) => self.board.point_name(self.point(*point)?),
                });
                player = !player;
            }
            let mut children = node.children();
            match (children.next(), children.next()) {
                (None, _) => return Ok(()),
                (Some(only), None) => node = only,
                (Some(_), Some(_)) => break,
            }
        }
        for child in node.children() {
            let mut branch = Moves::default();
            self.moves(child, player, &mut branch, depth + 1)?;
            into.branches.push(branch);
        }
        Ok(())
    }
}
