//! A network and a scout at one question. Their numbers and moves only guide.

use std::sync::Arc;

use kosolver_board::{Board, Colour, Interrupt, Point, Position};
use kosolver_rules::Game;
use kosolver_scout::{Judge, Network, Opinion, Scout, State};

use super::{Allowance, Plan};
use crate::meter::{Activity, Meter};

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

/// How hard it looks for the player who loses by the scout's memo.
const FAR: u32 = 100_000;

/// For how many nodes a scout looks ahead where the search meets a position of which it knows nothing.
pub(super) const GLANCE: u64 = 20_000;

impl Learned {
    /// What a plan has for a question, with a scout that knows nothing yet, and has a memo of so many bytes.
    pub(crate) fn new(plan: &Plan, game: &Game, goal: i32, memo: u64, meter: &Meter) -> Learned {
        let board = *game.board();
        let points = i32::from(board.points());
        // The least area that meets the threshold. What is beyond all areas is easily answered.
        let score = (goal.div_euclid(2) + 1).clamp(1 - points, points);
        let judge = plan.network.as_ref().map(|network| Arc::new(network.judge(score)));
        let scout = plan.scout.and_then(|_| Scout::new(game, score, judge.clone(), memo).ok());
        Learned { goal, board, judge, scout, interrupt: meter.interrupt_handle().clone() }
    }

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
    pub(super) fn serves(&self, game: &Game) -> bool {
        let serves =
            |scout: &Scout| scout.board() == game.board() && scout.suicide() == game.rules().suicide();
        self.scout.as_ref().is_some_and(serves)
    }

    /// Whether its scout knows who wins from a state, after it has looked ahead a little.
    pub(crate) fn knows(&self, here: State, allowance: &Allowance) -> bool {
        let nodes = allowance.of_nodes(GLANCE);
        let look = |scout: &Scout| allowance.spend(scout, false, || scout.look(here, nodes, &self.interrupt));
        self.scout.as_ref().and_then(look).is_some_and(|opinion| opinion.numbers.contains(&0))
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

    /// Lets the scout look so many nodes further ahead in so many threads, if that is allowed. Whether that is enough: it knows who wins,
    /// has been interrupted, or may look no further.
    pub(crate) fn look_ahead(
        &mut self,
        here: State,
        nodes: u64,
        threads: usize,
        allowance: &Allowance,
        meter: &Meter,
    ) -> bool {
        self.interrupt = meter.interrupt_handle().clone();
        let Some(scout) = &self.scout else { return true };
        let tell = |nodes| meter.is_at(Activity::LookingAhead { nodes });
        let allowed = allowance.of_nodes(nodes);
        let found = meter.during(Activity::LookingAhead { nodes: scout.nodes() }, || {
            let interrupt = meter.interrupt_handle();
            allowance.spend(scout, false, || scout.search(here, threads, allowed, interrupt, &tell))
        });
        allowed < nodes || !matches!(found, Ok(None))
    }

    /// Keeps of what the scout knows no more than so many bytes: first what is in its proof.
    pub(crate) fn keep_proof(&mut self, here: State, bytes: u64, meter: &Meter) {
        let tell = |positions| meter.is_at(Activity::KeepingProof { positions });
        let kept = meter.during(Activity::KeepingProof { positions: 0 }, || {
            self.scout.as_mut().map(|scout| scout.keep_proof(here, bytes, &self.interrupt, &tell))
        });
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

    /// How hard it looks for Black and for White to win from a state; `None` if it does not know.
    pub(crate) fn numbers(&self, state: State) -> Option<[u32; 2]> {
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

    /// The move to look at first; `None` if no move is known to be better than others. The scout may look ahead from
    /// there if it has something left of an allowance.
    pub(crate) fn first(&self, state: State, allowance: Option<&Allowance>) -> Option<Point> {
        // Who wins by ending the game needs no other move.
        let ends = state.passed && self.black_wins(state.position) == (state.mover == Colour::Black);
        let scout = self.scout.as_ref()?;
        let Opinion { numbers, best } = match allowance.filter(|_| !ends) {
            Some(allowance) => {
                allowance.spend(scout, true, || scout.look(state, allowance.of_glance(), &self.interrupt))
            }
            None => scout.opinion(state),
        }?;
        // Who loses has no move that is better than others.
        let wins = numbers[state.mover as usize] == 0;
        best.filter(|_| wins)
    }

    /// Whether it takes it that a ko which was taken right after a pass may be retaken at once; `None` if it does not
    /// look at bans.
    pub(crate) fn passes_lift(&self) -> Option<bool> {
        self.scout.as_ref().map(Scout::passes_lift)
    }
}
