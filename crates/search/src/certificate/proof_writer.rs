//! What the proof search has found, as a certificate: the lemmas that a value rests on, gathered from the
//! tables.

use std::collections::BTreeSet;

use ahash::{HashMap, HashSet};
use kosolver_board::Colour;
use kosolver_rules::{Fact, Step, Threshold};

use crate::certificate::{
    Certificate, Cited as Citing, Encoder, Grounds, GroupSet, Kind, Says, Statement, step_with,
};
use crate::concurrent::{Full, NONE};
use crate::error::Error;
use crate::graph::{Edge, FactNumber, NodeNumber, Pen, Row, Spot, Turn, facts as facts_of};
use crate::lemma::{Bucket, Citation, Claim, Lemma, Pattern, effort};
use crate::prover::{Prover, last};
use crate::request::Request;
use crate::tables::Tables;

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
    /// The pieces that it rests on, by their places in the header.
    pieces: Vec<u32>,
    /// The bytes of what is kept while lemmas are written.
    pub(super) kept: usize,
}

/// Lemmas that took so many nodes are of use to other searches; of a large proof, those that took such a part of
/// it.
const FOR_OTHERS: u64 = 2;
const PART_FOR_OTHERS: u64 = 1 << 12;

/// After so many lemmas it is seen whether there is still room.
pub(super) const STRIDE: usize = 1 << 10;

/// What is cited for an edge: its number, or [`NONE`] for the end of the game, and the turn from
/// the frame that it is written in.
#[derive(Clone, Copy)]
pub(super) struct Cited {
    pub edge: u16,
    pub turn: Turn,
    pub number: u32,
}

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
        ProofWriter { prover, kinds, places, pen: Pen::default(), pieces: Vec::new(), kept: 0 }
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

    /// What a lemma of a kind, of a node in the frame that a turn leads to, cites for an edge.
    pub(super) fn cited(
        &self,
        row: Row,
        (node, turn): (NodeNumber, Turn),
        kind: u32,
        citation: Citation,
    ) -> Result<(u16, Option<(Source, Turn)>), Full> {
        let graph = &self.prover.tables.graph;
        let edge = row.edge(usize::from(citation.index));
        let next = graph.after(Spot { node, turn }, &edge)?;
        // The same claim in the frame of the next node.
        let kind = if graph.group.exchanges(edge.turn) { self.prover.exchanged_kind(kind) } else { kind };
        // Each is written once, in the frame that its node is kept in.
        let cited = |next: Spot| (self::source(citation.lemma, Spot { turn: 0, ..next }, kind), next.turn);
        Ok((citation.index, next.map(cited)))
    }

    /// Writes something, with the moves of its node and what it rests on.
    pub(super) fn write_source(
        &self,
        (source, row, citations): (Source, Row, &[Citation]),
        cited: &[Cited],
        encoder: &mut Encoder,
    ) -> Result<(), Full> {
        let (kind, spot, lemma) = match source {
            Source::Exit { spot, kind } => (kind, spot, Lemma::PLAIN),
            Source::Lemma(lemma, turn) => {
                let claim = self.prover.tables.lemmas.claim(lemma);
                (claim.kind, Spot { node: claim.node, turn }, lemma)
            }
        };
        let graph = &self.prover.tables.graph;
        let exchanges = graph.group.exchanges(spot.turn);
        let node = graph.node_at(spot);
        let edges: Vec<Edge> = row.edges().collect();
        let steps = graph.game.steps(&node);
        let step = |edge: u16| {
            let edge = &edges[usize::from(edge)];
            let present = graph.extra(edge).into_iter().flat_map(|extra| extra.present());
            let present: Vec<Fact> =
                present.map(|fact| graph.get_fact(graph.image(spot.turn, fact))).collect();
            step_with(&steps, graph.group.made(spot.turn, edge.made), &present)
        };
        let number = |cited: &Cited| (cited.number != NONE).then(|| (cited.number.into(), cited.turn));
        let mut grounds: Vec<(usize, Option<Citing>)> =
            cited.iter().map(|cited| (step(cited.edge), number(cited))).collect();
        grounds.sort_unstable();
        let black_wins = (kind & 1 == 1) != exchanges;
        let is_decided = graph.decided.is_some() && lemma != Lemma::PLAIN && cited.is_empty();
        let assumed = self.prover.tables.lemmas.assumed(lemma);
        let grounds = if let Some(assumed) = assumed {
            let assumed = &self.prover.assumed[assumed as usize];
            let place = self.pieces.binary_search(&assumed.piece).unwrap_or_default();
            let turn = graph.group.then(graph.group.inverse(assumed.turn), spot.turn);
            Grounds::Assumed(place as u64, (assumed.lemma.into(), turn))
        } else if is_decided {
            Grounds::Decided
        } else if black_wins != (node.to_move == Colour::Black) {
            Grounds::Loss { then: grounds.into_iter().filter_map(|(_, cited)| cited).collect() }
        } else {
            let (step, then) = grounds.first().copied().unwrap_or_else(|| (exit_step(&steps), None));
            Grounds::Win { step, then }
        };
        let turned = |fact: FactNumber| graph.image(spot.turn, fact).0;
        let (_, present) = self.prover.tables.lemmas.conditions(lemma);
        let buckets = self.prover.tables.lemmas.buckets(lemma);
        let own = match source {
            Source::Lemma(lemma, _) => Own::of(&self.prover.tables, row, lemma, citations)?,
            Source::Exit { .. } => Own::default(),
        };
        let patterns = own.patterns.into_iter();
        let groups = || buckets.all().map(Bucket::group).collect();
        let statement = Statement {
            kind: self.place(kind, spot.turn),
            node: &node,
            absent: own.absent.into_iter().map(turned).collect(),
            groups: (!buckets.is_empty()).then_some(GroupSet { key: lemma.0, groups: &groups }),
            present: facts_of(present).map(turned).collect(),
            patterns: patterns.map(|pattern| graph.group.pattern(&graph.game, spot.turn, &pattern)).collect(),
            grounds,
        };
        encoder.lemma(statement);
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
    fn add(&mut self, fact: FactNumber) {
        if self.known.insert(fact) {
            self.facts.push(fact);
        }
    }

    pub(super) fn bytes(&self) -> usize {
        list_bytes(&self.facts) + table_bytes::<FactNumber>(self.known.capacity())
    }
}

/// Lists the facts that a lemma speaks of in the frame that a turn leads to, and if it has buckets those that the steps
/// of its node ask for.
pub(super) fn facts_of_lemma(
    tables: &Tables,
    (lemma, turn): (Lemma, Turn),
    row: Row,
    citations: &[Citation],
    list: &mut FactList,
) -> Result<(), Full> {
    let Tables { graph, lemmas } = tables;
    let turned = |fact: FactNumber| graph.image(turn, fact);
    let (_, present) = lemmas.conditions(lemma);
    let buckets = lemmas.buckets(lemma);
    let listed = |fact: &FactNumber| graph.bucket(*fact).is_some_and(|bucket| buckets.has(bucket));
    // What is not written is carried back by the checker; of a group it knows the facts that are listed, and their
    // images.
    let own = Own::of(tables, row, lemma, citations)?;
    own.absent.into_iter().chain(facts_of(present)).map(turned).for_each(|fact| list.add(fact));
    own.carried.into_iter().filter(listed).map(|fact| graph.least(fact)).for_each(|fact| list.add(fact));
    // What another certificate proves asks for what is listed with it.
    if lemmas.assumed(lemma).is_none() && !buckets.is_empty() {
        for edge in row.edges() {
            let guards = graph.extra(&edge).into_iter().flat_map(|extra| extra.absent());
            let facts = guards.chain(graph.forbids(&edge)).filter(listed);
            facts.map(|fact| graph.least(fact)).for_each(|fact| list.add(fact));
        }
    }
    Ok(())
}

/// What is written of the conditions of a lemma where the checker carries back those of what it cites.
#[derive(Default)]
struct Own {
    absent: Vec<FactNumber>,
    patterns: Vec<Pattern>,
    /// What need not be written.
    carried: Vec<FactNumber>,
}

impl Own {
    /// Of a lemma with the moves of its node and what it rests on.
    fn of(tables: &Tables, row: Row, lemma: Lemma, citations: &[Citation]) -> Result<Own, Full> {
        let Tables { graph, lemmas } = tables;
        let Claim { node, kind, .. } = lemmas.claim(lemma);
        let mover_wins = (kind & 1 == 1) == (graph.face(graph.record(node)).mover == Colour::Black);
        let (mut carried, mut before) = (Vec::new(), Vec::new());
        for citation in citations {
            let edge = row.edge(usize::from(citation.index));
            tables.absent_before(&edge, citation.lemma, &mut carried, &mut before)?;
            if mover_wins {
                carried.extend(graph.forbids(&edge));
            }
        }
        if lemmas.assumed(lemma).is_some() {
            carried.extend(facts_of(lemmas.conditions(lemma).0));
        }
        if citations.is_empty() {
            // A decided position is seen to have its patterns, and a piece has them.
            before.extend(lemmas.patterns(lemma).iter(graph));
        }
        carried.sort_unstable();
        carried.dedup();
        // Guards tell which steps apply before anything is carried back.
        let extras = row.edges().filter_map(|edge| graph.extra(&edge));
        let guards: Vec<FactNumber> =
            extras.flat_map(|extra| extra.absent().chain(extra.present())).collect();
        let is_new = |fact: &FactNumber| carried.binary_search(fact).is_err() || guards.contains(fact);
        let absent = facts_of(lemmas.conditions(lemma).0).filter(is_new).collect();
        let is_guard = |pattern: &Pattern| {
            let mut said = guards.iter().map(|fact| last(graph, *fact));
            said.any(|(scope, position)| scope == pattern.scope && pattern.matches(position))
        };
        let is_new = |pattern: &Pattern| !before.contains(pattern) || is_guard(pattern);
        let mut patterns: Vec<Pattern> = lemmas.patterns(lemma).iter(graph).filter(is_new).collect();
        patterns.sort_unstable();
        Ok(Own { absent, patterns, carried })
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

/// The step that ends the game whatever the history.
fn exit_step(steps: &[Step]) -> usize {
    let ends = |step: &Step| matches!(step.then, kosolver_rules::Then::End(_));
    let exit = steps.iter().position(|step| ends(step) && step.is_unconditional());
    let Some(exit) = exit else { unreachable!("a node with an exit has the step") };
    exit
}
