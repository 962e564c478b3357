//! Tables as plain data: what is kept when they are full, and what a checkpoint holds.

use std::collections::hash_map::Entry;

use kosolver_board::Colour;
use kosolver_rules::{Fact, Memory, Node};
use rustc_hash::{FxHashMap, FxHashSet};
use serde::{Deserialize, Serialize};

use crate::arena::{Cursor, numbers, read, write};
use crate::graph::{DELTA, Graph, PHI, Pen, STATE, ban_number, numbered_ban};
use crate::lemma::{Citation, Claim, Conditions, Lemma, Lemmas};
use crate::positions::{position_words, words_position};

/// A node: black and white stones, player to move, passes, ban, and its memory.
#[derive(Serialize, Deserialize)]
struct FrozenNode {
    position: [u32; 4],
    white_to_move: bool,
    passes: u8,
    ban: u8,
    memory: Memory,
}

impl FrozenNode {
    fn of(node: Node) -> FrozenNode {
        FrozenNode {
            position: position_words(node.position),
            white_to_move: node.to_move == Colour::White,
            passes: node.passes,
            ban: ban_number(node.ban),
            memory: node.memory,
        }
    }

    fn node(&self) -> Node {
        Node {
            passes: self.passes,
            ban: numbered_ban(self.ban),
            memory: self.memory.clone(),
            ..Node::new(
                words_position(self.position),
                if self.white_to_move { Colour::White } else { Colour::Black },
            )
        }
    }
}

/// A fact that is not about one position alone: scope, colour, index, two positions.
#[derive(Serialize, Deserialize)]
struct FrozenFact {
    scope: u8,
    colour: Option<bool>,
    index: u16,
    position: [u32; 4],
    to: [u32; 4],
}

impl FrozenFact {
    fn of(fact: Fact) -> FrozenFact {
        FrozenFact {
            scope: fact.scope.0,
            colour: fact.colour.map(|colour| colour == Colour::White),
            index: fact.index,
            position: position_words(fact.position),
            to: position_words(fact.to),
        }
    }

    fn fact(&self) -> Fact {
        let colour = |white: bool| if white { Colour::White } else { Colour::Black };
        Fact {
            colour: self.colour.map(colour),
            index: self.index,
            to: words_position(self.to),
            ..Fact::about(kosolver_rules::Scope(self.scope), words_position(self.position))
        }
    }
}

/// Lemmas and proof numbers, with the nodes and facts they name.
#[derive(Default, Serialize, Deserialize)]
pub(crate) struct Frozen {
    nodes: Vec<FrozenNode>,
    facts: Vec<FrozenFact>,
    /// Lemmas one after another, each after those it cites: whether it is in its list, kind,
    /// effort, node, the counts of A, B and citations, then these.
    lemmas: Vec<u32>,
    count: u64,
    /// Node, phi, delta, state.
    numbers: Vec<[u32; 4]>,
}

/// Numbers things in the order in which they are first met.
#[derive(Default)]
struct Renumbering {
    numbers: FxHashMap<u32, u32>,
}

impl Renumbering {
    fn number(&mut self, old: u32, new: impl FnOnce()) -> u32 {
        let next = self.numbers.len() as u32;
        match self.numbers.entry(old) {
            Entry::Occupied(known) => *known.get(),
            Entry::Vacant(place) => {
                new();
                *place.insert(next)
            }
        }
    }
}

impl Frozen {
    /// Lemmas and proof numbers of some tables.
    pub(crate) fn of(graph: &Graph, lemmas: &Lemmas, kept: &Kept) -> Frozen {
        let Kept { order, citing, least_effort } = kept;
        let (citing, least_effort) = (*citing, *least_effort);
        let mut frozen = Frozen::default();
        let (mut nodes, mut facts) = (Renumbering::default(), Renumbering::default());
        let places: FxHashMap<Lemma, u32> = match citing {
            true => order.iter().zip(0..).map(|((lemma, _), place)| (*lemma, place)).collect(),
            false => FxHashMap::default(),
        };
        for &(lemma, in_list) in order {
            let claim = lemmas.claim(lemma);
            let node = frozen.node(graph, &mut nodes, claim.node);
            let (absent, present) = lemmas.conditions(lemma);
            let cited: Vec<Citation> = lemmas.citations(lemma).filter(|_| citing).collect();
            let lengths = [absent.len(), present.len(), cited.len()].map(|length| length as u32);
            frozen.lemmas.extend([u32::from(in_list), claim.kind, u32::from(claim.effort), node]);
            frozen.lemmas.extend(lengths);
            for fact in numbers(absent).chain(numbers(present)) {
                let list = &mut frozen.facts;
                let number = facts.number(fact, || list.push(FrozenFact::of(graph.get_fact(fact))));
                frozen.lemmas.push(number);
            }
            for Citation { index, lemma } in cited {
                frozen.lemmas.push(u32::from(index));
                frozen.lemmas.push(if lemma == Lemma::PLAIN { lemma.0 } else { places[&lemma] });
            }
            frozen.count += 1;
        }
        for number in 0..graph.len() {
            let record = graph.record(number);
            let state = read(&record[STATE]);
            if state != 0 && state as u8 >= least_effort {
                let node = frozen.node(graph, &mut nodes, number);
                frozen.numbers.push([node, read(&record[PHI]), read(&record[DELTA]), state]);
            }
        }
        frozen
    }

    fn node(&mut self, graph: &Graph, nodes: &mut Renumbering, number: u32) -> u32 {
        let list = &mut self.nodes;
        nodes.number(number, || list.push(FrozenNode::of(graph.node(number))))
    }

    /// Puts everything into new tables.
    ///
    /// # Errors
    /// What does not fit together, in words; only data from outside can be so.
    pub(crate) fn thaw(&self, graph: &Graph, lemmas: &Lemmas, kinds: u32) -> Result<(), String> {
        let (mut pen, mut cursor) = (Pen::default(), Cursor::default());
        let fault = |what: &str| Err(format!("{what} is out of range"));
        let board = graph.game.board();
        let fits = |words: &[u32; 4]| {
            let position = words_position(*words);
            position.black & position.white == 0 && position.occupied() & !board.all() == 0
        };
        let mut nodes: Vec<u32> = Vec::with_capacity(self.nodes.len());
        for node in &self.nodes {
            if !fits(&node.position) || node.passes > 3 || node.ban >= 2 + board.points() {
                return fault("a node");
            }
            let spot = graph.spot(&mut pen, &node.node());
            if spot.turn != 0 {
                return Err("a node is not the least of its images".to_owned());
            }
            nodes.push(spot.node);
        }
        let mut facts: Vec<u32> = Vec::with_capacity(self.facts.len());
        for fact in &self.facts {
            if !fits(&fact.position) || !fits(&fact.to) {
                return fault("a fact");
            }
            facts.push(graph.fact(&mut pen, &fact.fact()));
        }
        let mut places: Vec<Lemma> = Vec::new();
        let mut words = self.lemmas.iter().copied();
        let mut next = || words.next().ok_or_else(|| "the lemmas end too early".to_owned());
        let mut conditions = Conditions::default();
        let mut citations: Vec<Citation> = Vec::new();
        for _ in 0..self.count {
            let [in_list, kind, effort, node] = [next()?, next()?, next()?, next()?];
            let lengths = [next()?, next()?, next()?];
            conditions.clear();
            citations.clear();
            let fact = |number: u32| facts.get(number as usize).copied().ok_or("a fact is not in the list");
            for _ in 0..lengths[0] {
                conditions.absent.push(fact(next()?)?);
            }
            for _ in 0..lengths[1] {
                conditions.present.push(fact(next()?)?);
            }
            for _ in 0..lengths[2] {
                let (index, cited) = (next()?, next()?);
                let lemma = match places.get(cited as usize) {
                    _ if cited == Lemma::PLAIN.0 => Lemma::PLAIN,
                    Some(lemma) => *lemma,
                    None => return fault("a citation"),
                };
                citations.push(Citation { index: index as u16, lemma });
            }
            conditions.tidy();
            let (Some(&node), true) = (nodes.get(node as usize), kind < kinds) else {
                return fault("a lemma");
            };
            let record = graph.record(node);
            let (kin, memory) = graph.kin(node, record);
            let claim = Claim { node, kind, memory, effort: effort as u8 };
            let list = (in_list == 1).then(|| graph.record(kin));
            let lemma = lemmas.add((&mut cursor, &graph.budget), list, claim, &conditions, &citations);
            places.push(lemma);
        }
        for [node, phi, delta, state] in &self.numbers {
            let Some(&node) = nodes.get(*node as usize) else { return fault("a proof number") };
            let record = graph.record(node);
            for (place, word) in [(PHI, phi), (DELTA, delta), (STATE, state)] {
                write(&record[place], (*word).min(u32::MAX - 1));
            }
        }
        Ok(())
    }
}

/// Which lemmas are kept, each after those it cites, and whether it is in its list.
pub(crate) struct Kept {
    order: Vec<(Lemma, bool)>,
    citing: bool,
    least_effort: u8,
}

impl Kept {
    /// All lemmas that took at least so much effort, and with `citing` those they rest on.
    pub(crate) fn of(graph: &Graph, lemmas: &Lemmas, citing: bool, least_effort: u8) -> Kept {
        let mut listed: Vec<Lemma> = Vec::new();
        for node in 0..graph.len() {
            let list =
                lemmas.list(graph.record(node)).filter(|lemma| lemmas.claim(*lemma).effort >= least_effort);
            let first = listed.len();
            listed.extend(list);
            // The newest are first in their list: added last, they are again.
            listed[first..].reverse();
        }
        let order = if citing {
            with_cited(lemmas, &listed)
        } else {
            listed.into_iter().map(|l| (l, true)).collect()
        };
        Kept { order, citing, least_effort }
    }

    /// How many bytes they take as plain data, with what making it takes.
    pub(crate) fn bytes(&self, graph: &Graph, lemmas: &Lemmas) -> u64 {
        let mut facts: FxHashSet<u32> = FxHashSet::default();
        let mut bytes = 0;
        for &(lemma, _) in &self.order {
            let (absent, present) = lemmas.conditions(lemma);
            facts.extend(numbers(absent).chain(numbers(present)));
            bytes += lemmas.bytes(lemma, self.citing) + NODE;
        }
        let numbered = |node: &u32| {
            let state = read(&graph.record(*node)[STATE]);
            state != 0 && state as u8 >= self.least_effort
        };
        bytes + FACT * facts.len() as u64 + (NODE + 16) * (0..graph.len()).filter(numbered).count() as u64
    }
}

/// Bytes of a node and of a fact as plain data, each with its place in a table that numbers them.
const NODE: u64 = size_of::<FrozenNode>() as u64 + 16;
const FACT: u64 = size_of::<FrozenFact>() as u64 + 16;

/// Lemmas with all they rest on, each after what it cites, and whether it is in its list.
fn with_cited(lemmas: &Lemmas, listed: &[Lemma]) -> Vec<(Lemma, bool)> {
    let in_list: FxHashSet<Lemma> = listed.iter().copied().collect();
    let mut done: FxHashSet<Lemma> = FxHashSet::default();
    let mut order = Vec::new();
    let mut stack: Vec<(Lemma, bool)> = Vec::new();
    for &first in listed {
        stack.push((first, false));
        while let Some((lemma, ready)) = stack.pop() {
            if ready {
                order.push((lemma, in_list.contains(&lemma)));
            } else if lemma != Lemma::PLAIN && done.insert(lemma) {
                stack.push((lemma, true));
                stack.extend(lemmas.citations(lemma).map(|citation| (citation.lemma, false)));
            }
        }
    }
    order
}
