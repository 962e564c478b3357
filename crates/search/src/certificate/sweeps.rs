//! A certificate where the search has kept nothing of what its lemmas rest on, and has forgotten no lemma: two
//! sweeps over the tables. The first finds that again, and keeps a few bytes for each lemma; the second writes it.

use std::panic::resume_unwind;

use ahash::HashMap;

use super::grounds::GroundsFinder;
use super::proof_writer::{FactList, ProofWriter, Source, list_bytes, map_bytes};
use super::reasons::{Found, Reason, Reasons};
use crate::certificate::{Certificate, Encoder, Grounds, GroupSet, Says, Statement, exit_step};
use crate::concurrent::Full;
use crate::error::Error;
use crate::graph::{FactNumber, NodeNumber, Pen, Spot, Turn, facts as facts_of};
use crate::lemma::{Bucket, Citation, Claim, Lemma};
use crate::meter::Activity;
use crate::request::Request;
use crate::snapshot::NumberSet;
use crate::tables::Tables;

/// After so many lemmas it is seen whether there is still room.
const STRIDE: u32 = 1 << 10;

/// What is found of so many lemmas is kept together.
const BLOCK: u32 = if cfg!(test) { 1 << 5 } else { 1 << 14 };

/// A thread is not worth starting for fewer lemmas.
const FEW: usize = if cfg!(test) { 1 << 2 } else { 1 << 8 };

/// What a thread finds reasons with.
#[derive(Default)]
struct Hand {
    pen: Pen,
    citations: Vec<Citation>,
    found: Found,
}

/// What the first sweep finds, from the last lemma to the first: all that a lemma rests on has smaller numbers.
struct Finding<'a> {
    writer: &'a ProofWriter<'a>,
    finder: GroundsFinder,
    roots: Vec<(Lemma, Turn)>,
    hands: Vec<Hand>,
    needed: NumberSet,
    facts: FactList,
    /// Which kinds of the certificate its lemmas are of.
    kinds: Vec<bool>,
    /// The reasons of the lemmas that are needed, in the order of their numbers, by block.
    blocks: Vec<Box<[u8]>>,
    /// Those of the lemmas that make claims, in the frame of the game where that is another.
    turned: HashMap<(Lemma, Turn), Box<[u8]>>,
    /// The bytes of both.
    kept: usize,
}

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

impl<'a> Finding<'a> {
    /// All that some lemmas rest on.
    fn of(writer: &'a ProofWriter<'a>, roots: &[Option<Source>]) -> Result<Finding<'a>, Error> {
        let lemmas = &writer.prover.tables.lemmas;
        let mut finding = Finding {
            writer,
            finder: GroundsFinder::new(writer.prover),
            roots: Vec::new(),
            hands: (0..writer.threads).map(|_| Hand::default()).collect(),
            needed: NumberSet::none(lemmas.len().into()),
            facts: FactList::default(),
            kinds: vec![false; writer.kinds.len()],
            blocks: Vec::new(),
            turned: HashMap::default(),
            kept: 0,
        };
        for root in roots.iter().flatten() {
            let (kind, turn) = match *root {
                Source::Lemma(lemma, turn) => {
                    finding.needed.insert(lemma.0);
                    finding.roots.push((lemma, turn));
                    (lemmas.claim(lemma).kind, turn)
                }
                Source::Exit { spot, kind } => (kind, spot.turn),
            };
            finding.kinds[writer.place(kind, turn)] = true;
        }
        for first in (0..lemmas.len()).step_by(BLOCK as usize).rev() {
            finding.find_block(first, lemmas.len().min(first + BLOCK))?;
        }
        finding.blocks.reverse();
        Ok(finding)
    }

    /// Sees whether there is room, and whether it is to go on, with so many lemmas left.
    fn see_to(&self, left: u32) -> Result<(), Error> {
        let bytes = self.finder.bytes() + self.facts.bytes() + self.kept;
        let bytes = bytes + self.hands.iter().map(|hand| hand.found.bytes()).sum::<usize>();
        self.writer.see_to(bytes, self.writer.prover.tables.lemmas.len() - left)
    }

    /// Finds what the lemmas with some numbers rest on, those of them that are needed.
    fn find_block(&mut self, first: u32, end: u32) -> Result<(), Error> {
        self.see_to(end)?;
        if self.hands.len() == 1 {
            for lemma in (first..end).rev() {
                if lemma.is_multiple_of(STRIDE) {
                    self.see_to(lemma)?;
                }
                if self.needed.has(lemma) {
                    self.find(&[lemma])?;
                }
            }
        } else {
            // In rounds: what one finds the next may need.
            let mut is_found = vec![false; (end - first) as usize];
            loop {
                let is_new = |lemma: &u32| {
                    self.needed.has(*lemma)
                        && !std::mem::replace(&mut is_found[(lemma - first) as usize], true)
                };
                let new: Vec<u32> = (first..end).rev().filter(is_new).collect();
                if new.is_empty() {
                    break;
                }
                self.find(&new)?;
                self.see_to(first)?;
            }
        }
        self.keep_block();
        Ok(())
    }

    /// Finds what some lemmas rest on, and marks that as needed.
    fn find(&mut self, of: &[u32]) -> Result<(), Error> {
        let Finding { writer, finder, roots, hands, needed, .. } = self;
        let (tables, finder, roots) = (&writer.prover.tables, &*finder, &roots[..]);
        let threads = (of.len() / FEW).clamp(1, hands.len());
        let before: Vec<usize> = hands.iter().map(|hand| hand.found.entries.len()).collect();
        let work = |hand: &mut Hand, part: &[u32]| {
            part.iter().try_for_each(|lemma| {
                let lemma = Lemma(*lemma);
                // Those that make the claims are in the frame of the game, too.
                let turns = roots.iter().filter(|(root, turn)| *root == lemma && *turn != 0);
                let turns = turns.map(|(_, turn)| *turn).chain([0]);
                hand.found.add((tables, finder), (&mut hand.pen, &mut hand.citations), lemma, turns)
            })
        };
        let mut parts = of.chunks(of.len().div_ceil(threads)).zip(&mut hands[..]);
        let own = parts.next();
        let done = std::thread::scope(|scope| {
            let others: Vec<_> = parts.map(|(part, hand)| scope.spawn(move || work(hand, part))).collect();
            let own = own.map_or(Ok(()), |(part, hand)| work(hand, part));
            others.into_iter().fold(own, |done, other| {
                let other: Result<(), Full> = other.join().unwrap_or_else(|thrown| resume_unwind(thrown));
                done.and(other)
            })
        });
        done.map_err(writer.prover.no_room())?;
        for (hand, before) in hands.iter().zip(before) {
            for place in before..hand.found.entries.len() {
                let lemma = hand.found.entries[place].0;
                for reason in reasons_of(writer, lemma, hand.found.get(place).0) {
                    if let Reason::Lemma(cited, _) = reason {
                        needed.insert(cited.0);
                    }
                }
            }
        }
        Ok(())
    }

    /// Keeps what has been found of a block, and lists facts, from its last lemma to its first.
    fn keep_block(&mut self) {
        let Finding { writer, hands, facts, kinds, blocks, turned, kept, .. } = self;
        let graph = &writer.prover.tables.graph;
        let mut entries: Vec<(Lemma, usize, usize)> = Vec::new();
        for (hand, number) in hands.iter().zip(0..) {
            entries.extend(hand.found.entries.iter().zip(0..).map(|(entry, place)| (entry.0, number, place)));
        }
        entries.sort_by_key(|(lemma, ..)| std::cmp::Reverse(*lemma));
        for (lemma, hand, place) in &entries {
            let found = &hands[*hand].found;
            let (bytes, listed) = found.get(*place);
            listed.iter().for_each(|fact| facts.add(*fact));
            let (turn, kind) = (found.entries[*place].1, writer.prover.tables.lemmas.claim(*lemma).kind);
            kinds[writer.place(kind, 0)] = true;
            for reason in reasons_of(writer, *lemma, bytes) {
                if let Reason::Exit(_, to) = reason {
                    let exchanges = graph.group.exchanges(to) != graph.group.exchanges(turn);
                    kinds[writer.place(writer.kind_of_exit(kind, exchanges), 0)] = true;
                }
            }
            if turn != 0 {
                *kept += bytes.len();
                turned.insert((*lemma, turn), bytes.into());
            }
        }
        let own = entries.iter().rev().map(|(_, hand, place)| (&hands[*hand].found, *place));
        let own = own.filter(|(found, place)| found.entries[*place].1 == 0);
        let block: Vec<u8> = own.flat_map(|(found, place)| found.get(place).0).copied().collect();
        *kept += block.len();
        blocks.push(block.into());
        hands.iter_mut().for_each(|hand| hand.found.clear());
    }
}

/// What a lemma rests on by what has been found.
fn reasons_of(writer: &ProofWriter, lemma: Lemma, bytes: &[u8]) -> Vec<Reason> {
    writer.reasons(bytes).reasons(lemma, writer.mover_wins(lemma))
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
