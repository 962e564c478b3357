//! What most lemmas rest on, found without looking at all moves.

use kosolver_board::PointSet;

use super::{Asked, GroundsFinder};
use crate::concurrent::Full;
use crate::graph::{Graph, Loose, NodeNumber, Pen, Row};
use crate::lemma::{Citation, Claim, Lemma, winner};
use crate::tables::Tables;

/// A lemma that was derived from one lemma mostly came right after it; other threads may have added some between.
const JUST_BEFORE: u32 = 4;

impl GroundsFinder {
    /// The [citations](GroundsFinder::citations) of a lemma, where each move is one step without guards, if no other
    /// move need be looked at: of a decided position, and where the player to move wins by what was derived just
    /// before.
    pub(super) fn quickly<'a>(
        &self,
        tables: &'a Tables,
        pen: &mut Pen,
        (lemma, claim): (Lemma, Claim),
        into: &mut Vec<Citation>,
    ) -> Result<Option<(Row<'a>, Option<Loose>)>, Full> {
        let Tables { graph, lemmas } = tables;
        let face = graph.face(graph.record(claim.node));
        let patterns = lemmas.patterns(lemma).iter(graph).collect();
        match self.decided(graph, claim, patterns) {
            Some(false) => return Ok(Some((Row::NONE, None))),
            // A pass may end the game.
            Some(true) => return Ok(None),
            None if face.passed || face.mover != winner(claim.kind) => return Ok(None),
            None => {}
        }
        for other in (lemma.0.saturating_sub(JUST_BEFORE)..lemma.0).rev().map(Lemma) {
            let next = lemmas.claim(other).node;
            let plays = plays_to(graph, claim.node, next);
            if plays.is_empty() && graph.position_of(next) != face.position {
                continue;
            }
            let (row, loose) = graph.expand_at(pen, claim.node, plays)?;
            let Some(loose) = loose else { return Ok(None) };
            let asked = Asked::of(tables, row, lemma);
            match self.winning(tables, row, (lemma, claim), &asked)? {
                Some(winning) if winning.lemma == other => {
                    into.push(winning);
                    return Ok(Some((row, Some(loose))));
                }
                _ => Graph::discard(pen, loose),
            }
        }
        Ok(None)
    }
}

/// The plays of a node after which the position of another comes, or an image of it.
fn plays_to(graph: &Graph, node: NodeNumber, next: NodeNumber) -> PointSet {
    let (mover, board) = (graph.face(graph.record(node)).mover, graph.game.board());
    let [before, after] = [node, next].map(|node| graph.positions.get(graph.position_of(node)));
    let play = |turn| {
        let after = graph.group.position(turn, after);
        let new = after.stones(mover) - before.stones(mover);
        let point = new.first().filter(|_| new.len() == 1)?;
        let play = before.play(board, mover, point)?;
        (play.after == after).then(|| point.bit())
    };
    graph.group.turns().filter_map(play).fold(PointSet::EMPTY, |points, point| points | point)
}
