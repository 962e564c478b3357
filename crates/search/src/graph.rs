//! The part of the game that has no history, as numbers: nodes, facts and edges, each made
//! once and kept.

use std::hash::{BuildHasher, Hash};

use board::{Board, Colour};
use hashbrown::HashTable;
use rules::{Fact, Game, Ledger, Legality, Move, Node, Scope, Score, Step, Then};
use rustc_hash::FxBuildHasher;

use crate::symmetry::{Facts, Group, Turn};

/// No fact, no extra, no exit.
pub(crate) const NONE: u32 = u32::MAX;

/// The number of the empty ledger.
const NO_LEDGER: u32 = 0;

/// Values that are met again and again, each with a number of its own.
pub(crate) struct Interner<T> {
    values: Vec<T>,
    table: HashTable<u32>,
}

impl<T: Hash + Eq> Interner<T> {
    pub(crate) fn new() -> Interner<T> {
        Interner { values: Vec::new(), table: HashTable::new() }
    }

    /// The number of a value, and whether it is new.
    pub(crate) fn number(&mut self, value: T) -> (u32, bool) {
        let values = &mut self.values;
        let hash = FxBuildHasher.hash_one(&value);
        let entry = self.table.entry(
            hash,
            |&number| values[number as usize] == value,
            |&number| FxBuildHasher.hash_one(&values[number as usize]),
        );
        match entry {
            hashbrown::hash_table::Entry::Occupied(entry) => (*entry.get(), false),
            hashbrown::hash_table::Entry::Vacant(entry) => {
                let number = u32::try_from(values.len()).expect("fewer than 2^32 nodes and facts");
                entry.insert(number);
                values.push(value);
                (number, true)
            }
        }
    }

    pub(crate) fn get(&self, number: u32) -> &T {
        &self.values[number as usize]
    }

    pub(crate) fn len(&self) -> usize {
        self.values.len()
    }
}

/// Where an edge leads: a node, or the end of the game with a score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Target {
    Node(u32),
    End(u32),
}

/// A node on the line being searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Spot {
    pub node: u32,
    /// From the frame the node is kept in, to that of the game.
    pub turn: Turn,
}

/// A step, as numbers. What few rules need is kept aside in [`Extra`].
#[derive(Clone, Copy)]
pub(crate) struct Edge {
    target: u32,
    /// The fact that prohibits it, or [`NONE`].
    pub forbid: u32,
    /// The fact it inserts, or [`NONE`].
    pub insert: u32,
    /// Its [`Extra`], or [`NONE`].
    pub extra: u32,
    /// The move, in the frame of its node.
    pub made: Move,
    /// From the frame of the node it leads to, to that of its own node.
    pub turn: Turn,
}

const END: u32 = 1 << 31;

impl Edge {
    #[inline]
    pub(crate) fn target(&self) -> Target {
        if self.target & END == 0 { Target::Node(self.target) } else { Target::End(self.target & !END) }
    }
}

/// What a step has beyond one prohibition and one insertion.
#[derive(Default)]
pub(crate) struct Extra {
    pub present: Vec<u32>,
    pub absent: Vec<u32>,
    pub clears: Vec<Scope>,
    /// Facts inserted beside [`Edge::insert`].
    pub inserts: Vec<u32>,
}

/// What is known of a node before its moves have been generated.
#[derive(Clone, Copy)]
pub(crate) struct Face {
    pub mover: Colour,
    /// How many points are empty.
    pub empty: u8,
    /// The area score of the stones as they stand, without komi.
    pub area: i8,
    /// The score its player can end the game with whatever the history, or [`NONE`].
    pub exit: u32,
}

fn face(board: &Board, node: &Node, exit: u32) -> Face {
    Face {
        mover: node.to_move,
        empty: node.position.empty(board).count_ones() as u8,
        area: node.position.area(board) as i8,
        exit,
    }
}

/// What is known of a node once its moves have been generated.
#[derive(Clone, Copy)]
pub(crate) struct Row {
    start: u32,
    count: u16,
    /// Facts that hold at the node under every history, or [`NONE`].
    pub implied: [u32; 2],
}

/// The graph, grown as far as the search has looked.
pub(crate) struct Graph {
    pub game: Game,
    pub group: Group,
    pub nodes: Interner<Node>,
    pub facts: Facts,
    pub scores: Interner<Score>,
    pub ledgers: Interner<Ledger>,
    /// For each node the same node with the ledger that stands for all comparable to its own,
    /// and its own.
    kin: Vec<(u32, u32)>,
    rows: Vec<Option<Row>>,
    faces: Vec<Face>,
    edges: Vec<Edge>,
    extras: Vec<Extra>,
}

impl Graph {
    /// The graph of a game, in which nodes that a symmetry of the group maps to each other are
    /// one.
    pub(crate) fn new(game: Game, group: Group) -> Graph {
        let facts = Facts::new(&group);
        let mut ledgers = Interner::new();
        ledgers.number(Ledger::default());
        Graph {
            game,
            group,
            nodes: Interner::new(),
            facts,
            scores: Interner::new(),
            ledgers,
            kin: Vec::new(),
            rows: Vec::new(),
            faces: Vec::new(),
            edges: Vec::new(),
            extras: Vec::new(),
        }
    }

    /// Where a node is: its number, and the turn from the frame it is kept in.
    pub(crate) fn spot(&mut self, node: Node) -> Spot {
        let (least, turn) = self.group.least_node(node);
        Spot { node: self.node(least), turn: self.group.inverse(turn) }
    }

    /// The number of a fact.
    pub(crate) fn fact(&mut self, fact: Fact) -> u32 {
        self.facts.number(&self.group, fact)
    }

    /// The number of the image of a fact.
    #[inline]
    pub(crate) fn image(&self, turn: Turn, fact: u32) -> u32 {
        self.facts.image(&self.group, turn, fact)
    }

    /// Where an edge leads from a spot, if the game goes on.
    #[inline]
    pub(crate) fn after(&self, spot: Spot, edge: &Edge) -> Option<Spot> {
        match edge.target() {
            Target::Node(node) => Some(Spot { node, turn: self.group.then(edge.turn, spot.turn) }),
            Target::End(_) => None,
        }
    }

    /// The number of a node that is the least of its images.
    fn node(&mut self, node: Node) -> u32 {
        let (number, new) = self.nodes.number(node);
        assert!(number < END, "fewer than 2^31 nodes");
        if new {
            self.rows.push(None);
            self.kin.push((number, NO_LEDGER));
            let node = self.nodes.get(number);
            self.faces.push(face(&self.game.board, node, NONE));
            if node.passes > 0 {
                let node = node.clone();
                self.faces[number as usize].exit = self.exit(&node).unwrap_or(NONE);
            }
            if let Some(ledger) = self.nodes.get(number).ledger.clone() {
                self.kin[number as usize] = self.kin_of(number, *ledger);
            }
        }
        number
    }

    /// The node that stands for all whose ledgers are comparable to this one's, and the number
    /// of the ledger.
    fn kin_of(&mut self, number: u32, ledger: Ledger) -> (u32, u32) {
        let class = self.game.rules.ko.comparable(&ledger);
        let representative = if class == ledger {
            number
        } else {
            let class = (class != Ledger::default()).then(|| Box::new(class));
            let node = Node { ledger: class, ..self.nodes.get(number).clone() };
            self.node(node)
        };
        (representative, self.ledgers.number(ledger).0)
    }

    /// The score of a pass that ends the game under every history.
    fn exit(&mut self, node: &Node) -> Option<u32> {
        let mut passes = Vec::new();
        self.game.rules.ko.pass(&self.game, node, &mut passes);
        let end = passes.iter().find_map(|step| match step.then {
            Then::End(score) if step.present.is_empty() && step.absent.is_empty() => Some(score),
            _ => None,
        });
        end.map(|score| self.scores.number(score).0)
    }

    /// What a node looks like without its moves.
    #[inline]
    pub(crate) fn face(&self, node: u32) -> Face {
        self.faces[node as usize]
    }

    /// The node that stands for all whose ledgers are comparable, and the ledger.
    #[inline]
    pub(crate) fn kin(&self, node: u32) -> (u32, u32) {
        self.kin[node as usize]
    }

    #[inline]
    pub(crate) fn mover(&self, node: u32) -> Colour {
        self.faces[node as usize].mover
    }

    /// The row of a node; its moves are generated the first time.
    #[inline]
    pub(crate) fn expand(&mut self, node: u32) -> Row {
        match self.rows[node as usize] {
            Some(row) => row,
            None => self.generate(node),
        }
    }

    #[cold]
    fn generate(&mut self, number: u32) -> Row {
        let node = self.nodes.get(number).clone();
        let mut implied = [NONE; 2];
        for (place, fact) in implied.iter_mut().zip(self.game.implied(&node)) {
            *place = self.fact(fact);
        }
        let start = u32::try_from(self.edges.len()).expect("fewer than 2^32 edges");
        for step in self.game.steps(&node) {
            if let Some(edge) = self.edge(step, implied) {
                self.edges.push(edge);
            }
        }
        let count = u16::try_from(self.edges.len() - start as usize).expect("fewer than 2^16 steps");
        let row = Row { start, count, implied };
        self.rows[number as usize] = Some(row);
        row
    }

    /// A step as an edge; `None` if no history that leads here allows it.
    fn edge(&mut self, step: Step, implied: [u32; 2]) -> Option<Edge> {
        let forbid = match step.legality {
            Legality::Never(_) => return None,
            Legality::Always => NONE,
            Legality::Unless(fact) => self.fact(fact),
        };
        if forbid != NONE && implied.contains(&forbid) {
            return None;
        }
        let mut numbers =
            |facts: &[Fact]| -> Vec<u32> { facts.iter().map(|fact| self.fact(*fact)).collect() };
        let mut inserts = numbers(&step.inserts).into_iter();
        let insert = inserts.next().unwrap_or(NONE);
        let extra = Extra {
            present: numbers(&step.present),
            absent: numbers(&step.absent),
            clears: step.clears.clone(),
            inserts: inserts.collect(),
        };
        let plain = extra.present.is_empty()
            && extra.absent.is_empty()
            && extra.clears.is_empty()
            && extra.inserts.is_empty();
        let extra = if plain {
            NONE
        } else {
            self.extras.push(extra);
            u32::try_from(self.extras.len() - 1).expect("fewer than 2^32 extras")
        };
        // The lemmas of a loser rest on this: a step that is not open to him is prohibited by a
        // fact, or another step of the same move applies.
        debug_assert!(plain || forbid == NONE || (step.present.is_empty() && step.absent.is_empty()));
        let (target, turn) = match step.then {
            Then::Node(node) => {
                let next = self.spot(node);
                (next.node, next.turn)
            }
            Then::End(score) => (self.scores.number(score).0 | END, 0),
        };
        Some(Edge { target, forbid, insert, extra, made: step.made, turn })
    }

    #[inline]
    pub(crate) fn edges(&self, row: Row) -> &[Edge] {
        &self.edges[row.start as usize..row.start as usize + usize::from(row.count)]
    }

    #[inline]
    pub(crate) fn edge_at(&self, row: Row, index: usize) -> Edge {
        self.edges[row.start as usize + index]
    }

    #[inline]
    pub(crate) fn extra(&self, edge: &Edge) -> Option<&Extra> {
        if edge.extra == NONE { None } else { Some(&self.extras[edge.extra as usize]) }
    }
}
