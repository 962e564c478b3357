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
//! [`Worker::visit`] the numbers of its moves never fall, while each descent either settles
//! the move it takes or raises one of its numbers.

use std::time::Instant;

use ahash::HashMap;
use kosolver_board::Colour;
use kosolver_rules::Scope;

use crate::aim::Aim;
use crate::arena::{Budget, Cursor, numbers, read, write};
use crate::buckets::{Buckets, Coarse, Pages};
use crate::edge::{Edge, Row, Target};
use crate::graph::{DELTA, Face, Graph, HEAD, NONE, NodeRecord, PHI, Pen, STATE, Spot};
use crate::history::{History, Moment};
use crate::lemma::{Citation, Claim, Conditions, Lemma, Lemmas, effort};
use crate::meter::Meter;
use crate::symmetry::Turn;
use crate::sync::{AtomicBool, AtomicU32, Ordering};

/// "Infinite": above every number that is reached by adding.
pub(crate) const INFINITE: u32 = u32::MAX / 4;

/// How much harder it looks to win for the player who is behind by the guide (docs/experiments.md).
const FAR: u32 = 1000;

/// The most comparisons of memories that a thread remembers.
pub(crate) const WEIGHED: usize = 1 << 20;

/// About how many bytes of the stack a move of the line takes.
const FRAME: u64 = 1 << 10;

/// How a visit ended, seen from the player to move.
pub(crate) enum Visit {
    Won(Lemma),
    Lost(Lemma),
    Open { phi: u32, delta: u32 },
}

/// A legal move of a node on the line being searched.
#[derive(Clone, Copy)]
pub(crate) struct Candidate {
    index: u16,
    /// The opponent's numbers after it: `phi` to prove that he wins, `delta` that he loses.
    phi: u32,
    delta: u32,
    /// Whether it is known to lose, by which lemma.
    loses: bool,
    lemma: Lemma,
    /// The node it leads to.
    next: u32,
}

/// What the threads of a search tell each other.
pub(crate) struct Control {
    /// All are to stop where they are.
    pub stop: AtomicBool,
    /// For each thread how often another has settled a node it was below.
    settled: Vec<AtomicU32>,
    /// When to stop for a checkpoint.
    deadline: Option<Instant>,
}

impl Control {
    pub(crate) fn new(threads: usize, deadline: Option<Instant>) -> Control {
        let settled = (0..threads).map(|_| AtomicU32::new(0)).collect();
        Control { stop: AtomicBool::new(false), settled, deadline }
    }

    pub(crate) fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

/// What a thread keeps from one search to the next.
#[derive(Default)]
pub(crate) struct Hand {
    pub history: History,
    pub pen: Pen,
    cursor: Cursor,
    candidates: Vec<Candidate>,
    scratch: Conditions,
    /// The buckets that the history touches, while a lemma is made coarse.
    touched: Buckets,
    citations: Vec<Citation>,
    /// By kind of lemma and two memories: does such a lemma for the second serve with the first?
    outweighs: HashMap<(u32, u32, u32), bool>,
    /// The most comparisons of memories that are remembered.
    weighed: usize,
    /// The nodes from the root to here, each with its first lemma when it was last looked at.
    path: Vec<(u32, u32)>,
    pub nodes: u64,
    /// The bytes that the budget knows of.
    counted: u64,
}

impl Hand {
    /// Remembers at most so many comparisons of memories.
    pub(crate) fn new(weighed: usize) -> Hand {
        Hand { weighed, ..Hand::default() }
    }

    /// Forgets whatever has to do with tables that are no more.
    pub(crate) fn forget_tables(&mut self) {
        *self = Hand { nodes: self.nodes, ..Hand::new(self.weighed) };
    }

    /// The bytes of its lists and of the thread's stack.
    fn bytes(&self) -> u64 {
        let lists = size_of::<Candidate>() * self.candidates.capacity()
            + size_of::<((u32, u32, u32), bool)>() * 2 * self.outweighs.capacity()
            + self.history.bytes();
        lists as u64 + FRAME * self.path.capacity() as u64
    }

    /// Tells the budget what has been added since the last time.
    fn count(&mut self, budget: &Budget) {
        let now = self.bytes();
        if now > self.counted {
            budget.take(now - self.counted);
            self.counted = now;
        }
    }
}

/// A thread at work on a question.
pub(crate) struct Worker<'a> {
    pub graph: &'a Graph,
    pub lemmas: &'a Lemmas,
    pub thresholds: &'a [kosolver_rules::Threshold],
    pub aim: &'a Aim,
    pub control: &'a Control,
    pub meter: &'a Meter,
    pub hand: &'a mut Hand,
    pub number: usize,
    /// Whether lemmas keep what they rest on.
    pub citing: bool,
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
    pub(crate) fn new(
        (graph, lemmas): (&'a Graph, &'a Lemmas),
        (thresholds, aim): (&'a [kosolver_rules::Threshold], &'a Aim),
        (control, number): (&'a Control, usize),
        meter: &'a Meter,
        hand: &'a mut Hand,
        citing: bool,
    ) -> Worker<'a> {
        let seen = control.settled[number].load(Ordering::Relaxed);
        Worker {
            graph,
            lemmas,
            thresholds,
            aim,
            control,
            meter,
            hand,
            number,
            citing,
            quota: u64::MAX,
            met: [Vec::new(), Vec::new()],
            seen,
            back_to: usize::MAX,
        }
    }

    /// Searches until the question is answered or there is a reason to pause.
    pub(crate) fn answer(&mut self, root: Spot) -> Option<bool> {
        loop {
            if let Some((_, black)) = self.known(root, NONE) {
                self.control.stop();
                return Some(black);
            }
            if self.control.stop.load(Ordering::Relaxed) {
                return None;
            }
            self.visit(root, INFINITE, INFINITE);
        }
    }

    fn shares(&self) -> bool {
        self.control.settled.len() > 1
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
            met[score as usize] = 1 + u8::from(self.aim.threshold.met_by(value));
        }
        met[score as usize] == 2
    }

    /// Whether a player without a legal move loses at the present threshold.
    fn stuck_loses(&self, spot: Spot) -> bool {
        let node = self.graph.node_at(spot);
        let black_wins = self.aim.threshold.met_by(self.graph.game.stuck(&node));
        black_wins != (node.to_move == Colour::Black)
    }

    /// Who wins from a node under the present history and one more fact, if a lemma says so:
    /// `true` for Black.
    pub(crate) fn known(&mut self, spot: Spot, more: u32) -> Option<(Lemma, bool)> {
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
        let (graph, thresholds, history) = (self.graph, self.thresholds, &self.hand.history);
        let outweighs = &mut self.hand.outweighs;
        if outweighs.len() > self.hand.weighed {
            outweighs.clear();
        }
        let holds = |fact: u32| {
            let fact = graph.image(turn, fact);
            fact == more || history.has(fact)
        };
        let more = (more != NONE).then_some(more);
        let touches = |pages: Pages| {
            let mut facts = history.facts().iter().copied().chain(more);
            facts.any(|fact| graph.bucket(fact).is_some_and(|bucket| pages.has(bucket)))
        };
        let found = self.lemmas.find(
            list,
            (holds, touches),
            &self.aim.useful[usize::from(exchanges)],
            |kind, other| {
                memory == other
                    || *outweighs.entry((kind, memory, other)).or_insert_with(|| {
                        let (ours, theirs) = (graph.memories.get(memory), graph.memories.get(other));
                        let (good, bad) = if kind & 1 == 1 { (&ours, &theirs) } else { (&theirs, &ours) };
                        graph.game.outweighs(thresholds[(kind >> 1) as usize], good, bad)
                    })
            },
        );
        found.map(|(lemma, black)| (lemma, black != exchanges))
    }

    /// The lemma of the node that an edge leads to, under the history after it.
    fn known_after(&mut self, spot: Spot, edge: &Edge, next: Spot) -> Option<(Lemma, bool)> {
        if edge.extra == NONE {
            let more = if edge.insert == NONE { NONE } else { self.graph.image(spot.turn, edge.insert) };
            return self.known(next, more);
        }
        let moment = self.make(spot, edge);
        let known = self.known(next, NONE);
        self.hand.history.undo(moment);
        known
    }

    fn make(&mut self, spot: Spot, edge: &Edge) -> Moment {
        self.hand.history.make(self.graph, edge, spot.turn)
    }

    /// The mark of this search's proof numbers of a node met with this turn.
    fn stamp(&self, spot: Spot) -> u32 {
        self.aim.stamp | u32::from(self.graph.group.exchanges(spot.turn))
    }

    fn numbers_of(&self, spot: Spot, record: &NodeRecord) -> (u32, u32) {
        if read(&record[STATE]) >> 8 == self.stamp(spot) {
            stored_numbers(record)
        } else {
            self.guess(spot, record)
        }
    }

    /// Proof numbers of a node that has not been visited: a player who is behind on the board
    /// as it stands needs more work to win, and more the more of it is empty. The weights are
    /// measured (docs/experiments.md).
    fn guess(&self, spot: Spot, record: &NodeRecord) -> (u32, u32) {
        let face = self.graph.face(record);
        let exchanges = self.graph.group.exchanges(spot.turn);
        let area = if exchanges { -i32::from(face.area) } else { i32::from(face.area) };
        if let Some(numbers) = self.guided(record, face, exchanges) {
            return numbers;
        }
        // Positive if the board as it stands meets the threshold; never 0.
        let black = 2 * area - self.aim.goal;
        let ahead = if (face.mover == Colour::Black) != exchanges { black } else { -black };
        let phi = 1 + 4 * (-ahead).max(0) + i32::from(face.empty);
        let delta = 1 + 4 * ahead.max(0);
        (phi as u32, delta as u32)
    }

    /// Proof numbers from the guide: of the player who is ahead if play may go on for ever few, and more
    /// the longer it takes him; of the other many. `None` if neither is ahead.
    fn guided(&self, record: &NodeRecord, face: Face, exchanges: bool) -> Option<(u32, u32)> {
        let points = i32::from(self.graph.game.board().points());
        let [black, white] = self.graph.forced(record, face)?;
        let [black, white] = if exchanges { [white, black] } else { [black, white] };
        let mover = (face.mover == Colour::Black) != exchanges;
        let (black_ahead, moves) = match (black, white) {
            (Some((deficit, moves)), _) if 2 * (points - deficit) > self.aim.goal => (true, moves),
            (_, Some((deficit, moves))) if 2 * (deficit - points) < self.aim.goal => (false, moves),
            _ => return None,
        };
        let near = 1 + u32::from(moves) / 4;
        let far = FAR + near;
        Some(if black_ahead == mover { (near, far) } else { (far, near) })
    }

    fn store_numbers(&self, spot: Spot, (phi, delta): (u32, u32), work: u64) {
        let record = self.graph.record(spot.node);
        write(&record[PHI], phi);
        write(&record[DELTA], delta);
        write(&record[STATE], self.stamp(spot) << 8 | u32::from(effort(work)));
    }

    /// Whether this thread has to go back to a node above the one at this depth.
    fn leaves(&self, depth: usize) -> bool {
        self.back_to < depth || self.control.stop.load(Ordering::Relaxed)
    }

    /// Counts a node, and sees whether there is a reason to go back.
    fn enter(&mut self, spot: Spot) -> bool {
        let hand = &mut *self.hand;
        hand.nodes += 1;
        if hand.nodes.is_multiple_of(Meter::STRIDE) {
            self.meter.add(Meter::STRIDE);
            hand.count(&self.graph.budget);
            let due = self.control.deadline.is_some_and(|deadline| Instant::now() >= deadline);
            if due || self.meter.is_interrupted() {
                self.control.stop();
            }
        }
        if hand.nodes >= self.quota || self.graph.budget.is_full() {
            self.control.stop();
        }
        let settled = self.control.settled[self.number].load(Ordering::Relaxed);
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
    /// reaches its bound.
    pub(crate) fn visit(&mut self, spot: Spot, phi_bound: u32, delta_bound: u32) -> Visit {
        let (base, nodes) = (self.hand.candidates.len(), self.hand.nodes);
        if !self.enter(spot) {
            self.hand.path.pop();
            let (phi, delta) = self.numbers_of(spot, self.graph.record(spot.node));
            return Visit::Open { phi, delta };
        }
        let visit = self.search(spot, base, phi_bound, delta_bound);
        self.hand.candidates.truncate(base);
        self.hand.path.pop();
        if let Visit::Open { phi, delta } = visit {
            self.store_numbers(spot, (phi, delta), self.hand.nodes - nodes);
        } else if self.shares() && Graph::busy(self.graph.record(spot.node)) > 1 {
            for (number, settled) in self.control.settled.iter().enumerate() {
                if number != self.number {
                    settled.fetch_add(1, Ordering::Relaxed);
                }
            }
        }
        visit
    }

    fn search(&mut self, spot: Spot, base: usize, phi_bound: u32, delta_bound: u32) -> Visit {
        let nodes = self.hand.nodes;
        let black_to_move = self.graph.mover(spot) == Colour::Black;
        let row = self.graph.expand(&mut self.hand.pen, spot.node);
        if let Some((index, lemma)) = self.collect(spot, row, black_to_move) {
            return Visit::Won(self.prove_win(spot, row, index, lemma, 1));
        }
        let depth = self.hand.path.len() - 1;
        loop {
            let Some(choice) = self.choose(base) else {
                // Without any legal move, possible where there are no passes, the player loses
                // too: no question is asked there that he would win.
                debug_assert!(self.hand.candidates.len() > base || self.stuck_loses(spot));
                let work = self.hand.nodes - nodes + 1;
                return Visit::Lost(self.prove_loss(spot, row, base, work));
            };
            let Choice { place, phi, delta, .. } = choice;
            if phi >= phi_bound || delta >= delta_bound || self.leaves(depth) {
                return Visit::Open { phi, delta };
            }
            let candidate = self.hand.candidates[place];
            let index = usize::from(candidate.index);
            let edge = row.edge(index);
            let Some(next) = self.graph.after(spot, &edge) else { unreachable!("an end is settled") };
            // 1 + epsilon trick (J. Pawlewicz and L. Lew, 2006): stay a while.
            let stay = choice.second.saturating_add(choice.second / 4 + 1);
            let delta_limit = phi_bound.min(stay).max(candidate.delta + 1).min(INFINITE);
            let phi_limit = (delta_bound - (choice.open - 1)).min(INFINITE);

            let moment = self.make(spot, &edge);
            let visit = match self.known(next, NONE) {
                Some((lemma, black)) if black == black_to_move => Visit::Lost(lemma),
                Some((lemma, _)) => Visit::Won(lemma),
                None if self.shares() => {
                    let record = self.graph.record(next.node);
                    Graph::enter(record);
                    let visit = self.visit(next, phi_limit, delta_limit);
                    Graph::leave(record);
                    visit
                }
                None => self.visit(next, phi_limit, delta_limit),
            };
            self.hand.history.undo(moment);
            let candidate = &mut self.hand.candidates[place];
            match visit {
                Visit::Lost(lemma) => {
                    let work = self.hand.nodes - nodes + 1;
                    return Visit::Won(self.prove_win(spot, row, index, lemma, work));
                }
                Visit::Won(lemma) => {
                    (candidate.loses, candidate.lemma) = (true, lemma);
                }
                Visit::Open { phi, delta } => {
                    candidate.phi = candidate.phi.max(phi);
                    candidate.delta = candidate.delta.max(delta);
                }
            }
            if self.shares()
                && let Some(settled) = self.look_again(spot, row, base, depth, black_to_move)
            {
                return settled;
            }
        }
    }

    /// Reads what is kept of the nodes that moves lead to, and of the first of their lemmas: all at once,
    /// so that the waits for the computer's memory overlap. They come one by one otherwise.
    fn fetch(&self, row: Row) {
        let nodes = || {
            row.edges().filter_map(|edge| match edge.target() {
                Target::Node(node) => Some(self.graph.record(node)),
                Target::End(_) => None,
            })
        };
        std::hint::black_box(nodes().fold(0, |sum, record| sum ^ read(&record[HEAD])));
        let heads = nodes().map(|record| self.lemmas.first_word(&record[HEAD]));
        std::hint::black_box(heads.fold(0, |sum, word| sum ^ word));
    }

    /// Lists the legal moves of a node with their numbers. If one is known to win, that one and
    /// its lemma.
    fn collect(&mut self, spot: Spot, row: Row, black_to_move: bool) -> Option<(usize, Lemma)> {
        self.fetch(row);
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
                next: NONE,
            };
            let settled = match (edge.target(), self.graph.after(spot, &edge)) {
                (Target::Node(node), Some(next)) => {
                    candidate.next = node;
                    let known = self.known_after(spot, &edge, next);
                    if known.is_none() {
                        (candidate.phi, candidate.delta) = self.numbers_of(next, self.graph.record(node));
                    }
                    known
                }
                (Target::End(score), _) => {
                    Some((Lemma::PLAIN, self.meets(score, self.graph.group.exchanges(spot.turn))))
                }
                (_, None) => unreachable!("an edge leads to a node or to the end"),
            };
            if let Some((lemma, black)) = settled {
                if black == black_to_move {
                    return Some((index, lemma));
                }
                (candidate.loses, candidate.lemma) = (true, lemma);
            }
            self.hand.candidates.push(candidate);
        }
        None
    }

    /// The open move to search next; `None` if all moves lose.
    fn choose(&self, base: usize) -> Option<Choice> {
        // The opponent's delta is what it takes to prove that he loses.
        let mut choice = Choice { place: usize::MAX, phi: INFINITE, delta: 0, second: INFINITE, open: 0 };
        let (mut least, mut phi_max, mut second) = (INFINITE + 1, 0, INFINITE);
        let (shares, candidates) = (self.shares(), &self.hand.candidates);
        for (place, candidate) in candidates.iter().enumerate().skip(base) {
            if candidate.loses {
                continue;
            }
            choice.open += 1;
            phi_max = phi_max.max(candidate.phi);
            choice.phi = choice.phi.min(candidate.delta);
            let mut seems = candidate.delta;
            if shares {
                // Virtual proof numbers: harder by half for each thread that is below it.
                let busy = Graph::busy(self.graph.record(candidate.next));
                seems = seems.saturating_add(busy.saturating_mul(seems / 2 + 1)).min(INFINITE);
            }
            if seems < least {
                (choice.place, least, second) = (place, seems, least);
            } else {
                second = second.min(seems);
            }
        }
        choice.second = second;
        // Weak proof numbers (T. Ueda et al., 2008): the largest, and one for each other
        // move, since in a graph their proofs overlap.
        choice.delta = phi_max + choice.open.saturating_sub(1);
        (choice.open > 0).then_some(choice)
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
    ) -> Option<Visit> {
        for place in base..self.hand.candidates.len() {
            let candidate = self.hand.candidates[place];
            let next = self.graph.after(spot, &row.edge(usize::from(candidate.index)));
            if let (Some(next), false) = (next, candidate.loses) {
                let record = self.graph.record(next.node);
                if read(&record[STATE]) >> 8 == self.stamp(next) {
                    let candidate = &mut self.hand.candidates[place];
                    let (phi, delta) = stored_numbers(record);
                    candidate.phi = candidate.phi.max(phi);
                    candidate.delta = candidate.delta.max(delta);
                }
            }
        }
        if self.back_to == depth {
            self.back_to = usize::MAX;
        }
        let head = first_lemma(self.graph, spot.node);
        if self.hand.path[depth].1 == head {
            return None;
        }
        self.hand.path[depth].1 = head;
        let (lemma, black) = self.known(spot, NONE)?;
        Some(if black == black_to_move { Visit::Won(lemma) } else { Visit::Lost(lemma) })
    }

    /// The lemma that the player to move wins by an edge, given the lemma of what follows.
    fn prove_win(&mut self, spot: Spot, row: Row, index: usize, lemma: Lemma, work: u64) -> Lemma {
        let edge = row.edge(index);
        self.hand.scratch.clear();
        self.hand.citations.clear();
        self.carry(&edge, lemma);
        if edge.forbid != NONE {
            self.hand.scratch.absent.extend(self.graph.forbids(&edge));
        }
        self.hand.citations.push(Citation { index: index as u16, lemma });
        self.conclude(spot, row, true, work)
    }

    /// The lemma that the player to move loses: every legal move loses by its lemma, and every
    /// other is prohibited by a fact of the history.
    fn prove_loss(&mut self, spot: Spot, row: Row, base: usize, work: u64) -> Lemma {
        self.hand.scratch.clear();
        self.hand.citations.clear();
        let mut place = base;
        for (index, edge) in row.edges().enumerate() {
            let candidate = self.hand.candidates.get(place).copied();
            if let Some(Candidate { lemma, .. }) = candidate.filter(|found| usize::from(found.index) == index)
            {
                self.carry(&edge, lemma);
                self.hand.citations.push(Citation { index: index as u16, lemma });
                place += 1;
            } else if edge.forbid != NONE
                && let Some(fact) = self.hand.history.prohibiting(self.graph, &edge, spot.turn)
            {
                self.hand.scratch.present.push(fact);
                self.add_guards_that_hold(&edge, spot.turn);
            }
        }
        self.conclude(spot, row, false, work)
    }

    /// Adds the guards of an edge that is prohibited, if it applies: then no other step of its move
    /// does.
    fn add_guards_that_hold(&mut self, edge: &Edge, turn: Turn) {
        let (graph, hand) = (self.graph, &mut *self.hand);
        if let Some(extra) = graph.extra(edge)
            && hand.history.applies(graph, edge, turn)
        {
            hand.scratch.absent.extend(extra.absent());
            hand.scratch.present.extend(extra.present());
        }
    }

    /// Adds what the lemma of an edge's target asks of the history before the edge, in the
    /// frame of the edge's node.
    fn carry(&mut self, edge: &Edge, lemma: Lemma) {
        let (graph, scratch) = (self.graph, &mut self.hand.scratch);
        let (absent, present) = self.lemmas.conditions(lemma);
        let extra = graph.extra(edge);
        graph.absent_before(edge, numbers(absent), &mut scratch.absent);
        let pages = self.lemmas.buckets(lemma);
        if !pages.is_empty() {
            scratch.buckets.unite(pages, |scope| extra.is_some_and(|extra| extra.clears(Scope(scope))));
        }
        let present = numbers(present).map(|fact| graph.image(edge.turn, fact));
        let Some(extra) = extra else {
            scratch.present.extend(present.filter(|&fact| fact != edge.insert));
            return;
        };
        let present = present.filter(|&fact| !extra.inserts().any(|inserted| inserted == fact));
        if extra.pulls_nothing() {
            scratch.present.extend(present);
        } else {
            scratch.present.extend(present.filter_map(|fact| graph.before(&extra, fact)));
        }
        scratch.present.extend(extra.present());
    }

    /// Puts the facts that must be absent into buckets if they are very many, or if facts below are in
    /// buckets already. A fact whose bucket the present history touches stays as it is, so that the
    /// lemma answers the question that is asked.
    fn make_coarse(&mut self) {
        let Hand { scratch, touched, history, .. } = &mut *self.hand;
        let Some(Coarse { many, .. }) = self.graph.coarse else { return };
        if scratch.buckets.is_empty() && scratch.absent.len() <= many {
            return;
        }
        touched.clear();
        for bucket in history.facts().iter().filter_map(|fact| self.graph.bucket(*fact)) {
            touched.insert(bucket);
        }
        let Conditions { absent, buckets, .. } = scratch;
        absent.retain(|fact| match self.graph.bucket(*fact) {
            Some(bucket) if !touched.has(bucket) => {
                buckets.insert(bucket);
                false
            }
            _ => true,
        });
    }

    /// Stores the lemma under construction.
    fn conclude(&mut self, spot: Spot, row: Row, mover_wins: bool, work: u64) -> Lemma {
        let black = mover_wins == (self.graph.mover(spot) == Colour::Black);
        let exchanges = self.graph.group.exchanges(spot.turn);
        let record = self.graph.record(spot.node);
        let (kin, memory) = self.graph.kin(spot.node, record);
        let hand = &mut *self.hand;
        hand.scratch.present.retain(|fact| !row.implied.contains(fact));
        hand.scratch.tidy();
        self.make_coarse();
        let hand = &mut *self.hand;
        let kind = self.aim.kind(exchanges, black);
        let claim = Claim { node: spot.node, kind, memory, effort: effort(work) };
        let citations = if self.citing { &hand.citations[..] } else { &[] };
        let weaker = &self.aim.weaker[usize::from(exchanges)][usize::from(black != exchanges)];
        let list = &if kin == spot.node { record } else { self.graph.record(kin) }[HEAD];
        let bucket = |fact| self.graph.bucket(fact);
        self.lemmas.drop_covered(list, claim, &hand.scratch, weaker, bucket);
        let tables = (&mut hand.cursor, &self.graph.budget);
        self.lemmas.add(tables, Some(list), claim, &hand.scratch, citations)
    }
}

/// The open move that a visit takes, and the numbers of the node.
struct Choice {
    place: usize,
    phi: u32,
    delta: u32,
    /// How hard the next best looks.
    second: u32,
    open: u32,
}

/// The proof numbers of a record. Another thread may be writing them, and a checkpoint may hold
/// anything: whatever they are, they are made numbers of an open node.
fn stored_numbers(record: &NodeRecord) -> (u32, u32) {
    [PHI, DELTA].map(|place| read(&record[place]).clamp(1, INFINITE / 2)).into()
}

fn first_lemma(graph: &Graph, node: u32) -> u32 {
    read(&graph.record(node)[HEAD])
}
