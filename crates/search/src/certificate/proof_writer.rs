//! What the proof search has found, as a certificate: the lemmas that a value rests on, gathered from the
//! tables.

use std::collections::BTreeSet;

use ahash::{HashMap, HashSet};
use kosolver_board::Colour;
use kosolver_rules::Threshold;

use crate::certificate::{Certificate, Encoder, Kind, Says};
use crate::error::Error;
use crate::graph::{FactNumber, Pen, Spot, Turn};
use crate::lemma::{Bucket, Lemma, effort, winner};
use crate::prover::Prover;
use crate::request::Request;

/// Something that a certificate of the proof search writes as a lemma, in the frame that a turn
/// leads to.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Source {
    Lemma(Lemma, Turn),
    /// The player to move at this node wins by ending the game; the kind is in its frame.
    Exit {
        spot: Spot,
        kind: u32,
    },
}

/// Writes what two claims rest on: that Black reaches the value, and that he gets no more.
pub(crate) struct ProofWriter<'a> {
    pub(super) prover: &'a mut Prover,
    pub(super) kinds: Vec<Kind>,
    /// The places of kinds, by whether the frame of a lemma has the colours exchanged, and its kind.
    places: [Vec<usize>; 2],
    pen: Pen,
    /// How many threads find what lemmas rest on.
    pub(super) threads: u32,
    /// The pieces that it rests on, by their places in the header.
    pieces: Vec<u32>,
    /// The bytes of what is kept while lemmas are written.
    pub(super) kept: usize,
}

/// Lemmas that took so many nodes are of use to other searches; of a large proof, those that took such a part of
/// it.
const FOR_OTHERS: u64 = 2;
const PART_FOR_OTHERS: u64 = 1 << 12;

impl<'a> ProofWriter<'a> {
    /// `restated` says what the kinds of the search's lemmas amount to in the certificate.
    pub(crate) fn new(
        prover: &'a mut Prover,
        restated: impl Fn(Threshold, Colour) -> Threshold,
    ) -> ProofWriter<'a> {
        let mut kinds: Vec<Kind> = Vec::new();
        let places = [false, true].map(|exchanges| {
            let mut places = Vec::new();
            for threshold in prover.thresholds() {
                for winner in [Colour::White, Colour::Black] {
                    // In the frame of the game.
                    let (threshold, winner) = if exchanges {
                        (prover.exchanged(*threshold), !winner)
                    } else {
                        (*threshold, winner)
                    };
                    let kind = Kind { threshold: restated(threshold, winner), winner, endless: false };
                    places.push(kinds.iter().position(|known| *known == kind).unwrap_or(kinds.len()));
                    if !kinds.contains(&kind) {
                        kinds.push(kind);
                    }
                }
            }
            places
        });
        let graph = &prover.tables.graph;
        // What is pulled gets its numbers as it comes up, and a certificate has facts in the order of their numbers.
        let threads = if graph.eager { 1 } else { graph.budget.threads() };
        let (pen, pieces) = (Pen::default(), Vec::new());
        ProofWriter { prover, kinds, places, pen, threads, pieces, kept: 0 }
    }

    /// Writes the lemmas that decide the start at these thresholds, and all they rest on.
    ///
    /// # Errors
    /// [`Error::Memory`] if there is no room for it, and [`Error::Interrupted`].
    pub(crate) fn write(
        mut self,
        claims: &[Option<Threshold>],
        request: &Request,
        says: Says,
    ) -> Result<Certificate, Error> {
        let roots = self.roots(claims);
        // To find what lemmas rest on, moves are generated again that searching has dropped.
        self.prover.fill_all();
        let written = self.write_in_sweeps(&roots, request, says);
        self.prover.share_again();
        written
    }

    /// The place among the kinds of the certificate of a kind of lemma, in the frame that a turn leads to.
    pub(super) fn place(&self, kind: u32, turn: Turn) -> usize {
        self.places[usize::from(self.prover.tables.graph.group.exchanges(turn))][kind as usize]
    }

    /// Has only those kinds that lemmas are of.
    pub(super) fn keep_kinds(&mut self, used: &[bool]) {
        let places =
            used.iter().scan(0, |next, used| Some(std::mem::replace(next, *next + usize::from(*used))));
        let places: Vec<usize> = places.collect();
        let kinds = std::mem::take(&mut self.kinds).into_iter().zip(used);
        self.kinds = kinds.filter_map(|(kind, used)| used.then_some(kind)).collect();
        self.places.iter_mut().flatten().for_each(|place| *place = places[*place]);
    }

    /// For lemmas that speak of these facts.
    pub(super) fn encoder(&self, facts: &[FactNumber]) -> Encoder {
        let graph = &self.prover.tables.graph;
        let group = |fact| graph.bucket(fact).map(Bucket::group);
        let listed = facts.iter().map(|fact| (fact.0, graph.get_fact(*fact), group(*fact)));
        Encoder::new(&self.kinds, &graph.group, self.digests(), listed)
    }

    /// The lemmas that decide the start at these thresholds.
    fn roots(&mut self, claims: &[Option<Threshold>]) -> Vec<Option<Source>> {
        let spot = self.prover.here();
        let mut root = |claim: &Option<Threshold>| {
            let (lemma, kind) = self.prover.lemma((*claim)?)?;
            Some(source(lemma, spot, kind))
        };
        claims.iter().map(&mut root).collect()
    }

    /// Whether other files may rest on a lemma of so many: it took some work, and it is not theirs.
    pub(super) fn is_for_others(&self, lemma: Lemma, of: usize) -> bool {
        let lemmas = &self.prover.tables.lemmas;
        let least = FOR_OTHERS.max(of as u64 / PART_FOR_OTHERS);
        lemmas.assumed(lemma).is_none() && lemmas.claim(lemma).effort >= effort(least)
    }

    /// Whether the player to move wins by a lemma.
    pub(super) fn mover_wins(&self, lemma: Lemma) -> bool {
        let (tables, graph) = (&self.prover.tables, &self.prover.tables.graph);
        let claim = tables.lemmas.claim(lemma);
        graph.face(graph.record(claim.node)).mover == winner(claim.kind)
    }

    /// The place of the piece that proves what is assumed, the number of the lemma there, and the turn to the frame that
    /// it is kept in from its own.
    pub(super) fn assumed(&self, number: u32) -> (u64, u64, Turn) {
        let assumed = &self.prover.assumed[number as usize];
        let place = self.pieces.binary_search(&assumed.piece).unwrap_or_default();
        (place as u64, assumed.lemma.into(), assumed.turn)
    }

    /// Rests on the pieces of these lemmas, in the order of their numbers.
    pub(super) fn rest_on_pieces_of(&mut self, lemmas: impl Iterator<Item = Lemma>) {
        let Prover { tables, assumed, .. } = &*self.prover;
        let piece = |lemma| Some(assumed[tables.lemmas.assumed(lemma)? as usize].piece);
        self.pieces = Vec::from_iter(BTreeSet::from_iter(lemmas.filter_map(piece)));
    }

    /// The digests of the pieces that it rests on.
    fn digests(&self) -> Vec<String> {
        self.pieces.iter().map(|piece| self.prover.pieces[*piece as usize].0.clone()).collect()
    }

    /// Whether there is room for so many bytes beside the tables and what is kept.
    pub(super) fn check_room(&self, bytes: usize) -> Result<(), Error> {
        self.prover.check_room((self.kept + bytes) as u64)
    }

    /// Lists the facts of the groups of the pieces that it rests on.
    pub(super) fn list_facts_of_pieces(&mut self, facts: &mut FactList) -> Result<(), Error> {
        let graph = &self.prover.tables.graph;
        for piece in &self.pieces {
            for (_, fact) in &self.prover.pieces[*piece as usize].1 {
                let fact = graph.fact(&mut self.pen, fact).map_err(self.prover.no_room())?;
                facts.add(graph.least(fact));
            }
        }
        Ok(())
    }
}

/// Facts in the order in which they come up.
#[derive(Default)]
pub(super) struct FactList {
    pub facts: Vec<FactNumber>,
    known: HashSet<FactNumber>,
}

impl FactList {
    pub(super) fn add(&mut self, fact: FactNumber) {
        if self.known.insert(fact) {
            self.facts.push(fact);
        }
    }

    pub(super) fn bytes(&self) -> usize {
        list_bytes(&self.facts) + table_bytes::<FactNumber>(self.known.capacity())
    }
}

pub(super) fn list_bytes<T>(list: &Vec<T>) -> usize {
    size_of::<T>() * list.capacity()
}

/// The bytes of a table of so many places: of eight seven are used, and each has a byte of its own.
fn table_bytes<T>(capacity: usize) -> usize {
    size_of::<(T, u8)>() * capacity / 7 * 8
}

pub(super) fn map_bytes<K, V>(map: &HashMap<K, V>) -> usize {
    table_bytes::<(K, V)>(map.capacity())
}

fn source(lemma: Lemma, spot: Spot, kind: u32) -> Source {
    if lemma == Lemma::PLAIN { Source::Exit { spot, kind } } else { Source::Lemma(lemma, spot.turn) }
}
