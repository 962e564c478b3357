use std::fmt;

use crate::{Board, Move, Player, Position, Record};

use crate::conformance::Error;

/// What happens in a game: a move, or one is taken back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Action {
    /// The player to move makes a move.
    Move(Move),
    /// The last move is taken back.
    Undo,
}

impl Action {
    /// Does it in a record.
    pub(crate) fn add_to(self, record: &mut Record) {
        match self {
            Action::Move(made) => record.push(made),
            Action::Undo => {
                record.pop();
            }
        }
    }
}

/// A game: a board, the stones at the start, who moves first, and what happens then. No rule is part
/// of it; its moves are plays on empty points and passes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    board: Board,
    start: Position,
    first: Player,
    actions: Vec<Action>,
}

impl Game {
    /// A game.
    ///
    /// # Errors
    /// [`Error::Stone`] if a play is onto a stone, [`Error::Undo`] if there is nothing to take back.
    pub fn new(board: Board, start: Position, first: Player, actions: Vec<Action>) -> Result<Game, Error> {
        let mut record = Record::new(&board, 2, start.clone(), first);
        for (index, action) in actions.iter().enumerate() {
            match *action {
                Action::Undo => {
                    record.pop().ok_or(Error::Undo(index + 1))?;
                }
                Action::Move(Move::Play(point)) if record.position().at(point).is_some() => {
                    return Err(Error::Stone { number: index + 1, text: board.point_name(point) });
                }
                Action::Move(made) => record.push(made),
            }
        }
        Ok(Game { board, start, first, actions })
    }

    /// A game from texts: a board as in `2x3`, a position as in `X.O/...`, black or white, and names of
    /// points, `pass` and `undo` with spaces between them.
    ///
    /// # Errors
    /// [`Error`] says what is wrong.
    pub fn parse(board: &str, start: &str, first: &str, actions: &str) -> Result<Game, Error> {
        let board: Board = board.parse()?;
        let start = Position::parse(&board, start)?;
        let action = |text: &str| match text {
            "undo" => Ok(Action::Undo),
            "pass" => Ok(Action::Move(Move::Pass)),
            point => Ok::<Action, Error>(Action::Move(Move::Play(board.parse_point(point)?))),
        };
        let actions: Result<Vec<Action>, Error> = actions.split_whitespace().map(action).collect();
        Game::new(board.clone(), start, player(first)?, actions?)
    }

    /// The board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The position at the start.
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// Who moves first.
    pub fn first(&self) -> Player {
        self.first
    }

    /// What happens.
    pub fn actions(&self) -> &[Action] {
        &self.actions
    }

    /// Its beginning, with so many actions.
    pub fn beginning(&self, actions: usize) -> Game {
        Game { actions: self.actions[..actions].to_vec(), ..self.clone() }
    }

    /// The game with another action at its end.
    pub(crate) fn and(mut self, action: Action) -> Game {
        self.actions.push(action);
        self
    }

    /// The name of an action: a point, `pass` or `undo`.
    pub fn action_name(&self, action: Action) -> String {
        match action {
            Action::Undo => "undo".to_owned(),
            Action::Move(Move::Pass) => "pass".to_owned(),
            Action::Move(Move::Play(point)) => self.board.point_name(point),
        }
    }

    /// Whether no stones are set up and the board is a square: every program can be asked it.
    pub fn is_plain(&self) -> bool {
        self.start.vacant().count() == self.board.points()
            && self.board.rows() == self.board.columns()
            && self.board.rows() > 1
            && self.first == Player::FIRST
    }
}

/// What tells games apart.
impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let actions: Vec<String> = self.actions.iter().map(|action| self.action_name(*action)).collect();
        write!(
            f,
            "{} {} {} {}",
            self.board,
            self.start.text(&self.board),
            self.first.colour(),
            actions.join(" ")
        )
    }
}

/// The player of that colour, black or white.
pub(crate) fn player(text: &str) -> Result<Player, Error> {
    Player::all(2)
        .find(|player| player.colour().to_string() == text)
        .ok_or_else(|| Error::Player(text.to_owned()))
}
