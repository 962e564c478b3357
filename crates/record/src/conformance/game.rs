use crate::conformance::Error;
use crate::sgf::{Properties, Tree, coordinates, size};
use crate::{Board, Move, Player, Position, Record};

/// What happens in a game: a move, or one is taken back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Action {
    /// The player to move makes a move.
    Move(Move),
    /// The last move is taken back.
    Undo,
}

/// A game: a board, the stones at the start, who moves first, and what happens then. No rule is part
/// of it; its moves are plays on empty points and passes.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Game {
    /// The board.
    pub board: Board,
    /// The position at the start.
    pub start: Position,
    /// Who moves first.
    pub first: Player,
    /// What happens.
    pub actions: Vec<Action>,
}

impl Game {
    /// A game from texts: a board as in `2x3`, a position as in `X.O/...`, black or white, and names of
    /// points, `pass` and `undo`.
    ///
    /// # Errors
    /// [`Error`] says what is wrong: a play onto a stone, or nothing to undo, among others.
    pub fn parse(board: &str, start: &str, first: &str, actions: &[String]) -> Result<Game, Error> {
        let board: Board = board.parse()?;
        let start = Position::parse(&board, start)?;
        let colour = |player: &Player| player.colour().to_string() == first;
        let first = Player::all(2)
            .find(colour)
            .ok_or_else(|| Error::Kit(format!("'{first}' is not a player: write black or white")))?;
        let mut record = Record::new(&board, 2, start.clone(), first);
        let mut done = Vec::with_capacity(actions.len());
        for (index, text) in actions.iter().enumerate() {
            let action = match &**text {
                "undo" => Action::Undo,
                "pass" => Action::Move(Move::Pass),
                point => Action::Move(Move::Play(board.parse_point(point)?)),
            };
            match action {
                Action::Undo => {
                    record.pop().ok_or_else(|| {
                        let number = index + 1;
                        Error::Kit(format!("action {number} of the game undoes a move, and there is none"))
                    })?;
                }
                Action::Move(Move::Play(point)) if record.position().at(point).is_some() => {
                    let number = index + 1;
                    return Err(Error::Kit(format!("move {number} of the game, {text}, is onto a stone")));
                }
                Action::Move(made) => record.push(made),
            }
            done.push(action);
        }
        Ok(Game { board, start, first, actions: done })
    }

    /// The start as a file of SGF, the Smart Game Format.
    pub(crate) fn start_as_sgf(&self) -> String {
        let board = &self.board;
        let mut root = Properties::default().with("GM", "1").with("FF", "4").with("CA", "UTF-8");
        root = root.with("SZ", &size(board.rows(), board.columns())).with("KM", "0");
        for (owner, property) in Player::all(2).zip(["AB", "AW"]) {
            let of = |point: &usize| self.start.at(*point) == Some(owner);
            let stones = (0..board.points()).filter(of).map(|point| coordinates(board.columns(), point));
            root = root.with_all(property, stones);
        }
        Tree::new(root.to_move(self.first.colour()), true).to_string()
    }
}
