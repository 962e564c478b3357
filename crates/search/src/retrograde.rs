//! Retrograde analysis: what each player can force where play may go on for ever.
//!
//! The nodes that can be reached form a finite graph. `L` is the least fixed point of best
//! play in it (what Black can force if endless play is the worst for him), `U` the greatest
//! (what he can if endless play is the best for him). Both are found from the ends of games
//! backward, each edge once. If endless play is worth c, the value is max(L, min(U, c)).

use std::collections::HashMap;

use board::{Colour, Position, count_legal};
use rules::{Game, Move, Score, Threshold};

use crate::certificate::{Certificate, Encoder, Entry, Grounds, Kind, step_of_edge};
use crate::graph::{Edge, Graph, Target};
use crate::meter::Meter;
use crate::openings::openings;
use crate::request::{Error, Request};
use crate::solution::{Effort, Engine, Line, Opening, Outcome, Solution, Value};
use crate::symmetry::Group;

/// The most legal positions of a board that are solved at once: about 1.1 KB each were measured on
/// 3x5.
const LIMIT: u128 = 10_000_000;

/// A solved graph.
pub(crate) struct Retrograde {
    graph: Graph,
    /// What endless play is worth.
    endless: Score,
    lower: Vec<Forced>,
    upper: Vec<Forced>,
    /// The start of the present request.
    root: u32,
}

/// What a player can force at a node, and when the analysis found it: following falling ranks
/// forces it.
#[derive(Clone, Copy, Debug)]
struct Forced {
    score: Score,
    rank: u32,
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
    /// Solves all nodes that can be reached from some starts. They are asked for only if the
    /// board is small enough.
    pub(crate) fn new<I: Iterator<Item = (Position, Colour)>>(
        game: &Game,
        starts: impl FnOnce() -> I,
        meter: &Meter,
    ) -> Result<Retrograde, Error> {
        let positions = count_legal(&game.board);
        if positions > LIMIT {
            return Err(Error::TooLarge {
                board: game.board.to_string(),
                positions,
                rule: game.rules.ko.to_string(),
                limit: LIMIT,
            });
        }
        let mut graph = Graph::new(game.clone(), Group::trivial(&game.board));
        for (position, to_move) in starts() {
            let (node, _) = game.start(position, to_move);
            graph.spot(node);
        }
        let mut number = 0;
        while (number as usize) < graph.nodes.len() {
            graph.expand(number);
            number += 1;
            if u64::from(number).is_multiple_of(Meter::STRIDE) {
                meter.count_stride();
            }
        }
        let before = Predecessors::of(&mut graph);
        // A player who cannot force an end is given the worst score for him.
        let n = Score::points(i32::from(game.board.points()));
        let lower = before.force(&graph, Colour::Black, -n - game.rules.komi);
        let upper = before.force(&graph, Colour::White, n - game.rules.komi);
        Ok(Retrograde { graph, endless: game.rules.no_result, lower, upper, root: 0 })
    }

    /// The solution of a request from one of the starts.
    pub(crate) fn solution(&mut self, request: &Request) -> Solution {
        let (node, _) = request.game.start(request.position, request.to_move);
        self.root = self.graph.spot(node).node;
        let value = self.value(Target::Node(self.root));
        let openings = if request.openings { self.openings(request) } else { Vec::new() };
        let line = if request.line { self.line(self.root) } else { Line::default() };
        let nodes = self.graph.nodes.len() as u64;
        let effort = Effort { engine: Engine::Retrograde, nodes, lemmas: 0, questions: 2 };
        let certificate = request.certificate.then(|| self.certificate(request));
        Solution { value, openings, line, certificate, effort }
    }

    /// The certificate of L and U. Four claims: Black forces L, White holds him to L though
    /// endless play is the worst for Black; Black holds U though it is the best for him, White
    /// forces U. What lies at the end of the range of scores needs no proof, and where L = U
    /// the two that force an end imply the others.
    fn certificate(&mut self, request: &Request) -> Certificate {
        let (lower, upper) = (self.lower[self.root as usize].score, self.upper[self.root as usize].score);
        let (low, high) = request.game.score_range().unzip();
        let kind = |threshold, winner, endless| Kind { threshold, winner, endless };
        let kinds = [
            kind(Threshold::at_least(lower), Colour::Black, false),
            kind(Threshold::more_than(lower), Colour::White, true),
            kind(Threshold::at_least(upper), Colour::Black, true),
            kind(Threshold::more_than(upper), Colour::White, false),
        ];
        let mut encoder = Encoder::new(&kinds);
        let mut claims = [None; 4];
        // Those that force an end first: the others may be the same.
        for place in [0, 3, 1, 2] {
            let score = kinds[place].threshold.score;
            let trivial = match kinds[place].winner {
                Colour::Black => low == Some(score),
                Colour::White => high == Some(score),
            };
            if trivial {
                continue;
            }
            claims[place] = match place {
                1 if lower == upper => claims[3],
                2 if lower == upper => claims[0],
                _ => Some(self.strategy(&mut encoder, place, kinds[place])),
            };
        }
        encoder.finish(request, &format!("{lower} {upper}"), &claims)
    }

    /// Writes one player's strategy from the root, as lemmas without conditions. Its number.
    fn strategy(&mut self, encoder: &mut Encoder, place: usize, kind: Kind) -> u64 {
        let black = kind.winner == Colour::Black;
        // What the strategy keeps: nodes where L is at least the score, and so on.
        let table = if place < 2 { &self.lower } else { &self.upper };
        let keeps = |node: u32| kind.threshold.met_by(table[node as usize].score) == black;
        // The nodes it can reach, and the move it makes where it is its turn.
        let mut reached: Vec<(u32, Option<usize>)> = Vec::new();
        let mut places: HashMap<u32, usize> = HashMap::from([(self.root, 0)]);
        let mut queue = vec![self.root];
        let mut next = 0;
        while let Some(&node) = queue.get(next) {
            next += 1;
            let row = self.graph.expand(node);
            let edges = self.graph.edges(row);
            let rank = table[node as usize].rank;
            let good = |edge: &Edge| match edge.target() {
                Target::End(score) => kind.threshold.met_by(*self.graph.scores.get(score)) == black,
                // Falling ranks lead to an end; without an end to force any move that keeps.
                Target::Node(next) => keeps(next) && (kind.endless || table[next as usize].rank < rank),
            };
            let own = self.graph.mover(node) == kind.winner;
            let chosen = if own { edges.iter().position(good) } else { None };
            reached.push((node, chosen));
            for (index, edge) in edges.iter().enumerate() {
                if let Target::Node(after) = edge.target()
                    && (chosen == Some(index) || !own)
                    && !places.contains_key(&after)
                {
                    places.insert(after, 0);
                    queue.push(after);
                }
            }
        }
        // In the order of ranks a lemma rests on earlier ones.
        reached.sort_by_key(|(node, _)| table[*node as usize].rank);
        let first = encoder.count();
        places.extend(reached.iter().enumerate().map(|(index, (node, _))| (*node, index)));
        for &(number, chosen) in &reached {
            let row = self.graph.expand(number);
            let node = self.graph.nodes.get(number);
            let cited = |edge: &Edge| match edge.target() {
                Target::Node(next) => Some(first + places[&next] as u64),
                Target::End(_) => None,
            };
            let edges = self.graph.edges(row);
            let grounds = match chosen {
                Some(edge) => Grounds::Win {
                    step: step_of_edge(&self.graph.game.steps(node), edges[edge].made, edge, edges),
                    then: cited(&edges[edge]),
                },
                None => Grounds::Loss { then: edges.iter().filter_map(cited).collect() },
            };
            encoder.lemma(&Entry { kind: place, node, absent: Vec::new(), present: Vec::new(), grounds });
        }
        first + places[&self.root] as u64
    }

    fn value(&self, target: Target) -> Value {
        let (lower, upper) = match target {
            Target::Node(node) => (self.lower[node as usize], self.upper[node as usize]),
            Target::End(score) => {
                let end = Forced { score: *self.graph.scores.get(score), rank: 0 };
                (end, end)
            }
        };
        // A player who cannot force an end forces nothing, whatever endless play is worth.
        let outcome = if lower.is_end() && lower.score >= self.endless {
            Outcome::Score(lower.score)
        } else if upper.is_end() && upper.score <= self.endless {
            Outcome::Score(upper.score)
        } else {
            Outcome::NoResult
        };
        let worth = if let Outcome::Score(score) = outcome { score } else { self.endless };
        Value { outcome, worth, bounds: Some((lower.score, upper.score)) }
    }

    /// The node after a start and a line of play; `None` if a move is illegal or the game is over.
    fn after(&mut self, game: &Game, (position, to_move): (Position, Colour), line: &[Move]) -> Option<u32> {
        let (node, _) = game.start(position, to_move);
        let mut node = self.graph.spot(node).node;
        for made in line {
            let row = self.graph.expand(node);
            match self.graph.edges(row).iter().find(|edge| edge.made == *made)?.target() {
                Target::Node(next) => node = next,
                Target::End(_) => return None,
            }
        }
        Some(node)
    }

    /// Best play after a start and a line of play.
    pub(crate) fn continuation(
        &mut self,
        game: &Game,
        start: (Position, Colour),
        line: &[Move],
    ) -> Option<Line> {
        let node = self.after(game, start, line)?;
        Some(self.line(node))
    }

    /// After a start and a line of play, the one of some moves that keeps at least this score for
    /// the player to move and is nearest to the end.
    pub(crate) fn keeping(
        &mut self,
        game: &Game,
        start: (Position, Colour),
        line: &[Move],
        candidates: &[Move],
        score: Score,
    ) -> Option<Move> {
        let node = self.after(game, start, line)?;
        let row = self.graph.expand(node);
        let edges = self.graph.edges(row).iter().filter(|edge| candidates.contains(&edge.made));
        let keeping = edges.filter(|edge| {
            let worth = self.value(edge.target()).worth;
            if self.graph.mover(node) == Colour::Black { worth >= score } else { worth <= score }
        });
        // Falling ranks lead to the end only among moves that keep all of the present value.
        let worth = self.value(Target::Node(node)).worth;
        let distance =
            |edge: &&Edge| (self.value(edge.target()).worth != worth, self.rank(node, edge.target()));
        keeping.min_by_key(distance).map(|edge| edge.made)
    }

    fn openings(&mut self, request: &Request) -> Vec<Opening> {
        let row = self.graph.expand(self.root);
        let edges = self.graph.edges(row).to_vec();
        let moves: Vec<Move> = edges.iter().map(|edge| edge.made).collect();
        openings(request, &moves, |made| {
            let target = edges.iter().find(|edge| edge.made == made).map(|edge| edge.target());
            self.value(target.unwrap_or(Target::Node(self.root)))
        })
    }

    /// A principal variation. Where somebody can force the value, falling ranks lead to the
    /// end; where endless play is best for both, it is followed until a node comes again.
    fn line(&mut self, root: u32) -> Line {
        let mut line = Line::default();
        let mut seen: HashMap<u32, usize> = HashMap::new();
        let mut node = root;
        loop {
            if let Some(&moves) = seen.get(&node) {
                line.repeats_after = Some(moves);
                return line;
            }
            seen.insert(node, line.moves.len());
            let worth = self.value(Target::Node(node)).worth;
            let row = self.graph.expand(node);
            let edges = self.graph.edges(row).to_vec();
            let keeping = edges.into_iter().filter(|edge| self.value(edge.target()).worth == worth);
            // The first move of those with the lowest rank.
            let best = keeping.min_by_key(|edge| self.rank(node, edge.target()));
            let Some(edge) = best else { return line };
            line.moves.push(edge.made);
            match edge.target() {
                Target::Node(next) => node = next,
                Target::End(_) => return line,
            }
        }
    }

    /// How far the target of a move that keeps the value is from the end: along the ranks of the
    /// player who forces it from the node before. Where nobody does, an end comes last.
    fn rank(&self, before: u32, target: Target) -> u32 {
        if self.value(Target::Node(before)).outcome == Outcome::NoResult {
            return u32::from(self.value(target).outcome != Outcome::NoResult);
        }
        let Target::Node(node) = target else { return 0 };
        let lower = self.lower[before as usize];
        let forcing = if lower.is_end() && lower.score >= self.endless { &self.lower } else { &self.upper };
        forcing[node as usize].rank
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
    fn of(graph: &mut Graph) -> Predecessors {
        let count = graph.nodes.len();
        let mut nodes = vec![0_u32; count + 1];
        let mut degrees = Vec::with_capacity(count);
        let mut movers = Vec::with_capacity(count);
        let mut ends = vec![Vec::new(); graph.scores.len()];
        for number in 0..count {
            let row = graph.expand(number as u32);
            movers.push(graph.mover(number as u32));
            degrees.push(graph.edges(row).len() as u32);
            for edge in graph.edges(row) {
                match edge.target() {
                    Target::Node(next) => nodes[next as usize + 1] += 1,
                    Target::End(score) => ends[score as usize].push(number as u32),
                }
            }
        }
        for number in 0..count {
            nodes[number + 1] += nodes[number];
        }
        let mut sources = vec![0_u32; nodes[count] as usize];
        let mut filled = nodes.clone();
        for number in 0..count {
            let row = graph.expand(number as u32);
            for edge in graph.edges(row) {
                if let Target::Node(next) = edge.target() {
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
    fn force(&self, graph: &Graph, player: Colour, endless: Score) -> Vec<Forced> {
        let mut order: Vec<u32> = (0..self.ends.len() as u32).collect();
        order.sort_by_key(|&score| *graph.scores.get(score));
        if player == Colour::Black {
            order.reverse();
        }
        let mut forced = vec![Forced { score: endless, rank: ENDLESS }; self.movers.len()];
        let mut open = self.degrees.clone();
        let mut rank = 0;
        let mut settled: Vec<u32> = Vec::new();
        for score in order {
            let value = *graph.scores.get(score);
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
