//! Decided positions as a thread comes to them: their lemmas are stored without a visit.

use kosolver_board::Colour;
use smallvec::SmallVec;

use super::Worker;
use crate::concurrent::Full;
use crate::graph::{Edge, FactNumber, Graph, Spot, Target};
use crate::lemma::Lemma;
use crate::prover::last;

impl Worker<'_> {
    /// The player who wins a position by what he has for good, in its frame, if one does.
    #[inline]
    pub(super) fn settled(&self, position: u32, exchanges: bool) -> Option<Colour> {
        let settled = self.graph.positions.settled(position);
        let needed = &self.search.question.needed[usize::from(exchanges)];
        Colour::BOTH.into_iter().find(|player| settled[*player as usize] >= needed[*player as usize])
    }

    /// The lemma of a decided position, if the present history and one more fact meet its condition.
    pub(super) fn decided(
        &mut self,
        spot: Spot,
        more: Option<FactNumber>,
    ) -> Result<Option<(Lemma, bool)>, Full> {
        let record = self.graph.record(spot.node);
        let exchanges = self.graph.group.exchanges(spot.turn);
        match self.settled(self.graph.face(record).position, exchanges) {
            Some(winner) => {
                let lemma = self.decide(spot, more, winner)?;
                Ok(lemma.map(|lemma| (lemma, (winner == Colour::Black) != exchanges)))
            }
            _ => Ok(None),
        }
    }

    /// The lemma that a player wins a node, in whose frame he is given, by what he has for good.
    #[cold]
    fn decide(
        &mut self,
        spot: Spot,
        more: Option<FactNumber>,
        winner: Colour,
    ) -> Result<Option<Lemma>, Full> {
        let (graph, Spot { node, turn }) = (self.graph, spot);
        let Some((patterns, may_end)) = graph.decided_by(node, winner) else { return Ok(None) };
        let history = &self.hand.history;
        let met = patterns.iter().all(|pattern| {
            let pattern = graph.group.pattern(&graph.game, turn, pattern);
            let more = more.map(|fact| last(graph, fact));
            !history.has_of(&pattern)
                && more.is_none_or(|(scope, position)| scope != pattern.scope || !pattern.matches(position))
        });
        if !met {
            return Ok(None);
        }
        let mut absent: SmallVec<[FactNumber; 2]> = SmallVec::new();
        if may_end {
            let (row, loose) = graph.expand_loosely(&mut self.hand.pen, node)?;
            let history = &self.hand.history;
            let guard = |edge: Edge| {
                let lacks = |fact: &FactNumber| {
                    let fact = graph.image(turn, *fact);
                    more != Some(fact) && !history.has(fact)
                };
                graph.extra(&edge)?.present().find(lacks)
            };
            let ends = row.edges().filter(|edge| matches!(edge.target, Target::End(_)));
            let guards: Option<_> = ends.map(guard).collect();
            if let Some(loose) = loose {
                Graph::discard(&mut self.hand.pen, loose);
            }
            match guards {
                Some(guards) => absent = guards,
                None => return Ok(None),
            }
        }
        let mover_wins = graph.face(graph.record(node)).mover == winner;
        self.derivation(spot, 1).decided(mover_wins, &absent, &patterns).map(Some)
    }
}
