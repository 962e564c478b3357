//! What can be asked for, and what is refused.

use board::{Colour, Point, Position, Symmetry, points_of};
use rules::Game;
use thiserror::Error;

/// Why a request cannot be met.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Error {
    /// The board has too many positions to solve them all.
    #[error("{0}")]
    Endless(String),
    /// The certificate would need more memory than it takes.
    #[error(
        "{board} has {positions} legal positions: under {rule} a certificate is written for boards of up to {limit}"
    )]
    TooLarge {
        /// The board.
        board: String,
        /// Its legal positions.
        positions: u128,
        /// The ko rule.
        rule: String,
        /// The most that are taken.
        limit: u128,
    },
}

/// What to solve: a game from a start position, whose history is that position alone.
#[derive(Clone, Debug)]
pub struct Request {
    /// Board and rules.
    pub game: Game,
    /// The start position.
    pub position: Position,
    /// Who moves first.
    pub to_move: Colour,
    /// Whether to value every first move.
    pub openings: bool,
    /// Whether to find a principal variation.
    pub line: bool,
    /// Whether to write a certificate of the value.
    pub certificate: bool,
}

impl Request {
    /// The value alone.
    pub fn new(game: Game, position: Position, to_move: Colour) -> Request {
        Request { game, position, to_move, openings: false, line: false, certificate: false }
    }

    /// For each point of the board the one that stands for it: the first that a symmetry of
    /// the start position maps it to.
    pub fn representatives(&self) -> Vec<Point> {
        let mut symmetries = Symmetry::all(&self.game.board);
        symmetries.retain(|symmetry| symmetry.position(self.position) == self.position);
        let first = |point| symmetries.iter().map(|symmetry| symmetry.point(point)).min().unwrap_or(point);
        points_of(self.game.board.all()).map(first).collect()
    }
}
