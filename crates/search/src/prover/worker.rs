//! The proof search: df-pn driven by history lemmas, by one thread or several.
//!
//! Df-pn (A. Nagai, 2002) visits the node whose proof looks smallest. Small proofs rest on
//! few facts, and lemmas with few conditions serve under many histories. Proof numbers are
//! kept per node, whatever the history: they guide the search and decide nothing. Only
//! lemmas decide, and a lemma is used only where its conditions hold.
//!
//! Threads search the same question and share all they find. So that they do not do the same
//! work, a move below which a thread is at work looks harder to the others (virtual proof
//! numbers: T. Kaneko, "Parallel depth first proof number search", 2010).
//!
//! That it ends: a game is finite, so the recursion is; and within one call of
//! [`Worker::visit`] the numbers of its moves fall at most twice (where it looks at all moves after some, and
//! where it no longer goes straight), while each descent either settles the move it takes or raises one
//! of its numbers.

mod decided;

use std::cell::OnceCell;
use std::ops::ControlFlow;
use std::time::Instant;

use kosolver_board::{Colour, Point, Settled, with_stack};
use kosolver_rules::{Ban, Move, Threshold};

use crate::concurrent::sync::Ordering;
use crate::concurrent::{Full, NONE, read};
use crate::graph::{Edge, FactNumber, Graph, HEAD, NodeNumber, Row, Spot, Target};
use crate::lemma::{Citation, Lemma, Lemmas, Pages, Pattern};
use crate::meter::Meter;
use crate::prover::{
    Candidate, Choice, Control, Derivation, Hand, INFINITE, Moment, Numbers, Question, last,
};
use crate::tables::Tables;

/// What a thread takes of the stack from one move to the next at most.
const STACK: usize = 256 << 10;

/// By how much harder all other moves look where one is known to win.
const DETOUR: u32 = 10_000;

/// How a visit ended, seen from the player to move.
pub(crate) enum Visit {
    Won(Lemma),
    Lost(Lemma),
    Open { phi: u32, delta: u32 },
}

/// What the threads that are at work on a question share.
#[derive(Clone, Copy)]
pub(crate) struct Search<'a> {
    pub tables: &'a Tables,
    pub thresholds: &'a [Threshold],
    pub question: &'a Question,
    pub control: &'a Control,
    pub meter: &'a Meter,
}

/// A thread at work on a question.
pub(crate) struct Worker<'a> {
    search: Search<'a>,
    graph: &'a Graph,
    lemmas: &'a Lemmas,
    hand: &'a mut Hand,
    number: usize,
    /// How many nodes it may visit.
    pub quota: u64,
    /// By score number: does it meet the threshold, for either frame? 0 is not known yet.
    met: [Vec<u8>; 2],
    /// What it has seen of [`Control::settled`].
    seen: u32,
    /// How far it has to go back.
    back_to: usize,
}

impl<'a> Worker<'a> {
    /// The thread with a number.
    pub(crate) fn new(search: Search<'a>, number: usize, hand: &'a mut Hand) -> Worker<'a> {
        let seen = search.control.settled[number].load(Ordering::Relaxed);
        let Tables { graph, lemmas } = search.tables;
        let (met, quota, back_to) = ([Vec::new(), Vec::new()], u64::MAX, usize::MAX);
        Worker { search, graph, lemmas, hand, number, quota, met, seen, back_to }
    }

    /// Searches until the question is answered or there is a reason to pause. Where there is no number left
    /// for what it finds, all threads stop; the tables have declared themselves full, so they will be
    /// replaced.
    pub(crate) fn answer(&mut self, root: Spot) -> Result<Option<bool>, Full> {
        loop {
            let known = self.known(root, None)?;
            if known.is_some() {
                self.search.control.stop();
            }
            if known.is_some() || self.search.control.stop.load(Ordering::Relaxed) {
                return Ok(known.map(|(_, black)| black));
            }
            self.visit(root, Ban::None, INFINITE, INFINITE).inspect_err(|_| self.search.control.stop())?;
        }
    }

    fn shares(&self) -> bool {
        self.search.control.settled.len() > 1
    }

    /// Whether a score, by its number, meets the threshold.
    fn meets(&mut self, score: u32, exchanges: bool) -> bool {
        let met = &mut self.met[usize::from(exchanges)];
        if met.len() <= score as usize {
            met.resize(score as usize + 1, 0);
        }
        if met[score as usize] == 0 {
            let value = self.graph.scores.get(score);
            let value = if exchanges { -value } else { value };
            met[score as usize] = 1 + u8::from(self.search.question.threshold.met_by(value));
        }
        met[score as usize] == 2
    }

    /// Whether a player without a legal move loses at the present threshold.
    fn stuck_loses(&self, spot: Spot) -> bool {
        let node = self.graph.node_at(spot);
        let black_wins = self.search.question.threshold.met_by(self.graph.game.stuck(&node));
        black_wins != (node.to_move == Colour::Black)
    }

    /// Who wins from a node under the present history and one more fact, if a lemma says so:
    /// `true` for Black.
    pub(crate) fn known(
        &mut self,
        spot: Spot,
        more: Option<FactNumber>,
    ) -> Result<Option<(Lemma, bool)>, Full> {
        match self.listed(spot, more) {
            None if self.graph.decided.is_some() => self.decided(spot, more),
            known => Ok(known),
        }
    }

    /// Patterns are compared with what has been looked up.
    #[inline]
    fn look_up(&mut self) {
        if self.graph.decided.is_some() {
            self.hand.history.look_up(self.graph);
        }
    }

    /// The same, if the lemma has been stored, or the player to move ends the game.
    fn listed(&mut self, spot: Spot, more: Option<FactNumber>) -> Option<(Lemma, bool)> {
        self.look_up();
        let Spot { node, turn } = spot;
        let exchanges = self.graph.group.exchanges(turn);
        let record = self.graph.record(node);
        let face = self.graph.face(record);
        if face.exit != NONE {
            let black = self.meets(face.exit, exchanges);
            if black == ((face.mover == Colour::Black) != exchanges) {
                return Some((Lemma::PLAIN, black));
            }
        }
        let (kin, memory) = self.graph.kin(node, record);
        let list = &if kin == node { record } else { self.graph.record(kin) }[HEAD];
        let (graph, thresholds, history) = (self.graph, self.search.thresholds, &self.hand.history);
        let outweighs = &mut self.hand.outweighs;
        if outweighs.len() > self.hand.weighed {
            outweighs.clear();
        }
        let holds = |fact: FactNumber| {
            let fact = graph.image(turn, fact);
            more == Some(fact) || history.has(fact)
        };
        let present = || history.facts().iter().copied().chain(more);
        let touches =
            |pages: Pages| present().any(|fact| graph.bucket(fact).is_some_and(|bucket| pages.has(bucket)));
        let last_of_more = OnceCell::new();
        let matches = |pattern: &Pattern| {
            let pattern = graph.group.pattern(&graph.game, turn, pattern);
            let more = last_of_more.get_or_init(|| more.map(|fact| last(graph, fact)));
            let is_matched = |(scope, position)| scope == pattern.scope && pattern.matches(position);
            more.is_some_and(is_matched) || history.has_of(&pattern)
        };
        let facts = || {
            let back = graph.group.inverse(turn);
            present().map(move |fact| graph.image(back, fact))
        };
        let found = self.lemmas.find(
            (graph, list),
            facts,
            holds,
            (touches, matches),
            &self.search.question.useful[usize::from(exchanges)],
            |kind, other| {
                memory == other
                    || *outweighs.entry((kind, memory, other)).or_insert_with(|| {
                        let (ours, theirs) = (graph.memories.get(memory.0), graph.memories.get(other.0));
                        let (good, bad) = if kind & 1 == 1 { (&ours, &theirs) } else { (&theirs, &ours) };
                        graph.game.outweighs(thresholds[(kind >> 1) as usize], good, bad)
                    })
            },
        );
        found.map(|(lemma, black)| (lemma, black != exchanges))
    }

    /// The lemma of the node that an edge leads to, under the history after it.
    fn known_after(&mut self, spot: Spot, edge: &Edge, next: Spot) -> Result<Option<(Lemma, bool)>, Full> {
        if edge.extra == NONE {
            let more = (edge.insert != FactNumber::NONE).then(|| self.graph.image(spot.turn, edge.insert));
            return self.known(next, more);
        }
        let moment = self.make(spot, edge)?;
        let known = self.known(next, None);
        self.hand.history.undo(moment);
        known
    }

    fn make(&mut self, spot: Spot, edge: &Edge) -> Result<Moment, Full> {
        self.hand.history.make(self.graph, edge, spot.turn)
    }

    /// Whether this thread has to go back to a node above the one at this depth.
    fn leaves(&self, depth: usize) -> bool {
        self.back_to < depth || self.search.control.stop.load(Ordering::Relaxed)
    }

    fn numbers(&self) -> Numbers<'a> {
        Numbers { graph: self.graph, question: self.search.question }
    }

    /// The lemma that the player to move wins by an edge, given the lemma of what follows; so many nodes
    /// were visited for it.
    fn won(&mut self, spot: Spot, row: Row, winning: Citation, work: u64) -> Result<Lemma, Full> {
        self.derivation(spot, work).win(row, winning)
    }

    fn derivation(&mut self, spot: Spot, work: u64) -> Derivation<'_> {
        self.look_up();
        let Search { tables, question, .. } = self.search;
        let Hand { history, draft, .. } = &mut *self.hand;
        Derivation { tables, question, history, draft, spot, work }
    }

    /// The lemma that the player to move loses, all candidates of his being lost.
    fn lost(&mut self, spot: Spot, row: Row, base: usize, work: u64) -> Result<Lemma, Full> {
        self.look_up();
        let Search { tables, question, .. } = self.search;
        let Hand { history, draft, candidates, .. } = &mut *self.hand;
        let losing = candidates[base..].iter().map(|lost| Citation { index: lost.index, lemma: lost.lemma });
        Derivation { tables, question, history, draft, spot, work }.loss(row, losing)
    }

    /// Counts a node, and sees whether there is a reason to go back.
    fn enter(&mut self, spot: Spot) -> bool {
        let hand = &mut *self.hand;
        hand.nodes += 1;
        if hand.nodes.is_multiple_of(Meter::STRIDE) {
            self.search.meter.add(Meter::STRIDE);
            hand.count(&self.graph.budget);
            self.search.meter.takes(self.graph.budget.used());
            let due = self.search.control.deadline.is_some_and(|deadline| Instant::now() >= deadline);
            if due || self.search.meter.is_interrupted() {
                self.search.control.stop();
            }
        }
        if hand.nodes >= self.quota || self.graph.budget.is_full() {
            self.search.control.stop();
        }
        let settled = self.search.control.settled[self.number].load(Ordering::Relaxed);
        if settled != self.seen {
            self.seen = settled;
            let changed = hand.path.iter().position(|(node, head)| *head != first_lemma(self.graph, *node));
            self.back_to = changed.unwrap_or(usize::MAX);
        }
        let depth = hand.path.len();
        hand.path.push((spot.node, first_lemma(self.graph, spot.node)));
        !self.leaves(depth)
    }

    /// Searches a node under the present history until it is settled or one of its numbers
    /// reaches its bound. The ban is what basic ko would prohibit there.
    fn visit(&mut self, spot: Spot, ban: Ban, phi_bound: u32, delta_bound: u32) -> Result<Visit, Full> {
        let (base, nodes) = (self.hand.candidates.len(), self.hand.nodes);
        if !self.enter(spot) {
            self.hand.path.pop();
            let (phi, delta) = self.numbers().of(spot, || ban, self.graph.record(spot.node));
            return Ok(Visit::Open { phi, delta });
        }
        let visit = self.search(spot, ban, base, [phi_bound, delta_bound])?;
        self.hand.candidates.truncate(base);
        self.hand.path.pop();
        if let Visit::Open { phi, delta } = visit {
            self.numbers().store(spot, (phi, delta), self.hand.nodes - nodes);
        } else if self.shares() && Graph::busy(self.graph.record(spot.node)) > 1 {
            for (number, settled) in self.search.control.settled.iter().enumerate() {
                if number != self.number {
                    settled.fetch_add(1, Ordering::Relaxed);
                }
            }
        }
        Ok(visit)
    }

    fn visit_below(&mut self, spot: Spot, ban: Ban, phi_bound: u32, delta_bound: u32) -> Result<Visit, Full> {
        with_stack(STACK, || self.visit(spot, ban, phi_bound, delta_bound))
    }

    fn search(&mut self, spot: Spot, ban: Ban, base: usize, bounds: [u32; 2]) -> Result<Visit, Full> {
        let (first, nodes) = (self.numbers().first(spot, ban), self.hand.nodes);
        let (graph, pen) = (self.graph, &mut self.hand.pen);
        let (row, loose) = match first {
            // What is known does not hold under this history: it may not be the last one, and another move may be
            // better.
            _ if first_lemma(graph, spot.node) != NONE => (graph.expand(pen, spot.node)?, None),
            Some(play) => {
                let mover = graph.face(graph.record(spot.node)).mover;
                let needed = self.search.question.needed[usize::from(graph.group.exchanges(spot.turn))];
                graph.expand_some(pen, spot.node, play, |position| {
                    let settled = Settled::of(graph.game.board(), position.stones(mover));
                    settled.is_some_and(|settled| settled.points.len() >= needed[mover as usize].into())
                })?
            }
            _ => graph.expand_loosely(pen, spot.node)?,
        };
        let visit = match self.search_moves(spot, row, base, first, nodes, bounds)? {
            Some(visit) => visit,
            None => {
                self.hand.candidates.truncate(base);
                let all = graph.expand(&mut self.hand.pen, spot.node)?;
                let visit = self.search_moves(spot, all, base, first, nodes, bounds)?;
                visit.unwrap_or_else(|| unreachable!("there are no more moves"))
            }
        };
        // Where the search goes straight, nearly every node is settled by its first visit, and few are met again
        // under a history that their lemma does not serve.
        match loose {
            Some(loose) if matches!(visit, Visit::Open { .. }) => {
                graph.keep(&mut self.hand.pen, spot.node, loose)?;
            }
            Some(loose) => Graph::discard(&mut self.hand.pen, loose),
            None => {}
        }
        Ok(visit)
    }

    /// Searches a node by the moves of a row. `None` if that does not have all, and its first move does not seem
    /// to win after all.
    fn search_moves(
        &mut self,
        spot: Spot,
        row: Row,
        base: usize,
        first: Option<Point>,
        nodes: u64,
        [phi_bound, delta_bound]: [u32; 2],
    ) -> Result<Option<Visit>, Full> {
        let black_to_move = self.graph.mover(spot) == Colour::Black;
        let mut straight = match self.collect(spot, row, first, black_to_move)? {
            ControlFlow::Break(winning) => return Ok(Some(Visit::Won(self.won(spot, row, winning, 1)?))),
            ControlFlow::Continue(None) if !row.is_whole => return Ok(None),
            ControlFlow::Continue(straight) => straight,
        };
        if let Some(straight) = straight {
            self.go_straight(base, straight, u32::saturating_add);
        }
        let depth = self.hand.path.len() - 1;
        loop {
            let Some(choice) = self.choose(base) else {
                // Without any legal move, possible where there are no passes, the player loses
                // too: no question is asked there that he would win.
                debug_assert!(self.hand.candidates.len() > base || self.stuck_loses(spot));
                let work = self.hand.nodes - nodes + 1;
                return Ok(Some(Visit::Lost(self.lost(spot, row, base, work)?)));
            };
            let Choice { phi, delta, open, second, .. } = choice;
            let place = base + choice.place;
            if phi >= phi_bound || delta >= delta_bound || self.leaves(depth) {
                return Ok(Some(Visit::Open { phi, delta }));
            }
            let candidate = self.hand.candidates[place];
            let edge = row.edge(usize::from(candidate.index));
            let Some(next) = self.graph.after(spot, &edge)? else { unreachable!("an end is settled") };
            self.hand.candidates[place].next = next.node;
            // 1 + epsilon trick (J. Pawlewicz and L. Lew, 2006): stay a while.
            let stay = second.saturating_add(second / 4 + 1);
            let delta_limit = phi_bound.min(stay).max(candidate.delta + 1).min(INFINITE);
            let phi_limit = (delta_bound - (open - 1)).min(INFINITE);

            let moment = self.make(spot, &edge)?;
            let graph = self.graph;
            let ban = || graph.ban(spot.node, &edge, graph.position_of(next.node));
            let visit = match self.known(next, None)? {
                Some((lemma, black)) if black == black_to_move => Visit::Lost(lemma),
                Some((lemma, _)) => Visit::Won(lemma),
                // A line that comes to a node again counts there as one thread.
                None if self.shares() && !self.is_below(next.node) => {
                    let record = graph.record(next.node);
                    Graph::enter(record);
                    let visit = self.visit_below(next, ban(), phi_limit, delta_limit)?;
                    Graph::leave(record);
                    visit
                }
                None => self.visit_below(next, ban(), phi_limit, delta_limit)?,
            };
            self.hand.history.undo(moment);
            let taken = &mut self.hand.candidates[place];
            match visit {
                Visit::Lost(lemma) => {
                    let work = self.hand.nodes - nodes + 1;
                    let winning = Citation { index: candidate.index, lemma };
                    return Ok(Some(Visit::Won(self.won(spot, row, winning, work)?)));
                }
                Visit::Won(lemma) => {
                    (taken.loses, taken.lemma) = (true, lemma);
                }
                Visit::Open { phi, delta } => {
                    taken.phi = taken.phi.max(phi);
                    taken.delta = taken.delta.max(delta);
                }
            }
            if straight == Some(place) && (taken.loses || taken.delta >= DETOUR) {
                if !row.is_whole {
                    return Ok(None);
                }
                self.go_straight(base, place, u32::saturating_sub);
                straight = None;
            }
            if self.shares()
                && let Some(settled) = self.look_again(spot, row, base, depth, black_to_move)?
            {
                return Ok(Some(settled));
            }
        }
    }

    /// Finds the nodes that moves lead to, and reads what is kept of them and of the first of their lemmas:
    /// all at once, so that the waits for the computer's memory overlap. They come one by one otherwise.
    fn fetch(&mut self, row: Row) {
        let nexts = &mut self.hand.nexts;
        nexts.clear();
        nexts.extend(row.targets().map(|target| self.graph.made(target).unwrap_or(NodeNumber::NONE)));
        let records =
            || nexts.iter().filter(|node| **node != NodeNumber::NONE).map(|node| self.graph.record(*node));
        std::hint::black_box(records().fold(0, |sum, record| sum ^ read(&record[HEAD])));
        let heads = records().map(|record| self.lemmas.first_word(&record[HEAD]));
        std::hint::black_box(heads.fold(0, |sum, word| sum ^ word));
    }

    /// Makes all moves but one look harder, by more than that one may come to without looking lost: a
    /// search that goes straight visits fewer nodes (docs/search.md). Or takes this back.
    fn go_straight(&mut self, base: usize, straight: usize, change: fn(u32, u32) -> u32) {
        for (place, candidate) in self.hand.candidates.iter_mut().enumerate().skip(base) {
            if place != straight {
                candidate.delta = change(candidate.delta, DETOUR).clamp(1, INFINITE / 2);
            }
        }
    }

    /// Lists the legal moves of a node with their numbers. If one is known to win, that one and its lemma;
    /// else the place of the one that wins by what the guide knows.
    fn collect(
        &mut self,
        spot: Spot,
        row: Row,
        first: Option<Point>,
        black_to_move: bool,
    ) -> Result<ControlFlow<Citation, Option<usize>>, Full> {
        self.fetch(row);
        let mut straight = None;
        for (index, edge) in row.edges().enumerate() {
            if !self.hand.history.allows(self.graph, &edge, spot.turn) {
                continue;
            }
            let mut candidate = Candidate {
                index: index as u16,
                phi: 1,
                delta: 1,
                loses: false,
                lemma: Lemma::PLAIN,
                next: NodeNumber::NONE,
            };
            let turn = self.graph.group.then(edge.turn, spot.turn);
            let settled = match (edge.target, self.hand.nexts[index]) {
                (Target::End(score), _) => {
                    Some((Lemma::PLAIN, self.meets(score, self.graph.group.exchanges(spot.turn))))
                }
                (Target::Plain(plain), NodeNumber::NONE)
                    if plain.passes() == 0
                        && self.settled(plain.position(), self.graph.group.exchanges(turn)).is_none() =>
                {
                    let (face, exchanges) = (self.graph.plain_face(plain), self.graph.group.exchanges(turn));
                    (candidate.phi, candidate.delta) = self.numbers().guess(
                        face,
                        || self.graph.ban(spot.node, &edge, plain.position()),
                        exchanges,
                    );
                    None
                }
                (target, made) => {
                    let node = if made == NodeNumber::NONE {
                        self.graph.reach(target)?.unwrap_or(NodeNumber::NONE)
                    } else {
                        made
                    };
                    let next = Spot { node, turn };
                    candidate.next = node;
                    let known = self.known_after(spot, &edge, next)?;
                    if known.is_none() {
                        let ban = || self.graph.ban(spot.node, &edge, self.graph.position_of(node));
                        (candidate.phi, candidate.delta) =
                            self.numbers().of(next, ban, self.graph.record(node));
                    }
                    known
                }
            };
            if let Some((lemma, black)) = settled {
                if black == black_to_move {
                    return Ok(ControlFlow::Break(Citation { index: candidate.index, lemma }));
                }
                (candidate.loses, candidate.lemma) = (true, lemma);
            }
            if settled.is_none() && first.is_some_and(|first| edge.made == Move::Play(first)) {
                straight = Some(self.hand.candidates.len());
            }
            self.hand.candidates.push(candidate);
        }
        Ok(ControlFlow::Continue(straight.filter(|place| self.hand.candidates[*place].delta < DETOUR)))
    }

    /// Whether this thread is at work below a node.
    fn is_below(&self, node: NodeNumber) -> bool {
        self.hand.path.iter().any(|(on_line, _)| *on_line == node)
    }

    /// The open move to search next, by its place among the candidates of a node; `None` if all lose.
    fn choose(&self, base: usize) -> Option<Choice> {
        let shares = self.shares();
        let others = |candidate: &Candidate| match candidate.next {
            next if shares && next != NodeNumber::NONE => {
                let busy = Graph::busy(self.graph.record(next));
                busy - u32::from(busy > 0 && self.is_below(next))
            }
            _ => 0,
        };
        Choice::of(&self.hand.candidates[base..], others)
    }

    /// What other threads have found meanwhile: numbers that have grown, or that the node is
    /// settled.
    fn look_again(
        &mut self,
        spot: Spot,
        row: Row,
        base: usize,
        depth: usize,
        black_to_move: bool,
    ) -> Result<Option<Visit>, Full> {
        // Where no other thread is below, numbers have hardly grown. (All are below the root.)
        if depth == 0 || Graph::busy(self.graph.record(spot.node)) > 1 {
            self.read_numbers(spot, row, base);
        }
        if self.back_to == depth {
            self.back_to = usize::MAX;
        }
        let head = first_lemma(self.graph, spot.node);
        if self.hand.path[depth].1 == head {
            return Ok(None);
        }
        self.hand.path[depth].1 = head;
        let known = self.known(spot, None)?;
        Ok(known.map(
            |(lemma, black)| if black == black_to_move { Visit::Won(lemma) } else { Visit::Lost(lemma) },
        ))
    }

    /// Reads the numbers of the moves of a node that are not known to lose.
    fn read_numbers(&mut self, spot: Spot, row: Row, base: usize) {
        for place in base..self.hand.candidates.len() {
            let Candidate { index, loses, .. } = self.hand.candidates[place];
            let edge = row.edge(usize::from(index));
            if let (Some(node), false) = (self.graph.made(edge.target), loses) {
                let next = Spot { node, turn: self.graph.group.then(edge.turn, spot.turn) };
                let stored = self.numbers().stored(next, self.graph.record(node));
                let candidate = &mut self.hand.candidates[place];
                candidate.next = node;
                if let Some((phi, delta)) = stored {
                    candidate.phi = candidate.phi.max(phi);
                    candidate.delta = candidate.delta.max(delta);
                }
            }
        }
    }
}

fn first_lemma(graph: &Graph, node: NodeNumber) -> u32 {
    read(&graph.record(node)[HEAD])
}
