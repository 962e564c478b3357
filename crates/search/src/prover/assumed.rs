//! Lemmas that other certificates prove.

use kosolver_board::Colour;

use super::Prover;
use crate::concurrent::Cursor;
use crate::error::Error;
use crate::graph::{FactNumber, HEAD, Spot, Turn};
use crate::lemma::{Bucket, Claim, Conditions, GREATEST_EFFORT, Pattern};
use crate::piece::{Piece, restated};
use crate::tables::Tables;

/// A lemma of a piece, by its number there.
pub(crate) struct Assumed {
    pub piece: u32,
    pub lemma: u32,
    /// The turn from the frame in which its node is kept to that of the piece.
    pub turn: Turn,
}

impl Prover {
    /// Takes what other certificates prove as lemmas, beside those that it has taken before.
    ///
    /// # Errors
    /// [`Error::Resources`] if one is not of this program.
    pub(crate) fn assume<'a>(&mut self, pieces: impl IntoIterator<Item = &'a Piece>) -> Result<(), Error> {
        let mut cursor = Cursor::default();
        for piece in pieces {
            let at = self.pieces.len();
            // First, so that whatever fails, nobody takes another piece for this one.
            self.pieces.push((piece.digest.clone(), piece.grouped.clone()));
            let foreign = || Error::Resources(format!("piece {} was made by another program", piece.digest));
            let no_room = self.no_room();
            for (group, fact) in &piece.grouped {
                let fact = self.tables.graph.fact(&mut self.hands[0].pen, fact).map_err(&no_room)?;
                if self.tables.graph.bucket(fact).map(Bucket::group) != Some(*group) {
                    return Err(foreign());
                }
            }
            for (said, index) in piece.lemmas.iter().zip(0..) {
                let asked = said.threshold;
                if restated(&self.tables.graph.game, asked, said.winner) != asked {
                    return Err(foreign());
                }
                let question = self.question(asked)?;
                let Tables { graph, lemmas } = &self.tables;
                let pen = &mut self.hands[0].pen;
                let spot = graph.spot(pen, &said.node).map_err(&no_room)?;
                let (kin, memory) = graph.kin(spot.node, graph.record(spot.node));
                let list = &graph.record(kin)[HEAD];
                // Lines come to a node that is its own image in several frames.
                let turns = graph.group.turns();
                for turn in turns.filter(|turn| graph.node_at(Spot { turn: *turn, ..spot }) == said.node) {
                    let back = graph.group.inverse(turn);
                    let mut conditions = Conditions::default();
                    for (facts, numbers) in
                        [(&said.absent, &mut conditions.absent), (&said.present, &mut conditions.present)]
                    {
                        for fact in facts {
                            let fact: FactNumber = graph.fact(pen, fact).map_err(&no_room)?;
                            numbers.push(graph.image(back, fact));
                        }
                    }
                    let buckets = said.groups.iter().map(|group| Bucket::of_group(*group));
                    buckets.for_each(|bucket| conditions.buckets.insert(bucket));
                    for &(scope, player, stones, points) in &said.patterns {
                        let pattern = Pattern { scope, player, stones, points };
                        conditions.patterns.push(graph.group.pattern(&graph.game, back, &pattern));
                    }
                    conditions.tidy();
                    let kind = question.kind(graph.group.exchanges(turn), said.winner == Colour::Black);
                    let claim = Claim { node: spot.node, kind, memory, effort: GREATEST_EFFORT };
                    let number = Some(self.assumed.len() as u32);
                    let added = lemmas.add(Some(list), claim, &conditions, number, &mut cursor, graph);
                    added.map_err(&no_room)?;
                    self.assumed.push(Assumed { piece: at as u32, lemma: index, turn });
                }
            }
        }
        Ok(())
    }
}
