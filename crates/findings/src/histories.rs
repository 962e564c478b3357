//! The value of every node under every history that legal play from the empty board can give it.

use ahash::AHashMap;
use kosolver_board::Colour;
use kosolver_rules::Score;

use crate::states::{History, States, To};

/// The least and the greatest value of a node over its histories.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Range {
    pub least: Score,
    pub greatest: Score,
}

/// What all games of a board say.
pub(crate) struct Histories {
    /// How many states there are: nodes, each with the facts of its history.
    pub states: usize,
    /// Of each node that legal play reaches.
    pub ranges: Vec<Option<Range>>,
}

impl Histories {
    /// Plays out every game. `None` if there are more states than that.
    ///
    /// It recurs as deep as a game is long: call it on a thread with a large stack.
    pub fn of(states: &States, most: usize) -> Option<Histories> {
        let mut search =
            Search { states, known: AHashMap::new(), ranges: vec![None; states.nodes.len()], most };
        search.value(0, &mut states.history())?;
        Some(Histories { states: search.known.len(), ranges: search.ranges })
    }
}

struct Search<'a> {
    states: &'a States,
    known: AHashMap<(u32, Box<[u64]>), Score>,
    ranges: Vec<Option<Range>>,
    most: usize,
}

impl Search<'_> {
    fn value(&mut self, node: u32, history: &mut History) -> Option<Score> {
        let key = (node, history.bits());
        if let Some(score) = self.known.get(&key) {
            return Some(*score);
        }
        if self.known.len() >= self.most {
            return None;
        }
        let black = self.states.nodes[node as usize].to_move == Colour::Black;
        let mut best: Option<Score> = None;
        for edge in &self.states.edges[node as usize] {
            if !history.allows(edge) {
                continue;
            }
            let score = match edge.to {
                To::End(score) => score,
                To::Node(next) => {
                    let change = history.make(edge);
                    let score = self.value(next, history);
                    history.undo(change);
                    score?
                }
            };
            best = Some(match best {
                Some(best) if black => best.max(score),
                Some(best) => best.min(score),
                None => score,
            });
        }
        let score = best.unwrap_or_else(|| history.stuck(node));
        let range = self.ranges[node as usize].get_or_insert(Range { least: score, greatest: score });
        range.least = range.least.min(score);
        range.greatest = range.greatest.max(score);
        self.known.insert(key, score);
        Some(score)
    }
}
