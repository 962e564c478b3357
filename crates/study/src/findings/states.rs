//! A game as a graph of its nodes, and a history that goes along with it.
//!
//! Small and plain, and apart from the searches: a study of what they are good for must not rest on
//! them alone.

use ahash::AHashMap;
use kosolver_board::{Colour, Position, with_stack};
use kosolver_rules::{Fact, Game, Move, Node, Scope, Score, Step, Then};
use smallvec::SmallVec;

/// What going through all games takes of the stack from one move to the next at most.
const FRAME: usize = 64 << 10;

/// The number of a fact or a node.
type Number = u32;

/// Few facts.
type FactNumbers = SmallVec<[Number; 2]>;

/// A step between numbered nodes.
#[derive(Clone, Debug)]
pub(crate) struct Edge {
    pub made: Move,
    unless: FactNumbers,
    present: FactNumbers,
    absent: FactNumbers,
    clears: SmallVec<[Scope; 1]>,
    inserts: FactNumbers,
    pub to: To,
}

/// Where a step leads.
#[derive(Clone, Copy, Debug)]
pub(crate) enum To {
    Node(Number),
    End(Score),
}

/// All nodes that plays and passes can lead to from the empty board, legal or not.
pub(crate) struct States {
    pub nodes: Vec<Node>,
    pub edges: Vec<Vec<Edge>>,
    /// What is done where a player has no legal move.
    stuck: Vec<Score>,
    scopes: Vec<Scope>,
    /// The facts at the start.
    start: Vec<Number>,
}

impl States {
    /// The states of a game. `None` if there are more than so many nodes.
    ///
    /// # Panics
    /// If steps of the rule pull facts, which a history here does not know.
    pub fn of(game: &Game, most: usize) -> Option<States> {
        let (start, facts) = game.start(Position::EMPTY, Colour::Black);
        let mut numbering = Numbering::default();
        numbering.node(start);
        let start = facts.iter().map(|fact| numbering.fact(fact)).collect();
        let (mut edges, mut stuck) = (Vec::new(), Vec::new());
        while edges.len() < numbering.list.len() {
            let node = numbering.list[edges.len()].clone();
            stuck.push(game.stuck(&node));
            let steps = game.steps(&node);
            edges.push(steps.iter().filter_map(|step| numbering.edge(step)).collect());
            if numbering.list.len() > most {
                return None;
            }
        }
        Some(States { nodes: numbering.list, edges, stuck, scopes: numbering.scopes, start })
    }

    /// The history at the start.
    pub fn history(&self) -> History<'_> {
        let mut history = History { states: self, has: vec![false; self.scopes.len()], list: Vec::new() };
        for fact in &self.start {
            history.insert(*fact);
        }
        history
    }
}

#[derive(Default)]
struct Numbering {
    nodes: AHashMap<Node, Number>,
    list: Vec<Node>,
    facts: AHashMap<Fact, Number>,
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

    /// Nothing for a step that is never legal.
    fn edge(&mut self, step: &Step) -> Option<Edge> {
        assert!(step.pulls.is_empty(), "a rule with pulls");
        if matches!(step.legality, kosolver_rules::Legality::Never(_)) {
            return None;
        }
        let mut numbers = |facts: &[Fact]| facts.iter().map(|fact| self.fact(fact)).collect();
        Some(Edge {
            made: step.made,
            unless: numbers(step.legality.prohibiting()),
            present: numbers(&step.present),
            absent: numbers(&step.absent),
            clears: step.clears.iter().copied().collect(),
            inserts: numbers(&step.inserts),
            to: match &step.then {
                Then::Node(node) => To::Node(self.node(node.clone())),
                Then::End(score) => To::End(*score),
            },
        })
    }
}

/// The facts that hold on a line of play.
pub(crate) struct History<'a> {
    states: &'a States,
    has: Vec<bool>,
    /// Those that hold, in the order in which they came.
    list: Vec<Number>,
}

/// What a step has changed.
pub(crate) struct Change {
    cleared: Vec<Number>,
    inserted: usize,
}

impl History<'_> {
    fn insert(&mut self, fact: Number) -> bool {
        let new = !std::mem::replace(&mut self.has[fact as usize], true);
        if new {
            self.list.push(fact);
        }
        new
    }

    /// Whether a step applies and is legal.
    pub fn allows(&self, edge: &Edge) -> bool {
        let has = |fact: &Number| self.has[*fact as usize];
        !edge.unless.iter().any(has) && edge.present.iter().all(has) && !edge.absent.iter().any(has)
    }

    /// Goes along with a step.
    pub fn make(&mut self, edge: &Edge) -> Change {
        let mut cleared = Vec::new();
        if !edge.clears.is_empty() {
            // All of it is put back, so that its order is that of before.
            cleared = self.list.clone();
            let scopes = &self.states.scopes;
            let gone = |fact: &Number| edge.clears.contains(&scopes[*fact as usize]);
            for fact in self.list.iter().filter(|fact| gone(fact)) {
                self.has[*fact as usize] = false;
            }
            self.list.retain(|fact| !gone(fact));
        }
        let before = self.list.len();
        for fact in &edge.inserts {
            self.insert(*fact);
        }
        Change { cleared, inserted: self.list.len() - before }
    }

    /// Takes the last step back.
    pub fn undo(&mut self, change: Change) {
        for _ in 0..change.inserted {
            if let Some(fact) = self.list.pop() {
                self.has[fact as usize] = false;
            }
        }
        if !change.cleared.is_empty() {
            self.list = change.cleared;
            for fact in &self.list {
                self.has[*fact as usize] = true;
            }
        }
    }

    /// The facts that hold, one bit for each.
    pub fn bits(&self) -> Box<[u64]> {
        let mut bits = vec![0; self.has.len().div_ceil(64)];
        for fact in &self.list {
            bits[*fact as usize / 64] |= 1 << (fact % 64);
        }
        bits.into()
    }

    /// The best score of a node by these of its steps, where `value` is that of the node after one; that of
    /// a player without a legal move if none is legal. Nothing if `value` has none.
    pub fn best<'e>(
        &mut self,
        node: Number,
        edges: impl IntoIterator<Item = &'e Edge>,
        mut value: impl FnMut(Number, &mut Self) -> Option<Score>,
    ) -> Option<Score> {
        let black = self.states.nodes[node as usize].to_move == Colour::Black;
        let mut best: Option<Score> = None;
        for edge in edges {
            if !self.allows(edge) {
                continue;
            }
            let score = match edge.to {
                To::End(score) => score,
                To::Node(next) => {
                    let change = self.make(edge);
                    let score = with_stack(FRAME, || value(next, self));
                    self.undo(change);
                    score?
                }
            };
            best = Some(match best {
                Some(best) if black => best.max(score),
                Some(best) => best.min(score),
                None => score,
            });
        }
        Some(best.unwrap_or(self.states.stuck[node as usize]))
    }
}

#[cfg(test)]
mod tests {
    use kosolver_rules::perft;

    use super::*;

    fn count(states: &States, node: Number, history: &mut History, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let legal: Vec<&Edge> =
            states.edges[node as usize].iter().filter(|edge| history.allows(edge)).collect();
        if legal.is_empty() {
            return 1;
        }
        let below = legal.into_iter().map(|edge| match edge.to {
            To::End(_) => 1,
            To::Node(next) => {
                let change = history.make(edge);
                let number = count(states, next, history, depth - 1);
                history.undo(change);
                number
            }
        });
        below.sum()
    }

    /// The graph and its history allow what the referees' step function allows.
    #[test]
    fn a_history_allows_as_many_lines_as_the_rules_do() {
        for ko in ["psk", "ssk", "nssk", "fixed", "basic-fixed", "spight"] {
            for board in ["1x3", "2x2"] {
                let game = Game::new(board.parse().unwrap(), ko.parse().unwrap()).unwrap();
                let states = States::of(&game, usize::MAX).unwrap();
                let (node, facts) = game.start(Position::EMPTY, Colour::Black);
                for depth in 1..=7 {
                    let mine = count(&states, 0, &mut states.history(), depth);
                    assert_eq!(mine, perft(&game, &node, &facts, depth), "{board} {ko} {depth}");
                }
            }
        }
    }
}
