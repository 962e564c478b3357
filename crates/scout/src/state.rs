//! What a scout knows of a game.

use kosolver_board::{Board, Colour, Play, Position};
use kosolver_rules::{Ban, Suicide};

/// A position, the player to move, and what the last move says of the next one. The rest of the past is
/// ignored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State {
    /// The stones.
    pub position: Position,
    /// The player to move.
    pub mover: Colour,
    /// Whether the last move was a pass: another ends the game.
    pub passed: bool,
    /// The play that basic ko prohibits.
    pub ban: Ban,
}

impl State {
    /// After a play that bans none.
    pub fn new(position: Position, mover: Colour) -> State {
        State { position, mover, passed: false, ban: Ban::None }
    }

    /// The state after a pass.
    #[must_use]
    pub fn pass(self) -> State {
        State { mover: !self.mover, passed: true, ban: Ban::None, ..self }
    }

    /// The plays that the rule on suicide and basic ko allow.
    pub fn plays(self, board: &Board, suicide: Suicide) -> impl Iterator<Item = Play> {
        let State { position, mover, ban, .. } = self;
        let plays = position.empty(board).iter().filter_map(move |point| position.play(board, mover, point));
        plays.filter(move |play| suicide.allows(play.suicide.len()) && !ban.hits(play))
    }

    /// The state after a play.
    pub fn after(board: &Board, play: &Play) -> State {
        let ban = Ban::after(board, play);
        State { position: play.after, mover: !play.colour, passed: false, ban }
    }

    /// The same with the colours exchanged.
    #[must_use]
    pub fn inverted(self) -> State {
        State { position: self.position.inverted(), mover: !self.mover, ..self }
    }

    /// Whether the player to move wins if the game ends here, and the question is whether Black scores so many
    /// points.
    pub(crate) fn ends_well(self, board: &Board, score: i32) -> bool {
        (self.position.area(board) >= score) == (self.mover == Colour::Black)
    }
}
