use kosolver_board::{Board, Colour, Play, Point, Position};

use crate::Memory;

/// The finite part of the state of a game: all of it that is not history.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Node {
    /// The stones.
    pub position: Position,
    /// Whose move it is.
    pub to_move: Colour,
    /// Consecutive passes just made, as far as the ko rule counts them.
    pub passes: u8,
    /// What basic ko prohibits here.
    pub ban: Ban,
    /// What few rulesets carry along.
    pub memory: Memory,
}

impl Node {
    /// A node with nothing but a position and a player to move.
    pub fn new(position: Position, to_move: Colour) -> Node {
        Node { position, to_move, passes: 0, ban: Ban::None, memory: Memory::EMPTY }
    }

    /// The same node with a change of what is carried along.
    pub fn carrying(mut self, change: impl FnOnce(&mut Memory)) -> Node {
        change(&mut self.memory);
        self
    }
}

/// The play that basic ko prohibits at a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Ban {
    /// None.
    None,
    /// The immediate recapture on this point.
    Point(Point),
    /// A single stone that removes itself, after the opponent's did just that.
    LoneSuicide,
}

impl Ban {
    /// What basic ko prohibits after this play: a play that leads back to the position before it.
    ///
    /// Only two plays can lead back. The recapture, on the one point where a stone was taken,
    /// of the one stone that took it; whether it takes more is tried, not argued. Or, after a
    /// lone suicide (which left the position as it was), another lone suicide.
    pub fn after(board: &Board, play: &Play) -> Ban {
        if play.is_lone_suicide() {
            return Ban::LoneSuicide;
        }
        if play.captured.len() == 1
            && let Some(taken) = play.captured.first()
        {
            let retake = play.after.play(board, !play.colour, taken);
            if retake.is_some_and(|retake| retake.after == play.before) {
                return Ban::Point(taken);
            }
        }
        Ban::None
    }

    /// Whether it prohibits this play.
    pub fn hits(self, play: &Play) -> bool {
        match self {
            Ban::None => false,
            Ban::Point(point) => point == play.point,
            Ban::LoneSuicide => play.is_lone_suicide(),
        }
    }
}
