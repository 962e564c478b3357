//! A minimax that believes a position: what it has found at a node it says again whenever the node
//! comes again, whatever the history. It is wrong, and this says how wrong.

use kosolver_rules::{Move, Score};

use crate::findings::shuffle::Shuffle;
use crate::findings::states::{History, States};

/// The order in which moves are tried at every node.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Order {
    /// Points as the board numbers them, or the other way round; the pass after them or before.
    Plain { reversed: bool, pass_first: bool },
    /// Shuffled; by this seed, the same at every node.
    Shuffled(u64),
}

impl Order {
    /// The four plain orders, and so many shuffled ones.
    pub fn all(shuffled: u64) -> Vec<Order> {
        let plain = [(false, false), (false, true), (true, false), (true, true)];
        let plain = plain.map(|(reversed, pass_first)| Order::Plain { reversed, pass_first });
        plain.into_iter().chain((1..=shuffled).map(Order::Shuffled)).collect()
    }

    /// The place of each point, and last that of the pass.
    fn places(self, points: usize) -> Vec<usize> {
        match self {
            Order::Plain { reversed, pass_first } => {
                let place = |point| if reversed { points - point } else { point + 1 };
                let pass = if pass_first { 0 } else { points + 1 };
                (0..points).map(place).chain([pass]).collect()
            }
            Order::Shuffled(seed) => {
                let mut places: Vec<usize> = (0..=points).collect();
                Shuffle::new(seed).shuffle(&mut places);
                places
            }
        }
    }
}

/// What the minimax prints for the empty board.
pub(crate) fn printed(states: &States, points: usize, order: Order) -> Score {
    let places = order.places(points);
    let place = |made: Move| match made {
        Move::Play(point) => places[usize::from(point.number())],
        Move::Pass => places[points],
    };
    let sorted = states.edges.iter().map(|edges| {
        let mut sorted: Vec<usize> = (0..edges.len()).collect();
        sorted.sort_by_key(|edge| place(edges[*edge].made));
        sorted
    });
    let order = sorted.collect();
    Minimax { states, order, known: vec![None; states.nodes.len()] }.value(0, &mut states.history())
}

struct Minimax<'a> {
    states: &'a States,
    /// The steps of each node, in the order in which they are tried.
    order: Vec<Vec<usize>>,
    known: Vec<Option<Score>>,
}

impl Minimax<'_> {
    fn value(&mut self, node: u32, history: &mut History) -> Score {
        if let Some(score) = self.known[node as usize] {
            return score;
        }
        let states = self.states;
        let order = self.order[node as usize].clone();
        let edges = order.into_iter().map(|edge| &states.edges[node as usize][edge]);
        let score = history.best(node, edges, |next, history| Some(self.value(next, history)));
        *self.known[node as usize].insert(score.expect("every node has a value"))
    }
}
