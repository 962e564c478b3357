//! The tables that all threads of a search share.

use kosolver_board::Shape;
use kosolver_rules::Game;

use crate::concurrent::{Budget, Full, Words};
use crate::decided::DecidedPositions;
use crate::graph::{Edge, FactNumber, Graph, Group, HEAD, NUMBERS, facts};
use crate::lemma::{Lemma, Lemmas, Pattern};
use crate::snapshot::Shares;

/// The graph of a game, and what has been proved of its nodes.
pub(crate) struct Tables {
    pub graph: Graph,
    pub lemmas: Lemmas,
}

impl Tables {
    /// Empty tables.
    pub(crate) fn new(game: Game, group: Group, shares: &Shares) -> Tables {
        let threads = shares.threads as u32;
        // Elsewhere a search may go astray with them: `complete:6` under psk takes 13,651 nodes without, and was given up
        // after a minute with them.
        let is_flat = matches!(game.board().shape(), Shape::Grid | Shape::Cylinder | Shape::Torus);
        let decided = if is_flat { DecidedPositions::of(&game) } else { None };
        let board = *game.board();
        Tables {
            graph: Graph::new(game, group, decided, Budget::new(shares.tables, shares.threads)),
            lemmas: Lemmas::new(&board, NUMBERS, Words::new(shares.chunks(), threads), threads),
        }
    }

    /// What the lemma of an edge's target asks to be absent before the edge beside buckets, in the frame of the
    /// edge's node.
    pub(crate) fn absent_before(
        &self,
        edge: &Edge,
        lemma: Lemma,
        absent: &mut Vec<FactNumber>,
        patterns: &mut Vec<Pattern>,
    ) -> Result<(), Full> {
        let Tables { graph, lemmas } = self;
        graph.absent_before(edge, facts(lemmas.conditions(lemma).0), absent)?;
        let extra = graph.extra(edge);
        let kept = |pattern: &Pattern| !extra.is_some_and(|extra| extra.clears(pattern.scope));
        let before = lemmas.patterns(lemma).iter(graph);
        let before = before.map(|pattern| graph.group.pattern(&graph.game, edge.turn, &pattern));
        patterns.extend(before.filter(kept));
        Ok(())
    }

    /// The lemmas that can be found.
    pub(crate) fn listed(&self) -> impl Iterator<Item = Lemma> {
        self.graph.all().flat_map(|node| self.lemmas.list(&self.graph.record(node)[HEAD]))
    }
}
