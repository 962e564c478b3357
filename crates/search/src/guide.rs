//! Guides: what knows who is ahead, so that a search looks in the right place first. No value depends on a guide.

mod allowance;
mod learned;
mod plan;
mod tables;

use std::fmt;
use std::sync::Arc;

use kosolver_board::{Board, Point};
use kosolver_rules::{Game, Suicide};
use kosolver_scout::{Network, Scout, State};
use kosolver_tablebase::Hints;

use crate::error::Error;
use crate::meter::Meter;

pub(crate) use self::allowance::Allowance;
pub(crate) use self::learned::{Learned, MEMOS};
pub(crate) use self::plan::{LONG, Plan, ROOM_TO_LEARN, ROOM_TO_LOOK_AHEAD, UNTAUGHT};
use self::tables::Tables;
pub(crate) use self::tables::{FEW, TableGuide, patience};

/// What guides a search: what it was given, or tables and networks that it makes by itself where they pay. Searches
/// with clones of the same guides share tables.
///
/// ```
/// use kosolver_search::{Guides, Resources};
///
/// let shared = Resources::default().with_guides(Guides::default());
/// let ahead = Guides::learned(None, Some(100_000), Vec::new()); // a scout looks ahead at each question
/// assert_ne!(Resources::default().with_guides(ahead), shared);
/// ```
#[derive(Clone)]
pub struct Guides {
    plan: Plan,
    tables: Option<Arc<Tables>>,
}

impl fmt::Debug for Guides {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Plan { network, scout, kept } = &self.plan;
        let given = (network.is_some(), scout, kept.len());
        f.debug_struct("Guides").field("plan", &given).finish_non_exhaustive()
    }
}

impl PartialEq for Guides {
    fn eq(&self, other: &Guides) -> bool {
        fn same<'a, T: 'a>(
            one: impl IntoIterator<Item = &'a Arc<T>>,
            other: impl IntoIterator<Item = &'a Arc<T>>,
        ) -> bool {
            one.into_iter().map(Arc::as_ptr).eq(other.into_iter().map(Arc::as_ptr))
        }
        let (plan, others) = (&self.plan, &other.plan);
        same(&self.tables, &other.tables)
            && same(&plan.network, &others.network)
            && plan.scout == others.scout
            && same(&plan.kept, &others.kept)
    }
}

impl Eq for Guides {}

impl Default for Guides {
    fn default() -> Guides {
        Guides { plan: Plan::default(), tables: Some(Arc::default()) }
    }
}

impl Guides {
    /// No guides at all.
    pub fn none() -> Guides {
        Guides { tables: None, ..Guides::default() }
    }

    /// A network, if it is given, for games on its board with its suicide rule; and, with a number of nodes,
    /// a scout that looks so far ahead at each question on any rectangle; and those that have kept the proof of a
    /// question, and need not look. Of several at one score the first that fits the game is used.
    pub fn learned(network: Option<Network>, scout: Option<u64>, kept: Vec<Scout>) -> Guides {
        let learned = |scout| Arc::new(Learned::kept(scout, network.as_ref()));
        let kept: Vec<Arc<Learned>> = kept.into_iter().map(learned).collect();
        // What was kept says nothing of other questions.
        let scout = scout.or((!kept.is_empty() && network.is_none()).then_some(plan::AHEAD));
        Guides { plan: Plan { network: network.map(Arc::new), scout, kept }, ..Guides::default() }
    }

    /// What guides a game, if something was given that does.
    pub(crate) fn plan(&self, game: &Game) -> Option<Plan> {
        let mut plan = self.plan.clone();
        if game.rules().ko().combines_scores() {
            // A scout's score is that of one position. Where it is that of several, scouts lead astray.
            (plan.scout, plan.kept) = (None, Vec::new());
        }
        plan.serves(game).then_some(plan)
    }

    /// The bytes of what was given.
    pub(crate) fn bytes(&self) -> u64 {
        self.plan.bytes()
    }

    /// Whether there are none.
    pub(crate) fn are_none(&self) -> bool {
        self.tables.is_none()
    }

    /// The table of a board with a suicide rule; `None` if it does not fit into so much memory.
    ///
    /// # Errors
    /// [`Error::Interrupted`].
    pub(crate) fn table(
        &self,
        key: (Board, Suicide),
        memory: u64,
        meter: &Meter,
    ) -> Result<Option<Arc<Hints>>, Error> {
        self.tables.as_ref().map_or(Ok(None), |tables| tables.get(key, memory, meter))
    }
}

/// Whether some point of a board has more than two neighbours. Points of a one-row board or a cycle have
/// not: there ko fights decide nearly everything, and nearly all positions are undecided if play may
/// go on for ever.
pub(crate) fn is_wide(board: &Board) -> bool {
    board.all().iter().any(|point| board.adjacent(point.bit()).len() > 2)
}

/// Whether guides are of use to a game at all, tables or others.
pub(crate) fn is_guided(game: &Game) -> bool {
    let rules = game.rules();
    // Where cycles end the game, the guide is wrong about who is ahead more often than not.
    let cycles = rules.long_cycle() || rules.ko().has_ending(&|_| true);
    let misled = rules.win_or_loss() || cycles || rules.ko().has_long_fights();
    is_wide(game.board()) && !misled
}

/// What guides a search.
pub(crate) enum Guide {
    /// The table of its board.
    Table(Box<TableGuide>),
    /// What has learned, or looked ahead, for its question.
    Question(QuestionGuide),
}

/// What has learned, or looked ahead, for a question; and what that may cost.
pub(crate) struct QuestionGuide {
    pub learned: Arc<Learned>,
    /// Twice a score less one, at which the question is asked.
    pub goal: i32,
    pub allowance: Arc<Allowance>,
}

impl QuestionGuide {
    /// Whether it takes it that a ko which was taken right after a pass may be retaken at once; `None` if it does not
    /// look at bans.
    pub(crate) fn passes_lift(&self) -> Option<bool> {
        self.learned.passes_lift()
    }

    /// How hard it looks for Black and for White to win from a state at a goal: that of its question, or that with the
    /// colours exchanged. `None` if it does not know.
    #[inline]
    pub(crate) fn numbers(&self, goal: i32, state: impl Fn() -> State) -> Option<[u32; 2]> {
        if goal == self.goal {
            return self.learned.numbers(state());
        }
        let [white, black] = (goal == -self.goal).then(|| self.learned.numbers(state().inverted()))??;
        Some([black, white])
    }

    /// The point of the move to look at first from a state at a goal; `None` if it does not know of one. The first
    /// time a scout may look ahead from there.
    #[inline]
    pub(crate) fn first(&self, goal: i32, state: impl Fn() -> State, first_time: bool) -> Option<Point> {
        if goal.abs() != self.goal.abs() {
            return None;
        }
        self.allowance.visit();
        let state = if goal == self.goal { state() } else { state().inverted() };
        self.learned.first(state, first_time.then_some(&*self.allowance))
    }
}
