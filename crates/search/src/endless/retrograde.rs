//! What can be forced from one start where play may go on for ever.
//!
//! All nodes that can be reached from the start are made. `L` is the
//! least fixed point of best play in it (what Black can force if endless play is the worst for
//! him), `U` the greatest (what he can if endless play is the best for him). Both are found from
//! the ends of games backward, each edge once. Values come from the crate `tablebase`, which
//! takes a hundredth of the memory.

use kosolver_board::{Colour, count_legal, least_legal};
use kosolver_rules::{Game, Move, Node, Score};
use kosolver_tablebase::Size;

use crate::concurrent::{Budget, Full};
use crate::endless::Forces;
use crate::error::Error;
use crate::graph::{Graph, Group, NodeNumber, Pen, Spot, Target};
use crate::meter::Meter;

/// The most legal positions of a board that are solved at once.
const LIMIT: u128 = 10_000_000;

/// About the bytes that each of them takes: so many were measured on 3x5.
const POSITION: u64 = 1100;

fn too_large(game: &Game, positions: u128) -> Error {
    let (board, what) = (game.board().to_string(), format!("a certificate under {}", game.rules().ko()));
    Error::TooLarge { board, positions, what, limit: LIMIT }
}

/// Where an edge leads: a node, or the end of the game with a score, by number.
#[derive(Clone, Copy)]
pub(crate) enum Next {
    Node(u32),
    End(u32),
}

/// An edge of the whole graph.
#[derive(Clone, Copy)]
pub(crate) struct Edge {
    pub made: Move,
    pub next: Next,
}

/// All nodes that can be reached from the start, which is node 0, with their edges.
pub(crate) struct WholeGraph {
    pub graph: Graph,
    edges: Vec<Edge>,
    /// Where the edges of each node begin; one more at the end.
    rows: Vec<u32>,
    pub scores: Vec<Score>,
}

impl WholeGraph {
    fn new(game: &Game, start: &Node, meter: &Meter) -> Result<WholeGraph, Error> {
        let mut graph =
            Graph::new(game.clone(), Group::trivial(game.board()), None, Budget::new(u64::MAX, 1));
        graph.eager = true;
        let mut pen = Pen::default();
        let full = |Full| too_large(game, count_legal(game.board()));
        graph.spot(&mut pen, start).map_err(full)?;
        let (mut edges, mut rows) = (Vec::new(), vec![0]);
        let mut number = 0;
        while number < graph.len() {
            // It is eager: all nodes that moves lead to have been made.
            let next = |target: Target| match (target, graph.made(target)) {
                (Target::End(score), _) => Next::End(score),
                (_, Some(node)) => Next::Node(node.0),
                (_, None) => unreachable!("an edge leads to a node or to the end"),
            };
            let row = graph.expand(&mut pen, NodeNumber(number)).map_err(full)?;
            edges.extend(row.edges().map(|edge| Edge { made: edge.made, next: next(edge.target) }));
            rows.push(u32::try_from(edges.len()).expect("fewer than 2^32 edges"));
            number += 1;
            if u64::from(number).is_multiple_of(Meter::STRIDE) {
                meter.add(Meter::STRIDE);
                if meter.is_interrupted() {
                    return Err(Error::Interrupted { saved: false });
                }
            }
        }
        let scores = graph.scores.all();
        Ok(WholeGraph { graph, edges, rows, scores })
    }

    fn len(&self) -> usize {
        self.rows.len() - 1
    }

    pub(crate) fn edges(&self, node: u32) -> &[Edge] {
        &self.edges[self.rows[node as usize] as usize..self.rows[node as usize + 1] as usize]
    }

    pub(crate) fn mover(&self, node: u32) -> Colour {
        self.graph.mover(Spot { node: NodeNumber(node), turn: 0 })
    }

    pub(crate) fn node(&self, node: u32) -> Node {
        self.graph.node(NodeNumber(node))
    }

    /// The number of a node that can be reached.
    fn number(&self, node: &Node) -> u32 {
        let Ok(spot) = self.graph.spot(&mut Pen::default(), node) else {
            unreachable!("what is found needs no new number")
        };
        spot.node.0
    }
}

/// A solved graph.
pub(crate) struct Retrograde {
    pub graph: WholeGraph,
    pub lower: Vec<Forced>,
    pub upper: Vec<Forced>,
    pub root: u32,
}

impl Forces for Retrograde {
    fn forced(
        &self,
        _game: &Game,
        node: &Node,
    ) -> Result<[Option<(Score, u32)>; 2], kosolver_tablebase::Error> {
        let node = self.graph.number(node) as usize;
        Ok([&self.lower, &self.upper]
            .map(|forced| forced[node].is_end().then_some((forced[node].score, forced[node].rank))))
    }
}

/// What a player can force at a node, and when the analysis found it: following falling ranks
/// forces it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Forced {
    pub score: Score,
    pub rank: u32,
}

impl Forced {
    /// Whether he can force the game to end at all; if not, the score is the end of the range.
    fn is_end(self) -> bool {
        self.rank != ENDLESS
    }
}

/// The rank of nodes from which no end can be forced.
const ENDLESS: u32 = u32::MAX;

impl Retrograde {
    /// Whether all positions of a game can be solved at once, in so many bytes of memory.
    ///
    /// # Errors
    /// [`Error::TooLarge`], and [`Error::Resources`] with the least memory that it takes.
    pub(crate) fn check(game: &Game, memory: u64) -> Result<(), Error> {
        let least = least_legal(game.board());
        let positions = if least > LIMIT { least } else { count_legal(game.board()) };
        if positions > LIMIT {
            return Err(too_large(game, positions));
        }
        let takes = POSITION * positions as u64;
        if takes > memory {
            return Err(Error::Resources(format!(
                "{} under {}: all positions at once take about {} of memory, and {} are allowed",
                game.board(),
                game.rules().ko(),
                Size(takes),
                Size(memory)
            )));
        }
        Ok(())
    }

    /// Solves all nodes that can be reached from a node.
    ///
    /// # Errors
    /// Those of [`Retrograde::check`], and [`Error::Interrupted`].
    pub(crate) fn new(game: &Game, start: &Node, memory: u64, meter: &Meter) -> Result<Retrograde, Error> {
        Retrograde::check(game, memory)?;
        let graph = WholeGraph::new(game, start, meter)?;
        // Number 0 may be the node that stands for those comparable to it.
        let root = graph.number(start);
        let before = Predecessors::of(&graph);
        // A player who cannot force an end is given the worst score for him.
        let (least, most) = game.score_range().unwrap_or_default();
        let lower = before.force(&graph, Colour::Black, least);
        let upper = before.force(&graph, Colour::White, most);
        Ok(Retrograde { graph, lower, upper, root })
    }

    /// How many nodes were solved.
    pub(crate) fn nodes(&self) -> u64 {
        self.graph.len() as u64
    }
}

/// The edges of the graph, backward.
struct Predecessors {
    /// Where the predecessors of each node begin in `sources`; one more at the end.
    nodes: Vec<u32>,
    sources: Vec<u32>,
    /// The nodes from which each score ends the game.
    ends: Vec<Vec<u32>>,
    /// How many edges each node has.
    degrees: Vec<u32>,
    movers: Vec<Colour>,
}

impl Predecessors {
    fn of(graph: &WholeGraph) -> Predecessors {
        let count = graph.len();
        let mut nodes = vec![0_u32; count + 1];
        let mut degrees = Vec::with_capacity(count);
        let mut movers = Vec::with_capacity(count);
        let mut ends = vec![Vec::new(); graph.scores.len()];
        for number in 0..count {
            movers.push(graph.mover(number as u32));
            degrees.push(graph.edges(number as u32).len() as u32);
            for edge in graph.edges(number as u32) {
                match edge.next {
                    Next::Node(next) => nodes[next as usize + 1] += 1,
                    Next::End(score) => ends[score as usize].push(number as u32),
                }
            }
        }
        for number in 0..count {
            nodes[number + 1] += nodes[number];
        }
        let mut sources = vec![0_u32; nodes[count] as usize];
        let mut filled = nodes.clone();
        for number in 0..count {
            for edge in graph.edges(number as u32) {
                if let Next::Node(next) = edge.next {
                    sources[filled[next as usize] as usize] = number as u32;
                    filled[next as usize] += 1;
                }
            }
        }
        Predecessors { nodes, sources, ends, degrees, movers }
    }

    /// What a player can force from each node if endless play is the worst for him, as bad as
    /// the score `endless`.
    ///
    /// Scores are taken from his best down. A node of his is settled by its first successor
    /// that is; one of his opponent's by its last, which is his worst there.
    fn force(&self, graph: &WholeGraph, player: Colour, endless: Score) -> Vec<Forced> {
        let mut order: Vec<u32> = (0..self.ends.len() as u32).collect();
        order.sort_by_key(|&score| graph.scores[score as usize]);
        if player == Colour::Black {
            order.reverse();
        }
        let mut forced = vec![Forced { score: endless, rank: ENDLESS }; self.movers.len()];
        let mut open = self.degrees.clone();
        let mut rank = 0;
        let mut settled: Vec<u32> = Vec::new();
        for score in order {
            let value = graph.scores[score as usize];
            // The nodes that reach a target with this score.
            let mut queue: Vec<u32> = self.ends[score as usize].clone();
            loop {
                for &node in &queue {
                    let index = node as usize;
                    if forced[index].is_end() {
                        continue;
                    }
                    open[index] -= 1;
                    if self.movers[index] == player || open[index] == 0 {
                        forced[index] = Forced { score: value, rank };
                        rank += 1;
                        settled.push(node);
                    }
                }
                let Some(next) = settled.pop() else { break };
                let (from, to) = (self.nodes[next as usize] as usize, self.nodes[next as usize + 1] as usize);
                queue.clear();
                queue.extend_from_slice(&self.sources[from..to]);
            }
        }
        forced
    }
}
