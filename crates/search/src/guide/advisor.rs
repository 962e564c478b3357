//! Guides that learn, and those that look ahead: a network, and the memo of a scout.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use kosolver_board::{Board, Colour, Interrupt, Point, Position, Shape};
use kosolver_rules::{Game, Suicide};
use kosolver_scout::{Judge, Network, Opinion, Scout, State, bans_retaking};

use crate::error::Error;
use crate::meter::{Activity, Meter};

/// A guide for one question, which knows states. Numbers and moves only guide: no value depends on them.
pub(crate) trait Advisor: Send + Sync {
    /// How hard it looks for Black and for White to win from a state; `None` if nobody knows.
    fn numbers(&self, state: State) -> Option<[u32; 2]>;

    /// The move to look at first; `None` if no move is known to be better than others. The guide may look ahead from
    /// there if it has something left of an allowance.
    fn first(&self, state: State, allowance: Option<&Allowance>) -> Option<Point>;

    /// Whether it takes it that a ko which was taken right after a pass may be retaken at once; `None` if it does not
    /// look at bans.
    fn passes_lift(&self) -> Option<bool>;
}

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
    fn spend<T>(&self, scout: &Scout, work: impl FnOnce() -> T) -> T {
        let before = scout.nodes();
        let done = work();
        self.scouts.fetch_add(scout.nodes() - before, Ordering::Relaxed);
        done
    }
}

/// What guides were given: a network, for how many nodes of each question a scout looks ahead, and one that
/// has looked ahead at a question before.
#[derive(Clone, Default)]
pub(crate) struct Plan {
    pub network: Option<Arc<Network>>,
    pub scout: Option<u64>,
    pub kept: Option<Arc<Learned>>,
}

impl Plan {
    /// Whether it guides a game.
    pub(crate) fn serves(&self, game: &Game) -> bool {
        let serves = |network: &Network| serves(network, game.board(), game.rules().suicide());
        match &self.network {
            Some(network) => serves(network),
            None => {
                self.scout.is_some() && game.board().shape() == Shape::Grid
                    || self.kept.as_ref().is_some_and(|kept| kept.serves(game))
            }
        }
    }

    /// What has looked ahead at a question before.
    pub(crate) fn kept(&self, game: &Game, goal: i32) -> Option<&Arc<Learned>> {
        self.kept.as_ref().filter(|kept| kept.goal == goal && kept.serves(game))
    }

    /// A network that learns now, and if it is to look `ahead` a scout, for a search of so many nodes at most.
    ///
    /// # Errors
    /// [`Error::Interrupted`].
    pub(crate) fn learned(game: &Game, ahead: bool, nodes: u64, meter: &Meter) -> Result<Plan, Error> {
        let (board, suicide) = (*game.board(), game.rules().suicide());
        let of = GAMES << ((board.points().max(LEARNED) - LEARNED) / 2).min(DOUBLED);
        let tell = |games| meter.is_at(Activity::Learning { games, of });
        let learned = meter.during(Activity::Learning { games: 0, of }, || {
            Network::learn(board, suicide, of, 1, meter.interrupt_handle(), &tell)
        });
        // The board is a rectangle, so nothing else can stop it.
        let network = learned.map_err(|_| Error::Interrupted { saved: false })?;
        Ok(Plan {
            network: Some(Arc::new(network)),
            scout: ahead.then(|| AHEAD.min(nodes.saturating_mul(AHEAD_OF_EACH))),
            kept: None,
        })
    }

    /// The bytes of what was given.
    pub(crate) fn bytes(&self) -> u64 {
        self.network.as_ref().map_or(0, |network| network.bytes())
            + self.kept.as_ref().map_or(0, |kept| kept.bytes())
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
}

/// The memory that must be free where a network learns, and the least of a search for which a scout looks ahead as
/// well.
pub(crate) const ROOM_TO_LEARN: u64 = 320 << 20;
pub(crate) const ROOM_TO_LOOK_AHEAD: u64 = 1 << 30;

/// The least number of points of a board for which a network learns, and from how many games. For every
/// two points more there are twice as many, but no more often than so many times.
const LEARNED: u8 = 18;
const GAMES: u64 = 80_000;
const DOUBLED: u8 = 4;

/// For how many nodes a scout looks ahead if nothing is said.
pub(crate) const AHEAD: u64 = 1 << 30;

/// And for how many at most for each node that the search may visit.
const AHEAD_OF_EACH: u64 = 16;

/// Whether a network is that of a board and a suicide rule.
fn serves(network: &Network, board: &Board, suicide: Suicide) -> bool {
    network.board() == board && network.suicide() == suicide
}

/// A network and a scout at one question.
pub(crate) struct Learned {
    /// Twice the area that meets the threshold, less one.
    pub goal: i32,
    board: Board,
    judge: Option<Arc<Judge>>,
    scout: Option<Scout>,
    interrupt: Interrupt,
}

/// The memory that the memos take at most if nothing is said.
pub(crate) const MEMOS: u64 = 1 << 30;

/// The memory of a memo at first: it is asked for many positions that the first look ahead did not meet.
const LEAST: u64 = 16 << 20;

/// How hard it looks for the player who loses by the scout's memo.
const FAR: u32 = 100_000;

/// For how many nodes it looks ahead before its memo grows, and how many times as many it has been when it grows
/// again.
const FIRST: u64 = 1 << 18;
const GROWTH: u64 = 8;

/// For how many nodes a scout looks ahead where the search meets a position of which it knows nothing.
const GLANCE: u64 = 20_000;

impl Plan {
    /// What it has for a question, with a scout that knows nothing yet, and has a memo of so many bytes.
    pub(crate) fn at(&self, game: &Game, goal: i32, memo: u64, meter: &Meter) -> Learned {
        let board = *game.board();
        let points = i32::from(board.points());
        // The least area that meets the threshold. What is beyond all areas is easily answered.
        let score = (goal.div_euclid(2) + 1).clamp(1 - points, points);
        let judge = self.network.as_ref().map(|network| Arc::new(network.judge(score)));
        let scout = self.scout.and_then(|_| Scout::new(game, score, judge.clone(), memo).ok());
        Learned { goal, board, judge, scout, interrupt: meter.interrupt_handle().clone() }
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

impl Learned {
    /// A scout that has looked ahead, and the network that guided it.
    pub(crate) fn kept(scout: Scout, network: Option<&Network>) -> Learned {
        let judge = network.map(|network| Arc::new(network.judge(scout.score())));
        Learned {
            goal: 2 * scout.score() - 1,
            board: *scout.board(),
            scout: Some(scout.with_judge(judge.clone())),
            judge,
            interrupt: Interrupt::default(),
        }
    }

    /// Whether its scout plays on the board of a game with its suicide rule.
    fn serves(&self, game: &Game) -> bool {
        let serves =
            |scout: &Scout| scout.board() == game.board() && scout.suicide() == game.rules().suicide();
        self.scout.as_ref().is_some_and(serves)
    }

    /// What its scout thinks of a state, after a glance from there if that is allowed.
    fn glance(&self, here: State, allowance: Option<&Allowance>) -> Option<Opinion> {
        let scout = self.scout.as_ref()?;
        match allowance {
            Some(allowance) => {
                allowance.spend(scout, || scout.look(here, allowance.of_nodes(GLANCE), &self.interrupt))
            }
            None => scout.opinion(here),
        }
    }

    /// Whether its scout knows who wins from a state.
    pub(crate) fn knows(&self, here: State, allowance: &Allowance) -> bool {
        self.glance(here, Some(allowance)).is_some_and(|opinion| opinion.numbers.contains(&0))
    }

    /// How many states its scout's proof from one has, counted to `most`; `None` if it has none.
    pub(crate) fn proof_size(&self, here: State, most: u64) -> Option<u64> {
        self.scout.as_ref()?.proof_size(here, most)
    }

    /// Gives the scout so many bytes, if that is more than it has.
    pub(crate) fn grow(&mut self, bytes: u64) {
        if let Some(scout) = &mut self.scout {
            // Else it forgets sooner.
            let _ = scout.grow(bytes);
        }
    }

    /// Lets the scout look so many nodes further ahead, if that is allowed. Whether that is enough: it knows who wins,
    /// has been interrupted, or may look no further.
    pub(crate) fn look_ahead(
        &mut self,
        here: State,
        nodes: u64,
        allowance: &Allowance,
        meter: &Meter,
    ) -> bool {
        self.interrupt = meter.interrupt_handle().clone();
        let Some(scout) = &self.scout else { return true };
        let tell = |nodes| meter.is_at(Activity::LookingAhead { nodes });
        let allowed = allowance.of_nodes(nodes);
        let found = meter.during(Activity::LookingAhead { nodes: scout.nodes() }, || {
            // Two threads would take longer than one.
            allowance.spend(scout, || scout.search(here, 1, allowed, meter.interrupt_handle(), &tell))
        });
        allowed < nodes || !matches!(found, Ok(None))
    }

    /// Keeps of what the scout knows no more than so many bytes: first what is in its proof.
    pub(crate) fn keep_proof(&mut self, here: State, bytes: u64) {
        let kept = self.scout.as_mut().map(|scout| scout.keep_proof(here, bytes, &self.interrupt));
        if matches!(kept, Some(Err(_))) {
            self.scout = None;
        }
    }

    /// The bytes of its memo.
    pub(crate) fn memo(&self) -> u64 {
        self.scout.as_ref().map_or(0, Scout::bytes)
    }

    /// The bytes that it takes.
    pub(crate) fn bytes(&self) -> u64 {
        self.memo() + self.judge.as_ref().map_or(0, |judge| judge.bytes())
    }

    fn black_wins(&self, position: Position) -> bool {
        2 * position.area(&self.board) > self.goal
    }
}

impl Advisor for Learned {
    fn numbers(&self, state: State) -> Option<[u32; 2]> {
        let State { position, mover, passed, .. } = state;
        if passed {
            // He can end the game.
            let black = self.black_wins(position);
            if black == (mover == Colour::Black) {
                return Some(if black { [1, FAR] } else { [FAR, 1] });
            }
        }
        if let Some(Opinion { numbers, .. }) = self.scout.as_ref().and_then(|scout| scout.opinion(state)) {
            return Some(match numbers {
                [0, _] => [1, FAR],
                [_, 0] => [FAR, 1],
                numbers => numbers.map(|number| number.min(FAR)),
            });
        }
        self.judge.as_ref().map(|judge| judge.numbers(position, mover))
    }

    fn first(&self, state: State, allowance: Option<&Allowance>) -> Option<Point> {
        // Who wins by ending the game needs no other move.
        let ends = state.passed && self.black_wins(state.position) == (state.mover == Colour::Black);
        let Opinion { numbers, best } = self.glance(state, allowance.filter(|_| !ends))?;
        // Who loses has no move that is better than others.
        let wins = numbers[state.mover as usize] == 0;
        best.filter(|_| wins)
    }

    fn passes_lift(&self) -> Option<bool> {
        self.scout.as_ref().map(Scout::passes_lift)
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
