//! The tables that all threads of a search share.

use kosolver_rules::Game;

use crate::concurrent::arena::{Budget, Words};
use crate::graph::Graph;
use crate::graph::symmetry::Group;
use crate::lemma::Lemmas;
use crate::snapshot::shares::Room;

/// The most lemmas: with their conditions they take more memory than machines have.
const LEMMAS: u32 = 1 << 28;

/// The graph of a game, and what has been proved of its nodes.
pub(crate) struct Tables {
    pub graph: Graph,
    pub lemmas: Lemmas,
}

impl Tables {
    /// Empty tables.
    pub(crate) fn new(game: Game, group: Group, room: &Room) -> Tables {
        let threads = room.threads as u32;
        Tables {
            graph: Graph::new(game, group, Budget::new(room.tables, room.threads)),
            lemmas: Lemmas::new(LEMMAS, Words::new(room.chunks(), threads), threads),
        }
    }
}
