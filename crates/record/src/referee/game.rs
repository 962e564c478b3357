use crate::sgf::{self, Node};
use crate::{Board, Player, Position};

use crate::referee::Error;

/// A game with its variations, on a board that can be refereed.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Game {
    /// The board.
    pub board: Board,
    /// The game as the file has it.
    pub file: sgf::Game,
}

impl Game {
    /// A game from the bytes of an SGF file.
    ///
    /// # Errors
    /// [`Error`] says what of it cannot be read.
    pub fn read(bytes: &[u8]) -> Result<Game, Error> {
        Game::of(sgf::Game::read(bytes)?)
    }

    /// A game from the text of an SGF file.
    ///
    /// # Errors
    /// [`Error`] says what of it cannot be read.
    pub fn parse(text: &str) -> Result<Game, Error> {
        Game::of(sgf::Game::parse(text)?)
    }

    fn of(file: sgf::Game) -> Result<Game, Error> {
        Ok(Game { board: Board::grid(file.rows as u64, file.columns as u64)?, file })
    }

    /// A position with the stones of some nodes set up; they stand after so many moves.
    pub(crate) fn set_up(
        &self,
        nodes: &[Node],
        number: usize,
        mut position: Position,
    ) -> Result<Position, Error> {
        for &(point, stone) in nodes.iter().flat_map(|node| &node.setup) {
            position.set(point, stone.map(Player::from));
        }
        if position.is_legal(&self.board) { Ok(position) } else { Err(Error::Setup(number)) }
    }
}
