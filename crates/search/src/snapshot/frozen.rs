//! Nodes and facts as plain data, as they are in a stream of tables.

use kosolver_board::{Board, Colour, Position};
use kosolver_rules::{Fact, Memory, Node};
use serde::{Deserialize, Serialize};

use crate::graph::{ban_number, numbered_ban};
use crate::graph::{position_words, words_position};

/// A node: the number of its position, player to move, passes, ban, and its memory.
#[derive(Serialize, Deserialize)]
pub(crate) struct FrozenNode {
    pub position: u32,
    white_to_move: bool,
    passes: u8,
    ban: u8,
    memory: Memory,
}

impl FrozenNode {
    pub(crate) fn of(node: Node, position: u32) -> FrozenNode {
        FrozenNode {
            position,
            white_to_move: node.to_move == Colour::White,
            passes: node.passes,
            ban: ban_number(node.ban),
            memory: node.memory,
        }
    }

    /// Whether there are such nodes on a board, of which so many positions are known.
    pub(crate) fn is_in_range(&self, board: &Board, positions: u32) -> bool {
        self.position < positions && self.passes <= 3 && self.ban < 2 + board.points()
    }

    /// The node, at its position.
    pub(crate) fn node(&self, position: Position) -> Node {
        Node {
            passes: self.passes,
            ban: numbered_ban(self.ban),
            memory: self.memory.clone(),
            ..Node::new(position, if self.white_to_move { Colour::White } else { Colour::Black })
        }
    }
}

/// A fact that is not about one position alone: scope, colour, index, two positions.
#[derive(Serialize, Deserialize)]
pub(crate) struct FrozenFact {
    scope: u8,
    colour: Option<bool>,
    index: u16,
    position: [u32; 4],
    to: [u32; 4],
}

impl FrozenFact {
    pub(crate) fn of(fact: Fact) -> FrozenFact {
        FrozenFact {
            scope: fact.scope.0,
            colour: fact.colour.map(|colour| colour == Colour::White),
            index: fact.index,
            position: position_words(fact.position),
            to: position_words(fact.to),
        }
    }

    pub(crate) fn fact(&self) -> Fact {
        let colour = |white: bool| if white { Colour::White } else { Colour::Black };
        Fact {
            colour: self.colour.map(colour),
            index: self.index,
            to: words_position(self.to),
            ..Fact::about(kosolver_rules::Scope(self.scope), words_position(self.position))
        }
    }
}
