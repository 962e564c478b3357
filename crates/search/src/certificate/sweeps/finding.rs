//! The first sweep.

use std::panic::resume_unwind;

use ahash::HashMap;

use super::{BLOCK, STRIDE};
use crate::certificate::grounds::GroundsFinder;
use crate::certificate::proof_writer::{FactList, ProofWriter, Source};
use crate::certificate::reasons::{Found, Reason};
use crate::concurrent::Full;
use crate::error::Error;
use crate::graph::{Pen, Turn};
use crate::lemma::{Citation, Lemma};
use crate::snapshot::NumberSet;

/// A thread is not worth starting for fewer lemmas.
const FEW: usize = if cfg!(test) { 1 << 2 } else { 1 << 8 };

/// What a thread finds reasons with.
#[derive(Default)]
pub(super) struct Hand {
    pen: Pen,
    citations: Vec<Citation>,
    found: Found,
}

/// What the first sweep finds, from the last lemma to the first: all that a lemma rests on has smaller numbers.
pub(super) struct Finding<'a> {
    writer: &'a ProofWriter<'a>,
    pub finder: GroundsFinder,
    roots: Vec<(Lemma, Turn)>,
    pub hands: Vec<Hand>,
    pub needed: NumberSet,
    pub facts: FactList,
    /// Which kinds of the certificate its lemmas are of.
    pub kinds: Vec<bool>,
    /// The reasons of the lemmas that are needed, in the order of their numbers, by block.
    pub blocks: Vec<Box<[u8]>>,
    /// Those of the lemmas that make claims, in the frame of the game where that is another.
    pub turned: HashMap<(Lemma, Turn), Box<[u8]>>,
    /// The bytes of both.
    pub kept: usize,
}

impl<'a> Finding<'a> {
    /// All that some lemmas rest on.
    pub(super) fn of(writer: &'a ProofWriter<'a>, roots: &[Option<Source>]) -> Result<Finding<'a>, Error> {
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
