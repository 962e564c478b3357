//! Guides that learn, and those that look ahead: a network, and the memo of a scout.

use std::sync::Arc;

use kosolver_board::{Board, Colour, Point, Position, Shape};
use kosolver_rules::{Game, Suicide};
use kosolver_scout::{Judge, Network, Opinion, Scout};

use crate::meter::Meter;

/// A guide for one question, which knows positions. Numbers and moves only guide: no value depends on them.
pub(crate) trait Advisor: Send + Sync {
    /// How hard it looks for Black and for White to win from a position; `None` if nobody knows.
    fn numbers(&self, position: Position, mover: Colour, passed: bool) -> Option<[u32; 2]>;

    /// The move to look at first; `None` if no move is known to be better than others. Where a position is
    /// met for the `first_time`, the guide may look ahead from there.
    fn first(&self, position: Position, mover: Colour, passed: bool, first_time: bool) -> Option<Point>;
}

/// What guides were given: a network, and for how many nodes of each question a scout looks ahead.
#[derive(Clone, Default)]
pub(crate) struct Plan {
    pub network: Option<Arc<Network>>,
    pub scout: Option<u64>,
}

impl Plan {
    /// Whether it guides a game.
    pub(crate) fn serves(&self, game: &Game) -> bool {
        let serves = |network: &Network| serves(network, game.board(), game.rules().suicide());
        match &self.network {
            Some(network) => serves(network),
            None => self.scout.is_some() && game.board().shape() == Shape::Grid,
        }
    }
}

/// Whether a network is that of a board and a suicide rule.
fn serves(network: &Network, board: &Board, suicide: Suicide) -> bool {
    network.board() == board && network.suicide() == suicide
}

/// A network and a scout at one question.
pub(crate) struct Learned {
    board: Board,
    /// Twice the area that meets the threshold, less one.
    pub goal: i32,
    judge: Option<Arc<Judge>>,
    scout: Option<Scout>,
    nodes: u64,
}

/// The memory of which the memo takes a part if nothing is said.
const MEMORY: u64 = 4 << 30;

/// The least memory of a memo: it is asked for many positions that the first look ahead did not meet.
const LEAST: u64 = 16 << 20;

/// How hard it looks for the player who loses by the scout's memo.
pub(crate) const FAR: u32 = 100_000;

/// For how many nodes a scout looks ahead where the search meets a position of which it knows nothing.
const GLANCE: u64 = 2_000;

impl Learned {
    /// By a plan that serves the game. The scout's memo takes a quarter of the memory at most.
    pub(crate) fn new(plan: &Plan, game: &Game, goal: i32, memory: u64) -> Learned {
        let board = *game.board();
        let points = i32::from(board.points());
        // The least area that meets the threshold. What is beyond all areas is easily answered.
        let score = (goal.div_euclid(2) + 1).clamp(1 - points, points);
        let judge = plan.network.as_ref().map(|network| Arc::new(network.judge(score)));
        let nodes = plan.scout.unwrap_or(0);
        // Twice as much room as there are nodes.
        let memory = if memory == u64::MAX { MEMORY } else { memory };
        let bytes = (memory / 4).min(nodes.saturating_mul(32).max(LEAST));
        let scout = |_| Scout::new(board, game.rules().suicide(), score, judge.clone(), bytes).ok();
        Learned { board, goal, scout: plan.scout.and_then(scout), judge, nodes }
    }

    /// Lets the scout look ahead from a position, until it is done or interrupted.
    pub(crate) fn look_ahead(&self, position: Position, mover: Colour, threads: usize, meter: &Meter) {
        if let Some(scout) = &self.scout {
            // What it has found is in its memo.
            let _ = scout.search(position, mover, threads, self.nodes, meter.interrupt_handle());
        }
    }

    /// The bytes that it takes.
    pub(crate) fn bytes(&self) -> u64 {
        self.scout.as_ref().map_or(0, Scout::bytes) + self.judge.as_ref().map_or(0, |judge| judge.bytes())
    }

    fn opinion(&self, position: Position, mover: Colour, passed: bool) -> Option<Opinion> {
        self.scout.as_ref()?.opinion(position, mover, passed)
    }
}

impl Advisor for Learned {
    fn numbers(&self, position: Position, mover: Colour, passed: bool) -> Option<[u32; 2]> {
        if passed {
            // He can end the game.
            let black = 2 * position.area(&self.board) > self.goal;
            if black == (mover == Colour::Black) {
                return Some(if black { [1, FAR] } else { [FAR, 1] });
            }
        }
        if let Some(Opinion { numbers, .. }) = self.opinion(position, mover, passed) {
            return Some(match numbers {
                [0, _] => [1, FAR],
                [_, 0] => [FAR, 1],
                numbers => numbers.map(|number| number.min(FAR)),
            });
        }
        self.judge.as_ref().map(|judge| judge.numbers(position, mover))
    }

    fn first(&self, position: Position, mover: Colour, passed: bool, first_time: bool) -> Option<Point> {
        // Who wins by ending the game needs no other move.
        let ends = passed && (2 * position.area(&self.board) > self.goal) == (mover == Colour::Black);
        let glance = if first_time && !ends { GLANCE } else { 0 };
        let Opinion { numbers, best } = self.scout.as_ref()?.look(position, mover, passed, glance)?;
        // Who loses has no move that is better than others.
        let wins = numbers[mover as usize] == 0;
        best.filter(|_| wins)
    }
}
