//! The value of every node under every history that legal play from the empty board can give it.

use ahash::AHashMap;
use kosolver_rules::Score;

use crate::findings::states::{History, States};

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
        let edges = &self.states.edges[node as usize];
        let score = history.best(node, edges, |next, history| self.value(next, history))?;
        let range = self.ranges[node as usize].get_or_insert(Range { least: score, greatest: score });
        range.least = range.least.min(score);
        range.greatest = range.greatest.max(score);
        if self.known.len() >= self.most {
            return None;
        }
        self.known.insert(key, score);
        Some(score)
    }
}

#[cfg(test)]
mod tests {
    use kosolver_rules::Game;
    use kosolver_search::{Meter, Request, solve};

    use super::*;
    use crate::findings::cached::{Order, printed};
    use crate::findings::sampled::Sampled;

    /// Two ways to the same values: every game played out, and the solver.
    #[test]
    fn values_of_all_games_are_those_of_the_solver() {
        for ko in ["psk", "ssk", "nssk", "fixed", "basic-fixed"] {
            for board in ["1x2", "1x3"] {
                let game = Game::new(board.parse().unwrap(), ko.parse().unwrap()).unwrap();
                let states = States::of(&game, usize::MAX).unwrap();
                let all = Histories::of(&states, usize::MAX).unwrap();
                let value = solve(&Request::empty(game.clone()), &Meter::default()).unwrap().value.worth;
                assert_eq!(all.ranges[0], Some(Range { least: value, greatest: value }), "{board} {ko}");
                // What random games see is among what all games see.
                let sampled = Sampled::of(&game, 100, &Meter::default()).unwrap();
                assert!(!sampled.ranges.is_empty());
                for (node, seen) in &sampled.ranges {
                    let place = states.nodes.iter().position(|known| known == node).unwrap();
                    let range = all.ranges[place].unwrap();
                    assert!(range.least <= seen.least && seen.greatest <= range.greatest, "{board} {ko}");
                }
            }
        }
    }

    /// DESIGN.md, "Why a position cache is wrong": passes last −2, passes first +2, the truth is 0.
    #[test]
    fn a_position_cache_errs_as_the_design_says() {
        let game = Game::new("1x2".parse().unwrap(), "psk".parse().unwrap()).unwrap();
        let states = States::of(&game, usize::MAX).unwrap();
        let print =
            |pass_first| printed(&states, 2, Order::Plain { reversed: false, pass_first }).to_string();
        assert_eq!([print(false), print(true)], ["-2", "2"]);
        assert_eq!(Histories::of(&states, 17).map(|all| all.states), None);
        assert_eq!(Histories::of(&states, 18).map(|all| all.states), Some(18));
    }
}
