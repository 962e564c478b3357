//! The tables that all threads of a search share.

use kosolver_rules::Game;

use crate::concurrent::{Budget, Words};
use crate::graph::{Graph, Group, HEAD};
use crate::lemma::{Lemma, Lemmas};
use crate::snapshot::Shares;

/// The most lemmas: with their conditions they take more memory than machines have.
const LEMMAS: u32 = 1 << 28;

/// The graph of a game, and what has been proved of its nodes.
pub(crate) struct Tables {
    pub graph: Graph,
    pub lemmas: Lemmas,
}

impl Tables {
    /// Empty tables, in which decided positions are known or not.
    pub(crate) fn new(game: Game, group: Group, ground: bool, shares: &Shares) -> Tables {
        let threads = shares.threads as u32;
        Tables {
            graph: Graph::new(game, group, ground, Budget::new(shares.tables, shares.threads)),
            lemmas: Lemmas::new(LEMMAS, Words::new(shares.chunks(), threads), threads),
        }
    }

    /// The lemmas that can be found.
    pub(crate) fn listed(&self) -> impl Iterator<Item = Lemma> {
        self.graph.all().flat_map(|node| self.lemmas.list(&self.graph.record(node)[HEAD]))
    }
}
