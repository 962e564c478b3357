//! What guides were given or have learned.

use std::sync::Arc;

use kosolver_board::{Colour, Position, Shape};
use kosolver_rules::Game;
use kosolver_scout::{Lessons, Network, State, bans_retaking};

use super::learned::Learned;
use crate::error::Error;
use crate::meter::{Activity, Meter};

/// The memory that must be free where a network learns, and the least of a search for which a scout looks ahead as
/// well.
pub(crate) const ROOM_TO_LEARN: u64 = 320 << 20;
pub(crate) const ROOM_TO_LOOK_AHEAD: u64 = 1 << 30;

/// The least number of points of a board for which a network learns, and from how many games. For every
/// two points more there are twice as many, but no more often than so many times.
const LEARNED: u8 = 18;
const GAMES: u64 = 80_000;
const DOUBLED: u8 = 4;

/// And how many times as many games where all first moves are asked for.
const OF_OPENINGS: u64 = 4;

/// For how many nodes a scout looks ahead if nothing is said.
pub(super) const AHEAD: u64 = 1 << 30;

/// And for how many at most for each node that the search may visit.
const AHEAD_OF_EACH: u64 = 16;

/// Nodes that a search visits at least before a network learns for it; and the same where no scout is to look ahead.
pub(crate) const LONG: u64 = 5_000;
pub(crate) const UNTAUGHT: u64 = 1 << 17;

/// The memory of a memo at first: it is asked for many positions that the first look ahead did not meet.
const LEAST: u64 = 16 << 20;

/// For how many nodes it looks ahead before its memo grows, and how many times as many it has been when it grows
/// again.
const FIRST: u64 = 1 << 18;
const GROWTH: u64 = 8;

/// What guides were given: a network, for how many nodes of each question a scout looks ahead, and those that
/// have looked ahead at a question before.
#[derive(Clone, Default)]
pub(crate) struct Plan {
    pub network: Option<Arc<Network>>,
    pub scout: Option<u64>,
    pub kept: Vec<Arc<Learned>>,
}

impl Plan {
    /// Whether it guides a game.
    pub(crate) fn serves(&self, game: &Game) -> bool {
        match &self.network {
            Some(network) => network.board() == game.board() && network.suicide() == game.rules().suicide(),
            None => {
                self.scout.is_some() && game.board().shape() == Shape::Grid
                    || self.kept.iter().any(|kept| kept.serves(game))
            }
        }
    }

    /// What has looked ahead at a question before.
    pub(crate) fn kept(&self, game: &Game, goal: i32) -> Option<&Arc<Learned>> {
        self.kept.iter().find(|kept| kept.goal == goal && kept.serves(game))
    }

    /// A network that learns now in so many threads, and if it is to look `ahead` a scout, for a search of so many
    /// nodes at most. If all first moves are asked for, it learns of each, from more games.
    ///
    /// # Errors
    /// [`Error::Interrupted`].
    pub(crate) fn learned(
        game: &Game,
        ahead: bool,
        openings: bool,
        nodes: u64,
        threads: usize,
        meter: &Meter,
    ) -> Result<Plan, Error> {
        let (board, suicide) = (*game.board(), game.rules().suicide());
        let more = if openings { OF_OPENINGS } else { 1 };
        let of = (more * GAMES) << ((board.points().max(LEARNED) - LEARNED) / 2).min(DOUBLED);
        let tell = |games| meter.is_at(Activity::Learning { games, of });
        let learned = meter.during(Activity::Learning { games: 0, of }, || {
            let empty = State::new(Position::EMPTY, Colour::Black);
            let lessons = Lessons::new(of, 1).from(&board, suicide, empty, openings).with_threads(threads);
            Network::learn(board, suicide, &lessons, meter.interrupt_handle(), &tell)
        });
        // The board is a rectangle, so nothing else can stop it.
        let network = learned.map_err(|_| Error::Interrupted { saved: false })?;
        Ok(Plan {
            network: Some(Arc::new(network)),
            scout: ahead.then(|| AHEAD.min(nodes.saturating_mul(AHEAD_OF_EACH))),
            kept: Vec::new(),
        })
    }

    /// The bytes of what was given.
    pub(crate) fn bytes(&self) -> u64 {
        self.network.as_ref().map_or(0, |network| network.bytes())
            + self.kept.iter().map(|kept| kept.bytes()).sum::<u64>()
    }

    /// Whether a search of a game becomes faster if a network learns and a scout looks ahead: on small boards
    /// that takes longer than the search, and the scout is often wrong where kos can be retaken.
    pub(crate) fn pays(game: &Game) -> bool {
        Plan::learns(game) && bans_retaking(game)
    }

    /// Whether a network learns for a game where nothing better guides.
    pub(crate) fn learns(game: &Game) -> bool {
        game.board().shape() == Shape::Grid && game.board().points() >= LEARNED
    }

    /// The bytes of the memo of a scout until it has visited so many nodes, if there is room for so many: twice as
    /// much as there are nodes.
    pub(crate) fn memo(nodes: u64, room: u64) -> u64 {
        room.min(nodes.saturating_mul(32).max(LEAST))
    }

    /// After how many nodes its memo grows, and how many it visits in all.
    pub(crate) fn tries(&self) -> impl Iterator<Item = u64> + use<> {
        let most = self.scout.unwrap_or(0);
        let next = move |nodes: &u64| (*nodes < most).then(|| nodes.saturating_mul(GROWTH).min(most));
        std::iter::successors(Some(FIRST.min(most)), next)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_network_learns_where_it_pays() {
        let pays = |board: &str, rules: &str| {
            Plan::pays(&Game::new(board.parse().unwrap(), rules.parse().unwrap()).unwrap())
        };
        for rules in ["psk", "ssk", "nssk", "spight", "basic-fixed"] {
            assert!(pays("3x6", rules) && pays("2x9", rules) && pays("5x5", rules), "{rules}");
        }
        for (board, rules) in [("4x4", "psk"), ("2x8", "psk"), ("cylinder:3x6", "psk"), ("3x6", "fixed")] {
            assert!(!pays(board, rules), "{board} {rules}");
        }
    }
}
