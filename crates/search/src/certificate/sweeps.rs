//! A certificate where the search has kept nothing of what its lemmas rest on, and has forgotten no lemma: two
//! sweeps over the tables. The first finds that again, and keeps a few bytes for each lemma; the second writes it.

mod finding;

use ahash::HashMap;

use self::finding::Finding;
use super::proof_writer::{ProofWriter, Source, list_bytes, map_bytes};
use super::reasons::{Reason, Reasons};
use crate::certificate::{Certificate, Encoder, Grounds, GroupSet, Says, Statement, exit_step};
use crate::error::Error;
use crate::graph::{FactNumber, NodeNumber, Spot, Turn, facts as facts_of};
use crate::lemma::{Bucket, Claim, Lemma};
use crate::meter::Activity;
use crate::request::Request;
use crate::snapshot::NumberSet;
use crate::tables::Tables;

/// After so many lemmas it is seen whether there is still room.
const STRIDE: u32 = 1 << 10;

/// What is found of so many lemmas is kept together.
const BLOCK: u32 = if cfg!(test) { 1 << 5 } else { 1 << 14 };

/// What has been written.
struct Sweep<'a> {
    writer: &'a ProofWriter<'a>,
    encoder: Encoder,
    /// The lemmas that are needed, and the number of each that has been written, in the same order.
    needed: NumberSet,
    numbers: Vec<u32>,
    /// Those of nodes whose players end the game, by the kind of what that proves.
    exits: HashMap<(NodeNumber, u32), u32>,
}

impl ProofWriter<'_> {
    /// The certificate of some claims, of which these are the roots.
    pub(super) fn write_in_sweeps(
        &mut self,
        roots: &[Option<Source>],
        request: &Request,
        says: Says,
    ) -> Result<Certificate, Error> {
        let found = Finding::of(self, roots)?;
        let Finding { finder, hands, needed, mut facts, kinds, mut blocks, turned, kept, .. } = found;
        drop((finder, hands));
        self.keep_kinds(&kinds);
        self.rest_on_pieces_of(needed.iter().map(Lemma));
        self.list_facts_of_pieces(&mut facts)?;
        let needed = needed.counted();
        self.kept = kept + needed.bytes();
        let encoder = self.encoder(&facts.facts);
        drop(facts);
        let (numbers, exits) = (Vec::new(), HashMap::default());
        let mut sweep = Sweep { writer: self, encoder, numbers, needed, exits };
        sweep.write_all(&mut blocks)?;
        // Claims are about the game, so their lemmas are in its frame.
        let number = |root: &Option<Source>| {
            let number = match root.as_ref()? {
                Source::Lemma(lemma, turn) => match turned.get(&(*lemma, *turn)) {
                    None => sweep.number(*lemma),
                    Some(bytes) => sweep.write(*lemma, *turn, &mut self.reasons(bytes)),
                },
                Source::Exit { spot, kind } => sweep.write_exit(*spot, *kind),
            };
            Some(u64::from(number))
        };
        let mut claims: Vec<Option<u64>> = roots.iter().map(number).collect();
        if matches!(says, Says::Claim(..)) {
            let others = sweep
                .needed
                .iter()
                .map(Lemma)
                .filter(|lemma| self.is_for_others(*lemma, sweep.needed.len() as usize));
            claims.extend(others.map(|lemma| Some(sweep.number(lemma).into())));
        }
        Ok(sweep.encoder.finish(request, says, &claims))
    }

    /// Sees whether there is room for so many bytes, and whether it is to go on after so many steps.
    fn see_to(&self, bytes: usize, steps: u32) -> Result<(), Error> {
        let (meter, lemmas) = (&self.prover.meter, self.prover.tables.lemmas.len());
        if meter.is_interrupted() {
            return Err(Error::Interrupted { saved: false });
        }
        meter.is_at(Activity::WritingCertificate { steps: steps.into(), of: 2 * u64::from(lemmas) });
        self.check_room(bytes)
    }

    /// A reader of what has been found.
    fn reasons<'a>(&self, bytes: &'a [u8]) -> Reasons<'a> {
        Reasons { bytes, order: self.prover.tables.graph.group.order() }
    }

    /// The kind of the lemma by which the player to move at a next node ends the game, for a lemma of a kind: whether
    /// the frames of their nodes have different colours.
    fn kind_of_exit(&self, kind: u32, exchanges: bool) -> u32 {
        if exchanges { self.prover.exchanged_kind(kind) } else { kind }
    }
}

impl Sweep<'_> {
    /// Writes all that is needed.
    fn write_all(&mut self, blocks: &mut [Box<[u8]>]) -> Result<(), Error> {
        self.numbers.reserve_exact(self.needed.len() as usize);
        let all = self.writer.prover.tables.lemmas.len();
        for (block, first) in blocks.iter_mut().zip((0..).step_by(BLOCK as usize)) {
            let bytes = std::mem::take(block);
            let mut reasons = self.writer.reasons(&bytes);
            for lemma in first..all.min(first + BLOCK) {
                if lemma.is_multiple_of(STRIDE) {
                    let bytes = list_bytes(&self.numbers) + map_bytes(&self.exits) + self.encoder.bytes();
                    self.writer.see_to(bytes, all + lemma)?;
                }
                if self.needed.has(lemma) {
                    let number = self.write(Lemma(lemma), 0, &mut reasons);
                    self.numbers.push(number);
                }
            }
        }
        Ok(())
    }

    /// The number of a lemma that has been written.
    fn number(&self, lemma: Lemma) -> u32 {
        self.numbers[self.needed.rank(lemma.0) as usize]
    }

    /// Writes a lemma in the frame that a turn leads to; those it rests on have been written. Its number.
    fn write(&mut self, lemma: Lemma, turn: Turn, reasons: &mut Reasons) -> u32 {
        let writer = self.writer;
        let Tables { graph, lemmas } = &writer.prover.tables;
        let Claim { node, kind, .. } = lemmas.claim(lemma);
        let turned = |fact: FactNumber| graph.image(turn, fact).0;
        let (absent, present) = lemmas.conditions(lemma);
        let absent = reasons.written(facts_of(absent)).into_iter().map(turned).collect();
        let mut patterns = reasons.written(lemmas.patterns(lemma).iter(graph));
        patterns.sort_unstable();
        let mover_wins = writer.mover_wins(lemma);
        let (mut then, mut step) = (Vec::new(), 0);
        let moves = reasons.number();
        for _ in 0..moves {
            if mover_wins {
                step = reasons.number() as usize;
            }
            then.extend(match reasons.reason(lemma) {
                Reason::Ends => None,
                Reason::Lemma(cited, to) => Some((u64::from(self.number(cited)), to)),
                Reason::Exit(next, to) => {
                    let exchanges = graph.group.exchanges(to) != graph.group.exchanges(turn);
                    Some((self.exit(next, writer.kind_of_exit(kind, exchanges)).into(), to))
                }
            });
        }
        let grounds = if let Some(assumed) = lemmas.assumed(lemma) {
            let (piece, cited, own) = writer.assumed(assumed);
            Grounds::Assumed(piece, (cited, graph.group.then(graph.group.inverse(own), turn)))
        } else if graph.decided.is_some() && moves == 0 {
            Grounds::Decided
        } else if mover_wins {
            Grounds::Win { step, then: then.first().copied() }
        } else {
            Grounds::Loss { then }
        };
        let buckets = lemmas.buckets(lemma);
        let groups = || buckets.all().map(Bucket::group).collect();
        let statement = Statement {
            kind: writer.place(kind, turn),
            node: &graph.node_at(Spot { node, turn }),
            absent,
            groups: (!buckets.is_empty()).then_some(GroupSet { key: lemma.0, groups: &groups }),
            present: facts_of(present).map(turned).collect(),
            patterns: patterns.iter().map(|one| graph.group.pattern(&graph.game, turn, one)).collect(),
            grounds,
        };
        self.add(statement)
    }

    /// Writes that the player to move at a node wins by ending the game; the kind is in the node's frame.
    fn write_exit(&mut self, spot: Spot, kind: u32) -> u32 {
        let graph = &self.writer.prover.tables.graph;
        let node = graph.node_at(spot);
        self.add(Statement {
            kind: self.writer.place(kind, spot.turn),
            node: &node,
            absent: Vec::new(),
            groups: None,
            present: Vec::new(),
            patterns: Vec::new(),
            grounds: Grounds::Win { step: exit_step(&graph.game.steps(&node)), then: None },
        })
    }

    fn add(&mut self, statement: Statement) -> u32 {
        // The numbers of a certificate that fits into memory do.
        let number = self.encoder.count() as u32;
        self.encoder.lemma(statement);
        number
    }

    /// The number of what ends the game; it is written if it has not been.
    fn exit(&mut self, node: NodeNumber, kind: u32) -> u32 {
        if let Some(number) = self.exits.get(&(node, kind)) {
            return *number;
        }
        let number = self.write_exit(Spot { node, turn: 0 }, kind);
        self.exits.insert((node, kind), number);
        number
    }
}

#[cfg(test)]
mod tests {
    use kosolver_board::{Colour, Position};
    use kosolver_rules::{Game, Score, Threshold};

    use super::*;
    use crate::meter::Meter;
    use crate::prover::Prover;
    use crate::request::Resources;

    /// Under `ssk` facts are listed, under `nssk` groups, and under `fixed` nodes have more than a position.
    #[test]
    fn several_threads_write_what_one_writes() {
        let mut written = 0;
        for (board, rules) in
            [("3x3", "psk"), ("1x6", "ssk"), ("1x6", "nssk"), ("2x3", "fixed"), ("1x5", "spight")]
        {
            let game = Game::new(board.parse().unwrap(), rules.parse().unwrap()).unwrap();
            let mut prover = Prover::new(game.clone(), &Resources::default(), Meter::default()).unwrap();
            let (node, facts) = game.start(Position::EMPTY, Colour::Black);
            prover.restart((node, facts.to_vec())).unwrap();
            let request = Request::empty(game.clone());
            for score in [-1, 1, 2, 4, 9] {
                let claim = Threshold::at_least(Score::points(score));
                prover.decide(claim).unwrap();
                let [one, three] = [1, 3].map(|threads| {
                    let mut writer = ProofWriter::new(&mut prover, |threshold, _| threshold);
                    writer.threads = threads;
                    let says = Says::Value(Score::ZERO);
                    writer.write(&[Some(claim)], &request, says).unwrap()
                });
                assert_eq!(one.parts(), three.parts(), "{board} {rules} {score}");
                written += one.lemmas();
            }
        }
        assert!(written > 1500, "{written}");
    }
}
