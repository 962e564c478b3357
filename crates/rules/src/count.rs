//! Numbers of complete games.

use std::collections::HashMap;
use std::rc::Rc;
use std::sync::atomic::{AtomicU64, Ordering};

use indexmap::IndexSet;
use kosolver_board::{Colour, Interrupt, Position};
use num_bigint::BigUint;
use thiserror::Error;

use crate::{Fact, Game, Legality, Node, Pull, Scope, Slot, Step, Then, Word};

/// Why games cannot be counted.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum CountError {
    /// There are infinitely many.
    #[error("under {0} play can go on for ever, so there are infinitely many games")]
    Endless(String),
    /// More states would have to be stored than is allowed.
    #[error(
        "the games are not counted: {limit} states are stored, which is all that is allowed, in {} MiB of memory; allow more states, or count a smaller board",
        bytes.div_ceil(1 << 20)
    )]
    States {
        /// How many states were allowed.
        limit: u64,
        /// The memory they took, in bytes.
        bytes: u64,
    },
    /// More memory would be needed than is allowed.
    #[error(
        "the games are not counted: {states} states and what they rest on take all of the {} MiB of memory that are allowed; allow more memory, or count a smaller board",
        limit >> 20
    )]
    Memory {
        /// How many bytes were allowed.
        limit: u64,
        /// How many states were stored.
        states: u64,
    },
    /// The work was asked to stop.
    #[error("stopped")]
    Stopped,
}

/// What counting games may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CountLimits {
    /// The states of games that are stored at once.
    pub states: u64,
    /// Bytes of memory for all that grows: states, nodes, facts and moves.
    pub bytes: u64,
}

impl Default for CountLimits {
    /// No limits.
    fn default() -> CountLimits {
        CountLimits { states: u64::MAX, bytes: u64::MAX }
    }
}

/// How far counting games is, for whoever watches, and a way to stop it.
#[derive(Debug, Default)]
pub struct CountMeter {
    states: AtomicU64,
    bytes: AtomicU64,
    interrupt: Interrupt,
}

impl CountMeter {
    /// A meter of work that stops, many times a second, when this is asked for.
    pub fn until(interrupt: Interrupt) -> CountMeter {
        CountMeter { interrupt, ..CountMeter::default() }
    }

    /// The states that are stored now.
    pub fn states(&self) -> u64 {
        self.states.load(Ordering::Relaxed)
    }

    /// The bytes of memory that all takes now.
    pub fn bytes(&self) -> u64 {
        self.bytes.load(Ordering::Relaxed)
    }
}

/// The number of complete games from a start: all ways to the end. A player without a legal move
/// ends the game.
///
/// States with the same future are counted once: the node, and of the history the facts that some
/// node which can still be reached looks at.
///
/// # Errors
/// [`CountError::Endless`] if play can go on for ever; [`CountError::States`] and
/// [`CountError::Memory`] if it would take more than the limits; [`CountError::Stopped`].
pub fn complete_games(
    game: &Game,
    position: Position,
    to_move: Colour,
    limits: &CountLimits,
    meter: &CountMeter,
) -> Result<BigUint, CountError> {
    if game.rules().endless() {
        return Err(CountError::Endless(game.rules().ko().to_string()));
    }
    let (node, facts) = game.start(position, to_move);
    let mut counter = Counter {
        game,
        limits,
        meter,
        nodes: IndexSet::new(),
        facts: IndexSet::new(),
        edges: Vec::new(),
        known: HashMap::new(),
        stack: Vec::new(),
        heap: 0,
        widest: 0,
        forgets: game.steps(&node).iter().any(|step| !step.clears.is_empty()),
    };
    let mut history = Set::default();
    for fact in facts {
        history.insert(counter.facts.insert_full(fact).0);
    }
    let node = counter.node(node);
    counter.count(node, history)
}

/// A set of numbers; equal sets are equal words, since there is no zero at the end.
#[derive(Clone, Default, PartialEq, Eq, Hash)]
struct Set(Vec<u64>);

impl Set {
    fn has(&self, number: usize) -> bool {
        self.0.get(number / 64).is_some_and(|word| word >> (number % 64) & 1 == 1)
    }

    fn numbers(&self) -> impl Iterator<Item = usize> {
        let bits = |word: &u64| (0..64).filter(move |bit| word >> bit & 1 == 1).collect::<Vec<usize>>();
        self.0
            .iter()
            .enumerate()
            .flat_map(move |(index, word)| bits(word).into_iter().map(move |bit| index * 64 + bit))
    }

    fn insert(&mut self, number: usize) {
        if self.0.len() <= number / 64 {
            self.0.resize(number / 64 + 1, 0);
        }
        self.0[number / 64] |= 1 << (number % 64);
    }

    /// The bytes it takes besides itself.
    fn heap(&self) -> usize {
        heap(self.0.capacity(), size_of::<u64>())
    }

    fn retain(&mut self, keep: impl Fn(usize) -> bool) {
        for (index, word) in self.0.iter_mut().enumerate() {
            for bit in 0..64 {
                if *word >> bit & 1 == 1 && !keep(index * 64 + bit) {
                    *word &= !(1 << bit);
                }
            }
        }
        while self.0.last() == Some(&0) {
            self.0.pop();
        }
    }
}

/// A step, by numbers.
#[derive(Clone)]
struct Edge {
    unless: Vec<usize>,
    present: Vec<usize>,
    absent: Vec<usize>,
    clears: Vec<Scope>,
    pulls: Vec<Pull>,
    inserts: Vec<usize>,
    /// The next node, or the end.
    next: Option<usize>,
}

impl Edge {
    /// The bytes it takes, with all it has.
    fn bytes(&self) -> usize {
        let Edge { unless, present, absent, clears, pulls, inserts, .. } = self;
        let numbers =
            [unless, present, absent, inserts].map(|numbers| heap(numbers.capacity(), size_of::<usize>()));
        size_of::<Edge>()
            + numbers.iter().sum::<usize>()
            + heap(clears.capacity(), size_of::<Scope>())
            + heap(pulls.capacity(), size_of::<Pull>())
    }

    fn prohibited(&self, history: &Set) -> bool {
        self.unless.iter().any(|&fact| history.has(fact))
    }

    fn allowed(&self, history: &Set) -> bool {
        !self.prohibited(history)
            && self.present.iter().all(|&fact| history.has(fact))
            && !self.absent.iter().any(|&fact| history.has(fact))
    }
}

/// What an allocation of so many entries takes, with what the allocator adds.
fn heap(entries: usize, size: usize) -> usize {
    if entries == 0 { 0 } else { entries * size + 16 }
}

/// New nodes, facts or states between two looks at what all takes, at most as a rule.
const SLACK: usize = 1 << 10;

/// What a list takes; if it is nearly full, with the one twice as large into which it will be copied.
fn list(length: usize, capacity: usize, size: usize) -> usize {
    capacity * size * if length + SLACK > capacity { 3 } else { 1 }
}

/// The same of a hash table, of which an eighth is free, with a byte of the hash an entry.
fn table(length: usize, capacity: usize, size: usize) -> usize {
    list(length, capacity, size + 1) / 7 * 8
}

/// A state whose games are being counted.
struct Frame {
    node: usize,
    history: Set,
    edges: Rc<[Edge]>,
    /// How many of the edges have been followed.
    followed: usize,
    /// The games found so far.
    games: BigUint,
}

struct Counter<'a> {
    game: &'a Game,
    limits: &'a CountLimits,
    meter: &'a CountMeter,
    /// A node's number is its place; so is a fact's.
    nodes: IndexSet<Node>,
    facts: IndexSet<Fact>,
    edges: Vec<Option<Rc<[Edge]>>>,
    known: HashMap<(usize, Set), BigUint>,
    /// The states from the start to the present one.
    stack: Vec<Frame>,
    /// Bytes that nodes, edges and states take outside the lists they are in.
    heap: usize,
    /// The bytes of the largest number of games.
    widest: usize,
    /// Whether passes forget facts.
    forgets: bool,
}

impl Counter<'_> {
    fn count(&mut self, node: usize, history: Set) -> Result<BigUint, CountError> {
        if let Some(known) = self.enter(node, history)? {
            return Ok(known);
        }
        loop {
            let Some(top) = self.stack.last_mut() else { unreachable!("the last state is returned") };
            let edges = Rc::clone(&top.edges);
            let open = edges[top.followed..].iter().position(|edge| edge.allowed(&top.history));
            let Some(skipped) = open else {
                let Some(games) = self.leave() else { continue };
                return Ok(games);
            };
            let edge = &edges[top.followed + skipped];
            top.followed += skipped + 1;
            let Some(next) = edge.next else {
                top.games += 1_u8;
                continue;
            };
            let mut after = top.history.clone();
            if !edge.clears.is_empty() || !edge.pulls.is_empty() {
                after.retain(|fact| {
                    let fact = &self.facts[fact];
                    let pulled = edge.pulls.iter().any(|pull| pull.to == fact.predicate());
                    !edge.clears.contains(&fact.scope) && !pulled
                });
            }
            for pull in &edge.pulls {
                for number in top.history.numbers() {
                    let fact = self.facts[number];
                    if fact.predicate() == pull.from {
                        after.insert(self.facts.insert_full(pull.to.of(fact.position)).0);
                    }
                }
            }
            edge.inserts.iter().for_each(|&fact| after.insert(fact));
            if let Some(known) = self.enter(next, after)?
                && let Some(top) = self.stack.last_mut()
            {
                top.games += known;
            }
        }
    }

    /// Begins with a state; the number of its games if that is known already.
    fn enter(&mut self, node: usize, history: Set) -> Result<Option<BigUint>, CountError> {
        let history = self.relevant(node, history)?;
        let key = (node, history);
        if let Some(known) = self.known.get(&key) {
            return Ok(Some(known.clone()));
        }
        let (node, history) = key;
        let edges = self.edges(node)?;
        let states = (self.known.len() + self.stack.len()) as u64;
        self.meter.states.store(states, Ordering::Relaxed);
        if states >= self.limits.states {
            return Err(CountError::States { limit: self.limits.states, bytes: self.bytes() });
        }
        self.heap += history.heap();
        self.stack.push(Frame { node, history, edges, followed: 0, games: BigUint::ZERO });
        self.check()?;
        Ok(None)
    }

    /// Is done with a state. The number of its games, if it was the first; else that is added to
    /// those of the state before.
    fn leave(&mut self) -> Option<BigUint> {
        let Frame { node, history, mut games, .. } = self.stack.pop()?;
        if games == BigUint::ZERO {
            games += 1_u8; // stuck: the game is over
        }
        // A sum may have room for twice as much as it is.
        let bytes = heap(2 * games.bits().div_ceil(64) as usize, size_of::<u64>());
        self.widest = self.widest.max(bytes);
        self.heap += bytes;
        match self.stack.last_mut() {
            Some(before) => before.games += &games,
            None => return Some(games),
        }
        self.known.insert((node, history), games);
        None
    }

    /// The bytes that all takes which grows, and will take before somebody looks again.
    fn bytes(&self) -> u64 {
        let Counter { nodes, facts, edges, known, stack, .. } = self;
        let set = |length, capacity, size| {
            list(length, capacity, size + size_of::<u64>()) + table(length, capacity, size_of::<usize>())
        };
        let bytes = set(nodes.len(), nodes.capacity(), size_of::<Node>())
            + set(facts.len(), facts.capacity(), size_of::<Fact>())
            + list(edges.len(), edges.capacity(), size_of::<Option<Rc<[Edge]>>>())
            + table(known.len(), known.capacity(), size_of::<((usize, Set), BigUint)>())
            + list(stack.len(), stack.capacity(), size_of::<Frame>())
            + stack.len() * self.widest
            // While facts are chosen: two sets, and nodes that wait.
            + nodes.len() * (1 + 3 * size_of::<usize>()) + facts.len() / 8
            + self.heap;
        bytes as u64
    }

    /// # Errors
    /// If more memory is taken than is allowed, or the work is to stop.
    fn check(&self) -> Result<(), CountError> {
        let bytes = self.bytes();
        self.meter.bytes.store(bytes, Ordering::Relaxed);
        if bytes > self.limits.bytes {
            let states = (self.known.len() + self.stack.len()) as u64;
            return Err(CountError::Memory { limit: self.limits.bytes, states });
        }
        self.go_on()
    }

    fn go_on(&self) -> Result<(), CountError> {
        if self.meter.interrupt.is_stopped() { Err(CountError::Stopped) } else { Ok(()) }
    }

    /// Of a history, the facts that a node which can still be reached looks at.
    ///
    /// A step that is prohibited now leads nowhere, unless facts can be forgotten. Where the nodes
    /// that can be reached without looking at the history have no end (Kee's tallies grow), and where
    /// facts are pulled back to others, all facts are kept.
    fn relevant(&mut self, node: usize, mut history: Set) -> Result<Set, CountError> {
        if self.game.rules().ko().combines_scores() {
            history.retain(|_| true);
            history.0.shrink_to_fit();
            return Ok(history);
        }
        let (mut tested, mut reached, mut waiting) = (Set::default(), Set::default(), vec![node]);
        reached.insert(node);
        while let Some(node) = waiting.pop() {
            self.go_on()?;
            for edge in self.edges(node)?.iter() {
                if !edge.pulls.is_empty() {
                    return Ok(history);
                }
                let facts = edge.unless.iter().chain(&edge.present).chain(&edge.absent);
                facts.for_each(|&fact| tested.insert(fact));
                let closed = edge.prohibited(&history) && !self.forgets;
                if let Some(next) = edge.next
                    && !closed
                    && !reached.has(next)
                {
                    reached.insert(next);
                    waiting.push(next);
                }
            }
        }
        history.retain(|fact| tested.has(fact));
        history.0.shrink_to_fit();
        Ok(history)
    }

    /// The number of a node.
    fn node(&mut self, node: Node) -> usize {
        // What its memory takes, if it is new; a rough bound.
        let carried = match node.memory.words() {
            [] => 0,
            words => heap(3, size_of::<usize>()) + heap(words.len(), size_of::<(Slot, Word)>()),
        };
        let (number, new) = self.nodes.insert_full(node);
        self.heap += if new { carried } else { 0 };
        number
    }

    /// The steps of a node that some history allows.
    fn edges(&mut self, node: usize) -> Result<Rc<[Edge]>, CountError> {
        if self.edges.len() <= node {
            self.edges.resize(node + 1, None);
        }
        if let Some(edges) = &self.edges[node] {
            return Ok(Rc::clone(edges));
        }
        let mut steps = self.game.steps(&self.nodes[node]);
        steps.retain(|step| !matches!(step.legality, Legality::Never(_)));
        let edges: Rc<[Edge]> = steps.into_iter().map(|step| self.edge(step)).collect();
        self.heap += edges.iter().map(Edge::bytes).sum::<usize>() + heap(2, size_of::<usize>());
        self.edges[node] = Some(Rc::clone(&edges));
        self.check()?;
        Ok(edges)
    }

    fn edge(&mut self, step: Step) -> Edge {
        let mut numbers = |facts: &[Fact]| facts.iter().map(|fact| self.facts.insert_full(*fact).0).collect();
        Edge {
            present: numbers(&step.present),
            absent: numbers(&step.absent),
            inserts: numbers(&step.inserts),
            unless: numbers(step.legality.prohibiting()),
            clears: step.clears,
            pulls: step.pulls,
            next: match step.then {
                Then::Node(node) => Some(self.node(node)),
                Then::End(_) => None,
            },
        }
    }
}
