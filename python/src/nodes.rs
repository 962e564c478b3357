//! A game as a graph of its nodes, and a solver that believes a node whatever its history.
//!
//! Small and plain, and apart from the searches: a study of what they are good for must not rest on them
//! alone.

use std::collections::HashMap;

use kosolver::board::with_stack;
use kosolver::rules::{Ban, Fact, Legality, Node, Scope, Step, Then};
use kosolver::{Board, Colour, Game, Meter, Move, Position, Score};
use pyo3::prelude::*;
use serde::Serialize;

use crate::fault::Fault;
use crate::work::{Listener, json, work};

/// What going through all games takes of the stack from one move to the next at most.
const FRAME: usize = 64 << 10;

/// The number of a fact or a node.
type Number = u32;

/// A step between numbered nodes. Facts are numbers.
#[derive(Clone, Debug, Serialize)]
struct Edge {
    #[serde(skip)]
    made: Option<Move>,
    #[serde(rename = "move")]
    name: String,
    /// Facts that prohibit it, those that must hold, and those that must not.
    unless: Vec<Number>,
    present: Vec<Number>,
    absent: Vec<Number>,
    /// The kinds of facts that it makes untrue, and then the facts that it makes true.
    clears: Vec<u8>,
    inserts: Vec<Number>,
    /// The node that it leads to, or the score of the end.
    to: Option<Number>,
    score: Option<Score>,
}

/// A node, as Python has it.
#[derive(Serialize)]
pub(crate) struct NodeRecord {
    position: String,
    to_play: Colour,
    passes: u8,
    ban: Option<String>,
}

impl NodeRecord {
    pub fn of(node: &Node, board: &Board) -> NodeRecord {
        NodeRecord {
            position: node.position.text(board),
            to_play: node.to_move,
            passes: node.passes,
            ban: match node.ban {
                Ban::None => None,
                Ban::Point(point) => Some(board.point_name(point)),
                Ban::LoneSuicide => Some("lone suicide".to_owned()),
            },
        }
    }
}

/// All nodes that plays and passes can lead to from the empty board, legal or not.
struct Nodes {
    list: Vec<Node>,
    edges: Vec<Vec<Edge>>,
    /// What is done where a player has no legal move.
    stuck: Vec<Score>,
    /// Of each fact its kind.
    scopes: Vec<Scope>,
    /// The facts at the start.
    start: Vec<Number>,
}

impl Nodes {
    fn of(game: &Game, most: usize) -> Result<Nodes, Fault> {
        let (start, facts) = game.start(Position::EMPTY, Colour::Black);
        let mut numbering = Numbering::default();
        numbering.node(start);
        let start = facts.iter().map(|fact| numbering.fact(fact)).collect();
        let (mut edges, mut stuck) = (Vec::new(), Vec::new());
        while edges.len() < numbering.list.len() {
            let node = numbering.list[edges.len()].clone();
            stuck.push(game.stuck(&node));
            let mut of_node = Vec::new();
            for step in game.steps(&node) {
                if !step.pulls.is_empty() {
                    let said =
                        format!("{} joins facts of the history: its nodes are no plain graph", game.rules());
                    return Err(Fault::Other(said));
                }
                // A step that is never legal is none.
                if !matches!(step.legality, Legality::Never(_)) {
                    of_node.push(numbering.edge(&step, game.board()));
                }
            }
            edges.push(of_node);
            if numbering.list.len() > most {
                return Err(Fault::Budget(format!("{} has more than {most} nodes", game.board())));
            }
        }
        Ok(Nodes { list: numbering.list, edges, stuck, scopes: numbering.scopes, start })
    }
}

#[derive(Default)]
struct Numbering {
    nodes: HashMap<Node, Number>,
    list: Vec<Node>,
    facts: HashMap<Fact, Number>,
    scopes: Vec<Scope>,
}

impl Numbering {
    fn node(&mut self, node: Node) -> Number {
        let next = self.list.len() as Number;
        *self.nodes.entry(node).or_insert_with_key(|node| {
            self.list.push(node.clone());
            next
        })
    }

    fn fact(&mut self, fact: &Fact) -> Number {
        let next = self.scopes.len() as Number;
        *self.facts.entry(*fact).or_insert_with(|| {
            self.scopes.push(fact.scope);
            next
        })
    }

    fn edge(&mut self, step: &Step, board: &Board) -> Edge {
        let mut numbers = |facts: &[Fact]| facts.iter().map(|fact| self.fact(fact)).collect();
        let (unless, present) = (numbers(step.legality.prohibiting()), numbers(&step.present));
        let (absent, inserts) = (numbers(&step.absent), numbers(&step.inserts));
        let (to, score) = match &step.then {
            Then::Node(node) => (Some(self.node(node.clone())), None),
            Then::End(score) => (None, Some(*score)),
        };
        let clears = step.clears.iter().map(|scope| scope.0).collect();
        let (made, name) = (Some(step.made), step.made.name(board));
        Edge { made, name, unless, present, absent, clears, inserts, to, score }
    }
}

#[derive(Serialize)]
struct GraphRecord {
    nodes: Vec<NodeRecord>,
    steps: Vec<Vec<Edge>>,
    stuck: Vec<Score>,
    scopes: Vec<u8>,
    start: Vec<Number>,
}

fn game(board: &str, rules: &str) -> Result<Game, Fault> {
    Ok(Game::new(board.parse()?, rules.parse()?)?)
}

/// The graph of the nodes of a board, as JSON.
#[pyfunction]
pub(crate) fn nodes(py: Python<'_>, board: &str, rules: &str, most: usize) -> PyResult<String> {
    let game = game(board, rules)?;
    work(py, &Meter::default(), &Listener::NONE, || {
        let Nodes { list, edges, stuck, scopes, start } = Nodes::of(&game, most)?;
        json(&GraphRecord {
            nodes: list.iter().map(|node| NodeRecord::of(node, game.board())).collect(),
            steps: edges,
            stuck,
            scopes: scopes.into_iter().map(|scope| scope.0).collect(),
            start,
        })
    })
}

/// What a minimax prints for the empty board that says of a node again what it has once found there, whatever
/// the history: a score, as JSON, for each order of moves. An order has the place of each point, and last that
/// of the pass.
#[pyfunction]
pub(crate) fn believed(
    py: Python<'_>,
    board: &str,
    rules: &str,
    orders: Vec<Vec<usize>>,
) -> PyResult<String> {
    let game = game(board, rules)?;
    let points = usize::from(game.board().points());
    if orders.iter().any(|places| places.len() != points + 1) {
        let said =
            format!("an order has {} places: one of each point, and last that of the pass", points + 1);
        return Err(Fault::Other(said).into());
    }
    let meter = Meter::default();
    work(py, &meter, &Listener::NONE, || {
        let nodes = Nodes::of(&game, usize::MAX)?;
        let mut printed = Vec::new();
        for places in &orders {
            if meter.interrupt_handle().is_stopped() {
                return Err(kosolver::Error::Interrupted { saved: false }.into());
            }
            printed.push(Believing::new(&nodes, places).value(0));
        }
        json(&printed)
    })
}

/// A minimax without any pruning, with the history at which it is.
struct Believing<'a> {
    nodes: &'a Nodes,
    /// The steps of each node, in the order in which they are tried.
    order: Vec<Vec<usize>>,
    known: Vec<Option<Score>>,
    /// Which facts hold, and those that do in the order in which they came.
    has: Vec<bool>,
    list: Vec<Number>,
}

impl<'a> Believing<'a> {
    fn new(nodes: &'a Nodes, places: &[usize]) -> Believing<'a> {
        let place = |edge: &Edge| match edge.made {
            Some(Move::Play(point)) => places[usize::from(point.number())],
            _ => places[places.len() - 1],
        };
        let sorted = |edges: &Vec<Edge>| {
            let mut sorted: Vec<usize> = (0..edges.len()).collect();
            sorted.sort_by_key(|edge| place(&edges[*edge]));
            sorted
        };
        let mut has = vec![false; nodes.scopes.len()];
        nodes.start.iter().for_each(|fact| has[*fact as usize] = true);
        let order = nodes.edges.iter().map(sorted).collect();
        Believing { nodes, order, known: vec![None; nodes.list.len()], has, list: nodes.start.clone() }
    }

    fn value(&mut self, node: usize) -> Score {
        if let Some(score) = self.known[node] {
            return score;
        }
        let nodes = self.nodes;
        let black = nodes.list[node].to_move == Colour::Black;
        let mut best: Option<Score> = None;
        // The node may come again before its value is known.
        for edge in self.order[node].clone() {
            let edge = &nodes.edges[node][edge];
            let holds = |fact: &Number| self.has[*fact as usize];
            if edge.unless.iter().any(holds)
                || !edge.present.iter().all(holds)
                || edge.absent.iter().any(holds)
            {
                continue;
            }
            let score = match (edge.to, edge.score) {
                (Some(next), _) => self.after(edge, next as usize),
                (None, score) => score.unwrap_or_default(),
            };
            best = Some(match best {
                Some(best) if black => best.max(score),
                Some(best) => best.min(score),
                None => score,
            });
        }
        *self.known[node].insert(best.unwrap_or(nodes.stuck[node]))
    }

    /// The value after a step; the history is then what it was before.
    fn after(&mut self, edge: &Edge, next: usize) -> Score {
        let mut before = None;
        if !edge.clears.is_empty() {
            let all = self.list.clone();
            let scopes = &self.nodes.scopes;
            let (gone, kept) = all.iter().partition(|fact| edge.clears.contains(&scopes[**fact as usize].0));
            self.list = kept;
            let gone: Vec<Number> = gone;
            gone.iter().for_each(|fact| self.has[*fact as usize] = false);
            before = Some(all);
        }
        let held = self.list.len();
        for fact in &edge.inserts {
            if !std::mem::replace(&mut self.has[*fact as usize], true) {
                self.list.push(*fact);
            }
        }
        let score = with_stack(FRAME, || self.value(next));
        for fact in self.list.drain(held..) {
            self.has[fact as usize] = false;
        }
        if let Some(all) = before {
            all.iter().for_each(|fact| self.has[*fact as usize] = true);
            self.list = all;
        }
        score
    }
}
