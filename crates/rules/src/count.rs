//! Numbers of complete games.

use std::collections::HashMap;
use std::rc::Rc;

use indexmap::IndexSet;
use kosolver_board::{Colour, Position};
use num_bigint::BigUint;
use thiserror::Error;

use crate::{Fact, Game, Legality, Node, Pull, Scope, Step, Then};

/// Why games cannot be counted.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum CountError {
    /// There are infinitely many.
    #[error("under {0} play can go on for ever, so there are infinitely many games")]
    Endless(String),
    /// More memory would be needed than is allowed.
    #[error("the games are not counted: that takes more than {limit} stored states; allow more with --limit")]
    Limit {
        /// How many states were allowed.
        limit: usize,
    },
}

/// The number of complete games from a start: all ways to the end. A player without a legal move
/// ends the game.
///
/// States with the same future are counted once: the node, and of the history the facts that some
/// node which can still be reached looks at. `limit` bounds how many are stored.
///
/// # Errors
/// [`CountError::Endless`] if play can go on for ever, [`CountError::Limit`] if there are more
/// states than allowed.
pub fn complete_games(
    game: &Game,
    position: Position,
    to_move: Colour,
    limit: usize,
) -> Result<BigUint, CountError> {
    if game.rules().endless() {
        return Err(CountError::Endless(game.rules().ko().to_string()));
    }
    let (node, facts) = game.start(position, to_move);
    let mut counter = Counter {
        game,
        limit,
        nodes: IndexSet::new(),
        facts: IndexSet::new(),
        edges: Vec::new(),
        known: HashMap::new(),
        forgets: game.steps(&node).iter().any(|step| !step.clears.is_empty()),
    };
    let mut history = Set::default();
    for fact in facts {
        history.insert(counter.facts.insert_full(fact).0);
    }
    let node = counter.nodes.insert_full(node).0;
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
    fn prohibited(&self, history: &Set) -> bool {
        self.unless.iter().any(|&fact| history.has(fact))
    }

    fn allowed(&self, history: &Set) -> bool {
        !self.prohibited(history)
            && self.present.iter().all(|&fact| history.has(fact))
            && !self.absent.iter().any(|&fact| history.has(fact))
    }
}

struct Counter<'a> {
    game: &'a Game,
    limit: usize,
    /// A node's number is its place; so is a fact's.
    nodes: IndexSet<Node>,
    facts: IndexSet<Fact>,
    edges: Vec<Option<Rc<[Edge]>>>,
    /// Whether passes forget facts.
    forgets: bool,
    known: HashMap<(usize, Set), BigUint>,
}

impl Counter<'_> {
    fn count(&mut self, node: usize, history: Set) -> Result<BigUint, CountError> {
        let history = self.relevant(node, history);
        let key = (node, history);
        if let Some(known) = self.known.get(&key) {
            return Ok(known.clone());
        }
        let (node, history) = key;
        let mut games = BigUint::ZERO;
        for edge in self.edges(node).iter() {
            if !edge.allowed(&history) {
                continue;
            }
            games += match edge.next {
                None => BigUint::from(1_u8),
                Some(next) => {
                    let mut after = history.clone();
                    if !edge.clears.is_empty() || !edge.pulls.is_empty() {
                        after.retain(|fact| {
                            let fact = &self.facts[fact];
                            let pulled = edge.pulls.iter().any(|pull| pull.to == fact.predicate());
                            !edge.clears.contains(&fact.scope) && !pulled
                        });
                    }
                    for pull in &edge.pulls {
                        for number in history.numbers() {
                            let fact = self.facts[number];
                            if fact.predicate() == pull.from {
                                after.insert(self.facts.insert_full(pull.to.of(fact.position)).0);
                            }
                        }
                    }
                    edge.inserts.iter().for_each(|&fact| after.insert(fact));
                    self.count(next, after)?
                }
            };
        }
        if games == BigUint::ZERO {
            games = BigUint::from(1_u8); // stuck: the game is over
        }
        if self.known.len() >= self.limit {
            return Err(CountError::Limit { limit: self.limit });
        }
        self.known.insert((node, history), games.clone());
        Ok(games)
    }

    /// Of a history, the facts that a node which can still be reached looks at.
    ///
    /// A step that is prohibited now leads nowhere, unless facts can be forgotten. Where the nodes
    /// that can be reached without looking at the history have no end (Kee's tallies grow), and where
    /// facts are pulled back to others, all facts are kept.
    fn relevant(&mut self, node: usize, mut history: Set) -> Set {
        if self.game.rules().ko().combines_scores() {
            history.retain(|_| true);
            return history;
        }
        let (mut tested, mut reached, mut waiting) = (Set::default(), Set::default(), vec![node]);
        reached.insert(node);
        while let Some(node) = waiting.pop() {
            for edge in self.edges(node).iter() {
                if !edge.pulls.is_empty() {
                    return history;
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
        history
    }

    /// The steps of a node that some history allows.
    fn edges(&mut self, node: usize) -> Rc<[Edge]> {
        if self.edges.len() <= node {
            self.edges.resize(node + 1, None);
        }
        if let Some(edges) = &self.edges[node] {
            return Rc::clone(edges);
        }
        let mut steps = self.game.steps(&self.nodes[node]);
        steps.retain(|step| !matches!(step.legality, Legality::Never(_)));
        let edges: Rc<[Edge]> = steps.into_iter().map(|step| self.edge(step)).collect();
        self.edges[node] = Some(Rc::clone(&edges));
        edges
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
                Then::Node(node) => Some(self.nodes.insert_full(node).0),
                Then::End(_) => None,
            },
        }
    }
}
