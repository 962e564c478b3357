//! What lemmas rest on, in a few bytes each: the first sweep finds it, and the second writes it.
//!
//! Of a lemma in the frame that a turn leads to this is kept, as numbers: which of its facts A are written, and which
//! of its patterns; how many moves have reasons; if the player to move wins, the number of his step; and the reasons.
//! Each is 0 for the end of the game; else it is 1 more than `(how far before it the lemma is that is cited) << 1`, or
//! `node << 1 | 1` where the player to move at that node ends the game, times the number of turns, with the turn.

use kosolver_board::{Colour, Point, PointSet};
use kosolver_rules::{Fact, Move, Step};

use crate::certificate::packer::leb;
use crate::certificate::step_with;
use crate::concurrent::Full;
use crate::graph::{Edge, FactNumber, Graph, NodeNumber, Pen, Row, Spot, Turn, facts as facts_of};
use crate::lemma::{Citation, Claim, Lemma, Pattern, winner};
use crate::prover::last;
use crate::tables::Tables;

use super::grounds::GroundsFinder;
use super::proof_writer::list_bytes;

/// Why a move loses or wins.
pub(super) enum Reason {
    /// It ends the game.
    Ends,
    /// By a lemma, and the turn from the frame that it is kept in.
    Lemma(Lemma, Turn),
    /// The player to move at the next node ends the game; likewise.
    Exit(NodeNumber, Turn),
}

/// What has been found of some lemmas.
#[derive(Default)]
pub(super) struct Found {
    /// The reasons, one after another.
    bytes: Vec<u8>,
    /// The facts that they speak of, in the order in which they are listed.
    facts: Vec<FactNumber>,
    /// Of which lemma, in which frame, with the ends of its bytes and facts.
    pub entries: Vec<(Lemma, Turn, [usize; 2])>,
}

impl Found {
    /// The bytes it takes.
    pub(super) fn bytes(&self) -> usize {
        list_bytes(&self.bytes) + list_bytes(&self.facts) + list_bytes(&self.entries)
    }

    pub(super) fn clear(&mut self) {
        self.bytes.clear();
        self.facts.clear();
        self.entries.clear();
    }

    /// The bytes and the facts of an entry.
    pub(super) fn get(&self, place: usize) -> (&[u8], &[FactNumber]) {
        let [bytes, facts] = place.checked_sub(1).map_or([0, 0], |before| self.entries[before].2);
        let [bytes_end, facts_end] = self.entries[place].2;
        (&self.bytes[bytes..bytes_end], &self.facts[facts..facts_end])
    }

    /// Finds what a lemma rests on, as it is written in the frames that some turns lead to.
    pub(super) fn add(
        &mut self,
        (tables, finder): (&Tables, &GroundsFinder),
        (pen, citations): (&mut Pen, &mut Vec<Citation>),
        lemma: Lemma,
        turns: impl Iterator<Item = Turn>,
    ) -> Result<(), Full> {
        let (row, loose) = finder.citations(tables, pen, lemma, citations)?;
        let own = Own::of(tables, row, lemma, citations)?;
        for turn in turns {
            list_facts(tables, (lemma, turn), row, &own, &mut self.facts);
            self.write(tables, (lemma, turn), row, (&own, citations))?;
            self.entries.push((lemma, turn, [self.bytes.len(), self.facts.len()]));
        }
        loose.into_iter().for_each(|loose| Graph::discard(pen, loose));
        Ok(())
    }

    fn write(
        &mut self,
        Tables { graph, lemmas }: &Tables,
        (lemma, turn): (Lemma, Turn),
        row: Row,
        (own, citations): (&Own, &[Citation]),
    ) -> Result<(), Full> {
        let Claim { node, kind, .. } = lemmas.claim(lemma);
        let spot = Spot { node, turn };
        let mover_wins = winner(kind) == graph.face(graph.record(node)).mover;
        for places in [&own.absent, &own.patterns] {
            self.number(places.len() as u64);
            gaps(places).for_each(|gap| self.number(gap as u64));
        }
        self.number(citations.len() as u64);
        let order = graph.group.order() as u64;
        let reason = |citation: &Citation| {
            let next = graph.after(spot, &row.edge(usize::from(citation.index)))?;
            Ok(next.map_or(0, |next| {
                let what = match citation.lemma {
                    Lemma::PLAIN => u64::from(next.node.0) << 1 | 1,
                    cited => u64::from(lemma.0 - cited.0) << 1,
                };
                1 + what * order + u64::from(next.turn)
            }))
        };
        // In the frame of the node moves are in the order of the steps.
        if turn == 0 && !mover_wins {
            for citation in citations {
                self.number(reason(citation)?);
            }
            return Ok(());
        }
        let steps = steps_of(graph, spot, row, citations).into_iter();
        let reasons = citations.iter().map(reason).collect::<Result<Vec<u64>, Full>>()?;
        let mut moves: Vec<(usize, u64)> = steps.zip(reasons).collect();
        moves.sort_unstable();
        for (step, reason) in moves {
            if mover_wins {
                self.number(step as u64);
            }
            self.number(reason);
        }
        Ok(())
    }

    fn number(&mut self, number: u64) {
        leb(number, |byte| self.bytes.push(byte));
    }
}

/// Reads what has been found.
pub(super) struct Reasons<'a> {
    pub bytes: &'a [u8],
    /// How many turns there are.
    pub order: usize,
}

impl Reasons<'_> {
    pub(super) fn number(&mut self) -> u64 {
        let (mut number, mut shift) = (0, 0);
        while let [byte, rest @ ..] = self.bytes {
            self.bytes = rest;
            number |= u64::from(byte & 0x7f) << shift;
            shift += 7;
            if *byte < 0x80 {
                break;
            }
        }
        number
    }

    /// Those of some things that are written.
    pub(super) fn written<T>(&mut self, mut of: impl Iterator<Item = T>) -> Vec<T> {
        let count = self.number();
        (0..count).filter_map(|_| of.nth(self.number() as usize)).collect()
    }

    /// A reason of a lemma.
    pub(super) fn reason(&mut self, lemma: Lemma) -> Reason {
        let Some(number) = self.number().checked_sub(1) else { return Reason::Ends };
        let (what, turn) = (number / self.order as u64, (number % self.order as u64) as Turn);
        match what & 1 {
            0 => Reason::Lemma(Lemma(lemma.0 - (what >> 1) as u32), turn),
            _ => Reason::Exit(NodeNumber((what >> 1) as u32), turn),
        }
    }

    /// The reasons of a lemma, and nothing else of it.
    pub(super) fn reasons(&mut self, lemma: Lemma, mover_wins: bool) -> Vec<Reason> {
        for _ in 0..2 {
            (0..self.number()).for_each(|_| _ = self.number());
        }
        let count = self.number();
        let reason = |_| {
            if mover_wins {
                self.number();
            }
            self.reason(lemma)
        };
        (0..count).map(reason).collect()
    }
}

/// The steps of moves of a node, in the frame that a turn leads to.
fn steps_of(graph: &Graph, spot: Spot, row: Row, citations: &[Citation]) -> Vec<usize> {
    let node = graph.node_at(spot);
    let edges = citations.iter().map(|citation| row.edge(usize::from(citation.index)));
    let made = |edge: &Edge| graph.group.made(spot.turn, edge.made);
    if graph.one_step {
        let empty = node.position.empty(graph.game.board());
        let before = |point: Point| empty & PointSet::from_bits(point.bit().bits() - 1);
        let step = |edge: Edge| match made(&edge) {
            Move::Play(point) => before(point).len() as usize,
            Move::Pass => empty.len() as usize,
        };
        return edges.map(step).collect();
    }
    let steps: Vec<Step> = graph.game.steps(&node);
    let step = |edge| {
        let present = graph.extra(&edge).into_iter().flat_map(|extra| extra.present());
        let present: Vec<Fact> = present.map(|fact| graph.get_fact(graph.image(spot.turn, fact))).collect();
        step_with(&steps, made(&edge), &present)
    };
    edges.map(step).collect()
}

/// The places of those things that something holds of.
fn places<T>(things: impl Iterator<Item = T>, holds: impl Fn(&T) -> bool) -> Vec<usize> {
    things.enumerate().filter_map(|(place, thing)| holds(&thing).then_some(place)).collect()
}

/// For each of some ascending places how many there are between it and the one before.
fn gaps(places: &[usize]) -> impl Iterator<Item = usize> {
    places.iter().scan(0, |next, place| Some(place - std::mem::replace(next, place + 1)))
}

/// Lists the facts that a lemma speaks of in the frame that a turn leads to, and if it has buckets those that the steps
/// of its node ask for.
fn list_facts(
    tables: &Tables,
    (lemma, turn): (Lemma, Turn),
    row: Row,
    own: &Own,
    list: &mut Vec<FactNumber>,
) {
    let Tables { graph, lemmas } = tables;
    let turned = |fact: FactNumber| graph.image(turn, fact);
    let (absent, present) = lemmas.conditions(lemma);
    let buckets = lemmas.buckets(lemma);
    let listed = |fact: &FactNumber| graph.bucket(*fact).is_some_and(|bucket| buckets.has(bucket));
    // What is not written is carried back by the checker; of a group it knows the facts that are listed, and their
    // images.
    let mut absent = facts_of(absent);
    let written = gaps(&own.absent).filter_map(|gap| absent.nth(gap));
    list.extend(written.chain(facts_of(present)).map(turned));
    let carried = own.carried.iter().copied().filter(listed);
    list.extend(carried.map(|fact| graph.least(fact)));
    // What another certificate proves asks for what is listed with it.
    if lemmas.assumed(lemma).is_none() && !buckets.is_empty() {
        for edge in row.edges() {
            let guards = graph.extra(&edge).into_iter().flat_map(|extra| extra.absent());
            let facts = guards.chain(graph.forbids(&edge)).filter(listed);
            list.extend(facts.map(|fact| graph.least(fact)));
        }
    }
}

/// What is written of the conditions of a lemma where the checker carries back those of what it cites.
struct Own {
    /// The places of facts among its own that must be absent.
    absent: Vec<usize>,
    /// The places of patterns among its own.
    patterns: Vec<usize>,
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
        let absent = places(facts_of(lemmas.conditions(lemma).0), is_new);
        let is_guard = |pattern: &Pattern| {
            let mut said = guards.iter().map(|fact| last(graph, *fact));
            said.any(|(scope, position)| scope == pattern.scope && pattern.matches(position))
        };
        let is_new = |pattern: &Pattern| !before.contains(pattern) || is_guard(pattern);
        let patterns = places(lemmas.patterns(lemma).iter(graph), is_new);
        Ok(Own { absent, patterns, carried })
    }
}
