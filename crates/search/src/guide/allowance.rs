//! What scouts may cost.

use std::sync::atomic::{AtomicU64, Ordering};

use kosolver_rules::Game;
use kosolver_scout::{Scout, bans_retaking};

use super::learned::GLANCE;

/// What scouts may cost a search. Their glances together visit at most [`EACH`] nodes for each that the search has
/// visited, and [`FIRST`] to begin with. Where a ko may be retaken at once they are often wrong, so there all that
/// scouts do visits no more than the search has visited so far, and a glance. With several threads nodes may be counted
/// once for each, or be given to several at once.
pub(crate) struct Allowance {
    bounds_all: bool,
    search: AtomicU64,
    scouts: AtomicU64,
}

/// In most searches glances visit 0.1 to 2 nodes for each of the search.
const EACH: u64 = 4;
const FIRST: u64 = 200 * GLANCE;

impl Allowance {
    pub(crate) fn of(game: &Game) -> Allowance {
        let [search, scouts] = [0; 2].map(AtomicU64::new);
        Allowance { bounds_all: !bans_retaking(game), search, scouts }
    }

    /// The search has visited so many nodes.
    pub(crate) fn search_is_at(&self, nodes: u64) {
        self.search.fetch_max(nodes, Ordering::Relaxed);
    }

    /// The search visits a node.
    #[inline]
    pub(crate) fn visit(&self) {
        self.search.fetch_add(1, Ordering::Relaxed);
    }

    /// How many nodes a scout may visit at a glance now: as many as are of use, or none.
    pub(crate) fn of_glance(&self) -> u64 {
        match self.left() {
            left if self.bounds_all => left.min(GLANCE),
            GLANCE.. => GLANCE,
            _ => 0,
        }
    }

    /// How many of so many nodes a scout that looks ahead may visit now.
    pub(crate) fn of_nodes(&self, nodes: u64) -> u64 {
        if self.bounds_all { nodes.min(self.left()) } else { nodes }
    }

    fn left(&self) -> u64 {
        let [search, scouts] = [&self.search, &self.scouts].map(|nodes| nodes.load(Ordering::Relaxed));
        let all = if self.bounds_all { search + GLANCE } else { EACH * search + FIRST };
        all.saturating_sub(scouts)
    }

    /// Does the work of a scout, and counts its nodes if they are bounded.
    pub(super) fn spend<T>(&self, scout: &Scout, is_glance: bool, work: impl FnOnce() -> T) -> T {
        let before = scout.nodes();
        let done = work();
        if is_glance || self.bounds_all {
            self.scouts.fetch_add(scout.nodes() - before, Ordering::Relaxed);
        }
        done
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scouts_may_cost_what_the_search_has_cost() {
        let allowance =
            |rules: &str| Allowance::of(&Game::new("3x4".parse().unwrap(), rules.parse().unwrap()).unwrap());
        let fixed = allowance("fixed");
        assert_eq!(fixed.of_nodes(1 << 40), GLANCE);
        fixed.search_is_at(1000);
        fixed.visit();
        assert_eq!(fixed.of_nodes(1 << 40), GLANCE + 1001);
        fixed.scouts.fetch_add(GLANCE + 1000, Ordering::Relaxed);
        assert_eq!([fixed.of_nodes(0), fixed.of_nodes(9)], [0, 1]);
        let psk = allowance("psk");
        psk.scouts.fetch_add(FIRST - GLANCE + 1, Ordering::Relaxed);
        assert_eq!([psk.of_nodes(1 << 40), psk.of_glance()], [1 << 40, 0]);
        psk.visit();
        assert_eq!(psk.of_glance(), GLANCE);
    }
}
