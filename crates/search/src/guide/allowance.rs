//! What scouts may cost.

use std::sync::atomic::{AtomicU64, Ordering};

use kosolver_rules::Game;
use kosolver_scout::{Scout, bans_retaking};

use super::learned::GLANCE;

/// What scouts may cost a search. Where a ko may be retaken at once they are often wrong, so there all of them together
/// visit about as many nodes as the search has visited so far, and those of a glance. With several threads nodes may be
/// counted twice, or be given to two at once.
pub(crate) struct Allowance {
    is_bounded: bool,
    search: AtomicU64,
    scouts: AtomicU64,
}

impl Allowance {
    pub(crate) fn of(game: &Game) -> Allowance {
        let [search, scouts] = [0; 2].map(AtomicU64::new);
        Allowance { is_bounded: !bans_retaking(game), search, scouts }
    }

    /// The search has visited so many nodes.
    pub(crate) fn search_is_at(&self, nodes: u64) {
        self.search.fetch_max(nodes, Ordering::Relaxed);
    }

    /// The search visits a node.
    #[inline]
    pub(crate) fn visit(&self) {
        if self.is_bounded {
            self.search.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// How many of so many nodes a scout may visit now.
    pub(crate) fn of_nodes(&self, nodes: u64) -> u64 {
        let [search, scouts] = [&self.search, &self.scouts].map(|nodes| nodes.load(Ordering::Relaxed));
        if self.is_bounded { nodes.min((search + GLANCE).saturating_sub(scouts)) } else { nodes }
    }

    /// Does the work of a scout, and counts its nodes.
    pub(super) fn spend<T>(&self, scout: &Scout, work: impl FnOnce() -> T) -> T {
        let before = scout.nodes();
        let done = work();
        self.scouts.fetch_add(scout.nodes() - before, Ordering::Relaxed);
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
        assert_eq!(allowance("psk").of_nodes(1 << 40), 1 << 40);
    }
}
