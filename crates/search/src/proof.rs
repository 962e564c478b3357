//! The proof search: df-pn driven by history lemmas.
//!
//! Df-pn (A. Nagai, 2002) visits the node whose proof looks smallest. Small proofs rest on
//! few facts, and lemmas with few conditions serve under many histories. Proof numbers are
//! kept per node, whatever the history: they guide the search and decide nothing. Only
//! lemmas decide, and a lemma is used only where its conditions hold.
//!
//! That it ends: a game is finite, so the recursion is; and within one call of
//! [`Prover::visit`] the numbers of its moves never fall, while each descent either settles
//! the move it takes or raises one of its numbers past a bound above it.

use board::Colour;
use rules::{Fact, Game, Move, Node, Score, Threshold};
use rustc_hash::FxHashMap;

use crate::graph::{Edge, Graph, NONE, Row, Spot, Target};
use crate::history::{History, Moment};
use crate::journal::{Citation, Journal};
use crate::lemma::{Conditions, Lemma, Lemmas};
use crate::meter::Meter;
use crate::symmetry::Group;

/// "Infinite": above every number that is reached by adding.
const INFINITE: u32 = u32::MAX / 4;

/// Proof numbers of a node seen from its player to move: `phi` to prove that he wins,
/// `delta` that he loses.
#[derive(Clone, Copy)]
struct Numbers {
    phi: u32,
    delta: u32,
    /// The search they belong to.
    stamp: u32,
}

/// How a visit ended, seen from the player to move.
enum Visit {
    Won(Lemma),
    Lost(Lemma),
    Open { phi: u32, delta: u32 },
}

/// A legal move of a node on the line being searched.
#[derive(Clone, Copy)]
struct Candidate {
    index: u16,
    /// The opponent's numbers after it.
    phi: u32,
    delta: u32,
    /// The lemma by which it loses, once it does.
    lemma: Lemma,
}

/// The proof search for one game: all its lemmas, whatever the threshold and the start.
pub(crate) struct Prover<'a> {
    pub graph: Graph,
    pub history: History,
    pub lemmas: Lemmas,
    numbers: Vec<Numbers>,
    candidates: Vec<Candidate>,
    scratch: Conditions,
    pub thresholds: Vec<Threshold>,
    /// The threshold of the present search.
    threshold: u32,
    /// Twice the area that meets it, less one.
    goal: i32,
    stamp: u32,
    /// By `threshold << 1 | black wins`: does such a lemma decide the present search?
    useful: Vec<bool>,
    /// By winner: does a new lemma of the present search cover lemmas of this kind?
    weaker: [Vec<bool>; 2],
    /// By score number: does it meet the present threshold?
    met: Vec<bool>,
    /// By kind of lemma and two ledgers: does such a lemma for the second serve with the first?
    outweighs: FxHashMap<(u32, u32, u32), bool>,
    nodes: u64,
    meter: &'a Meter,
    /// What every lemma rests on; kept only if a certificate was asked for.
    pub journal: Option<Journal>,
}

impl<'a> Prover<'a> {
    pub(crate) fn new(game: Game, meter: &'a Meter) -> Prover<'a> {
        let group = Group::of(&game.board);
        Prover {
            graph: Graph::new(game, group),
            history: History::default(),
            lemmas: Lemmas::default(),
            numbers: Vec::new(),
            candidates: Vec::new(),
            scratch: Conditions::default(),
            thresholds: Vec::new(),
            threshold: 0,
            goal: 0,
            stamp: 0,
            useful: Vec::new(),
            weaker: [Vec::new(), Vec::new()],
            met: Vec::new(),
            outweighs: FxHashMap::default(),
            nodes: 0,
            meter,
            journal: None,
        }
    }

    /// Enters a start node with the facts of its history.
    pub(crate) fn start(&mut self, node: Node, facts: &[Fact]) -> Spot {
        for fact in facts {
            let fact = self.graph.fact(*fact);
            self.history.insert(fact);
        }
        self.graph.spot(node)
    }

    /// Nodes visited so far.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Lemmas proved so far.
    pub(crate) fn proved(&self) -> u64 {
        self.lemmas.proved()
    }

    /// The legal moves of a node under the present history, with their edges, in the order of
    /// the board's points and the pass last.
    pub(crate) fn legal(&mut self, spot: Spot) -> Vec<(Move, Edge)> {
        let row = self.graph.expand(spot.node);
        let edges = self.graph.edges(row).iter();
        let legal = edges.filter(|edge| self.history.allows(&self.graph, edge, spot.turn));
        let mut legal: Vec<(Move, Edge)> =
            legal.map(|edge| (self.graph.group.made(spot.turn, edge.made), *edge)).collect();
        legal.sort_by_key(|(made, _)| *made);
        legal
    }

    /// Makes a move; [`Prover::undo`] takes it back.
    pub(crate) fn make(&mut self, spot: Spot, edge: &Edge) -> Moment {
        self.history.make(&self.graph, edge, spot.turn)
    }

    /// Takes moves back.
    pub(crate) fn undo(&mut self, moment: Moment) {
        self.history.undo(moment);
    }

    /// The score an edge ends the game with, or else where it leads.
    pub(crate) fn end(&self, spot: Spot, edge: &Edge) -> Result<Score, Spot> {
        match edge.target() {
            Target::End(score) => Ok(*self.graph.scores.get(score)),
            Target::Node(node) => Err(self.graph.after(spot, edge).unwrap_or(Spot { node, turn: 0 })),
        }
    }

    /// Whether Black meets the threshold from a node under the present history.
    pub(crate) fn decide(&mut self, spot: Spot, threshold: Threshold) -> bool {
        self.aim(threshold);
        let mover = self.graph.mover(spot.node);
        if let Some((_, black)) = self.known(spot, NONE) {
            return black;
        }
        let won = match self.visit(spot, INFINITE, INFINITE) {
            Visit::Won(_) => true,
            Visit::Lost(_) => false,
            Visit::Open { .. } => unreachable!("no number reaches infinity before the game is settled"),
        };
        won == (mover == Colour::Black)
    }

    /// The lemma by which a node is decided at a threshold, after [`Prover::decide`] has, and
    /// the number of the threshold.
    pub(crate) fn lemma(&mut self, spot: Spot, threshold: Threshold) -> Option<(Lemma, u32)> {
        self.aim(threshold);
        self.known(spot, NONE).map(|(lemma, _)| (lemma, self.threshold))
    }

    /// Whether Black meets the threshold from a node under the present history, if a lemma says so.
    #[cfg(test)]
    pub(crate) fn known_at(&mut self, spot: Spot, threshold: Threshold) -> Option<bool> {
        self.aim(threshold);
        self.known(spot, NONE).map(|(_, black)| black)
    }

    /// Sets the threshold of the search to come.
    fn aim(&mut self, threshold: Threshold) {
        let number = self.thresholds.iter().position(|known| *known == threshold).unwrap_or_else(|| {
            self.thresholds.push(threshold);
            self.thresholds.len() - 1
        });
        self.threshold = number as u32;
        self.stamp += 1;
        let area = threshold.score + self.graph.game.rules.komi;
        self.goal = area.times(2).floor() as i32 + if threshold.strict { 1 } else { -1 };
        // A proof for Black serves at every smaller threshold, one for White at every larger.
        let useful = |known: &Threshold| [*known <= threshold, *known >= threshold];
        self.useful = self.thresholds.iter().flat_map(useful).collect();
        self.weaker = [
            self.thresholds.iter().flat_map(|known| [*known >= threshold, false]).collect(),
            self.thresholds.iter().flat_map(|known| [false, *known <= threshold]).collect(),
        ];
        self.met.clear();
    }

    /// Whether a score, by its number, meets the present threshold.
    fn meets(&mut self, score: u32) -> bool {
        while self.met.len() <= score as usize {
            let next = *self.graph.scores.get(self.met.len() as u32);
            self.met.push(self.thresholds[self.threshold as usize].met_by(next));
        }
        self.met[score as usize]
    }

    /// Whether a player without a legal move loses at the present threshold.
    fn stuck_loses(&self, spot: Spot) -> bool {
        let node = self.graph.nodes.get(spot.node);
        let black_wins = self.thresholds[self.threshold as usize].met_by(self.graph.game.stuck(node));
        black_wins != (node.to_move == Colour::Black)
    }

    /// Who wins from a node under the present history and one more fact, if a lemma says so.
    fn known(&mut self, spot: Spot, more: u32) -> Option<(Lemma, bool)> {
        let Spot { node, turn } = spot;
        let face = self.graph.face(node);
        if face.exit != NONE {
            let black = self.meets(face.exit);
            if black == (face.mover == Colour::Black) {
                return Some((Lemma::PLAIN, black));
            }
        }
        let (kin, ledger) = self.graph.kin(node);
        let (graph, thresholds, outweighs) = (&self.graph, &self.thresholds, &mut self.outweighs);
        let holds = |fact: u32| {
            let fact = graph.image(turn, fact);
            fact == more || self.history.has(fact)
        };
        self.lemmas.find(kin, holds, &self.useful, |kind, other| {
            ledger == other
                || *outweighs.entry((kind, ledger, other)).or_insert_with(|| {
                    let (ours, theirs) = (graph.ledgers.get(ledger), graph.ledgers.get(other));
                    let (good, bad) = if kind & 1 == 1 { (ours, theirs) } else { (theirs, ours) };
                    graph.game.rules.ko.outweighs(&graph.game, thresholds[(kind >> 1) as usize], good, bad)
                })
        })
    }

    /// The lemma of the node that an edge leads to, under the history after it.
    fn known_after(&mut self, spot: Spot, edge: &Edge, next: Spot) -> Option<(Lemma, bool)> {
        if edge.extra == NONE {
            let more = if edge.insert == NONE { NONE } else { self.graph.image(spot.turn, edge.insert) };
            return self.known(next, more);
        }
        let moment = self.make(spot, edge);
        let known = self.known(next, NONE);
        self.undo(moment);
        known
    }

    fn numbers_of(&self, node: u32) -> (u32, u32) {
        match self.numbers.get(node as usize) {
            Some(numbers) if numbers.stamp == self.stamp => (numbers.phi, numbers.delta),
            _ => self.guess(node),
        }
    }

    /// Proof numbers of a node that has not been visited: a player who is behind on the board
    /// as it stands needs more work to win, and more the more of it is empty. The weights are
    /// measured (docs/experiments.md).
    fn guess(&self, node: u32) -> (u32, u32) {
        let face = self.graph.face(node);
        // Positive if the board as it stands meets the threshold; never 0.
        let black = 2 * i32::from(face.area) - self.goal;
        let ahead = if face.mover == Colour::Black { black } else { -black };
        let phi = 1 + 2 * (-ahead).max(0) + i32::from(face.empty);
        let delta = 1 + 2 * ahead.max(0);
        (phi as u32, delta as u32)
    }

    fn store_numbers(&mut self, node: u32, phi: u32, delta: u32) {
        let index = node as usize;
        if index >= self.numbers.len() {
            self.numbers.resize(index * 2 + 64, Numbers { phi: 1, delta: 1, stamp: 0 });
        }
        self.numbers[index] = Numbers { phi, delta, stamp: self.stamp };
    }

    /// Searches a node under the present history until it is settled or one of its numbers
    /// reaches its bound.
    fn visit(&mut self, spot: Spot, phi_bound: u32, delta_bound: u32) -> Visit {
        let node = spot.node;
        self.nodes += 1;
        if self.nodes.is_multiple_of(Meter::STRIDE) {
            self.meter.count_stride();
        }
        let mover = self.graph.mover(node);
        let row = self.graph.expand(node);
        let base = self.candidates.len();
        for index in 0..self.graph.edges(row).len() {
            let edge = self.graph.edge_at(row, index);
            if !self.history.allows(&self.graph, &edge, spot.turn) {
                continue;
            }
            let mut candidate =
                Candidate { index: index as u16, phi: 0, delta: INFINITE, lemma: Lemma::PLAIN };
            let next = self.graph.after(spot, &edge);
            let settled = match (edge.target(), next) {
                (Target::End(score), _) => Some((Lemma::PLAIN, self.meets(score))),
                (_, Some(next)) => self.known_after(spot, &edge, next),
                _ => None,
            };
            match (settled, next) {
                (Some((lemma, black)), _) => {
                    if black == (mover == Colour::Black) {
                        self.candidates.truncate(base);
                        return Visit::Won(self.prove_win(node, row, index, lemma));
                    }
                    candidate.lemma = lemma;
                }
                (None, Some(next)) => (candidate.phi, candidate.delta) = self.numbers_of(next.node),
                (None, None) => unreachable!("an end is settled"),
            }
            self.candidates.push(candidate);
        }
        let end = self.candidates.len();

        loop {
            // The opponent's delta is what it takes to prove that he loses.
            let (mut best, mut best_delta, mut second_delta) = (NONE as usize, INFINITE, INFINITE);
            let (mut open, mut phi_max) = (0, 0);
            for place in base..end {
                let candidate = &self.candidates[place];
                if candidate.phi == 0 {
                    continue;
                }
                open += 1;
                phi_max = phi_max.max(candidate.phi);
                if candidate.delta < best_delta {
                    (best, best_delta, second_delta) = (place, candidate.delta, best_delta);
                } else {
                    second_delta = second_delta.min(candidate.delta);
                }
            }
            if open == 0 {
                // Without any legal move, possible where there are no passes, the player loses
                // too: no question is asked there that he would win.
                debug_assert!(end > base || self.stuck_loses(spot));
                let lemma = self.prove_loss(spot, row, base);
                self.candidates.truncate(base);
                return Visit::Lost(lemma);
            }
            // Weak proof numbers (T. Ueda et al., 2008): the largest, and one for each other
            // move, since in a graph their proofs overlap.
            let (phi, delta) = (best_delta, phi_max + open - 1);
            if phi >= phi_bound || delta >= delta_bound {
                self.store_numbers(node, phi, delta);
                self.candidates.truncate(base);
                return Visit::Open { phi, delta };
            }
            let index = usize::from(self.candidates[best].index);
            let edge = self.graph.edge_at(row, index);
            let Some(next) = self.graph.after(spot, &edge) else { unreachable!("an end is settled") };
            // 1 + epsilon trick (J. Pawlewicz and L. Lew, 2006): stay a while.
            let delta_limit = phi_bound.min(second_delta.saturating_add(second_delta / 4 + 1)).min(INFINITE);
            let phi_limit = (delta_bound - (open - 1)).min(INFINITE);

            let moment = self.make(spot, &edge);
            let visit = match self.known(next, NONE) {
                Some((lemma, black)) if black == (mover == Colour::Black) => Visit::Lost(lemma),
                Some((lemma, _)) => Visit::Won(lemma),
                None => self.visit(next, phi_limit, delta_limit),
            };
            self.undo(moment);
            match visit {
                Visit::Lost(lemma) => {
                    self.candidates.truncate(base);
                    return Visit::Won(self.prove_win(node, row, index, lemma));
                }
                Visit::Won(lemma) => {
                    let candidate = &mut self.candidates[best];
                    (candidate.phi, candidate.delta, candidate.lemma) = (0, INFINITE, lemma);
                }
                Visit::Open { phi, delta } => {
                    let candidate = &mut self.candidates[best];
                    candidate.phi = candidate.phi.max(phi);
                    candidate.delta = candidate.delta.max(delta);
                }
            }
        }
    }

    /// The lemma that the player to move wins by an edge, given the lemma of what follows.
    fn prove_win(&mut self, node: u32, row: Row, index: usize, lemma: Lemma) -> Lemma {
        let edge = self.graph.edge_at(row, index);
        self.scratch.clear();
        self.carry(&edge, lemma);
        if edge.forbid != NONE {
            self.scratch.absent.push(edge.forbid);
        }
        let proved = self.conclude(node, row, true);
        if let Some(journal) = &mut self.journal {
            journal.write(proved, node, [Citation { index: index as u16, lemma }]);
        }
        proved
    }

    /// The lemma that the player to move loses: every legal move loses by its lemma, and every
    /// other is prohibited by a fact of the history.
    fn prove_loss(&mut self, spot: Spot, row: Row, base: usize) -> Lemma {
        let node = spot.node;
        self.scratch.clear();
        let mut place = base;
        for index in 0..self.graph.edges(row).len() {
            let edge = self.graph.edge_at(row, index);
            if self.candidates.get(place).is_some_and(|candidate| usize::from(candidate.index) == index) {
                let lemma = self.candidates[place].lemma;
                self.carry(&edge, lemma);
                place += 1;
            } else if self.history.prohibits(&self.graph, &edge, spot.turn) {
                self.scratch.present.push(edge.forbid);
            }
        }
        let proved = self.conclude(node, row, false);
        if let Some(journal) = &mut self.journal {
            let cited = &self.candidates[base..];
            journal.write(
                proved,
                node,
                cited.iter().map(|&Candidate { index, lemma, .. }| Citation { index, lemma }),
            );
        }
        proved
    }

    /// Adds what the lemma of an edge's target asks of the history before the edge, in the
    /// frame of the edge's node.
    fn carry(&mut self, edge: &Edge, lemma: Lemma) {
        let graph = &self.graph;
        let turned = |&fact: &u32| graph.image(edge.turn, fact);
        let (absent, present) = self.lemmas.conditions(lemma);
        let (absent, present) = (absent.iter().map(turned), present.iter().map(turned));
        let Some(extra) = graph.extra(edge) else {
            self.scratch.absent.extend(absent);
            self.scratch.present.extend(present.filter(|&fact| fact != edge.insert));
            return;
        };
        self.scratch.absent.extend(absent.filter(|&fact| !extra.clears.contains(&graph.facts.scope(fact))));
        self.scratch
            .present
            .extend(present.filter(|&fact| fact != edge.insert && !extra.inserts.contains(&fact)));
        self.scratch.absent.extend_from_slice(&extra.absent);
        self.scratch.present.extend_from_slice(&extra.present);
    }

    /// Stores the lemma under construction.
    fn conclude(&mut self, node: u32, row: Row, mover_wins: bool) -> Lemma {
        let black = mover_wins == (self.graph.mover(node) == Colour::Black);
        self.scratch.present.retain(|fact| !row.implied.contains(fact));
        self.scratch.tidy();
        let kind = self.threshold << 1 | u32::from(black);
        let (kin, ledger) = self.graph.kin(node);
        self.lemmas.add(kin, kind, ledger, &self.scratch, &self.weaker[usize::from(black)])
    }
}
