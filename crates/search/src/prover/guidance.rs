//! What guides a search: chosen when it begins, made on the way, and given its share of the memory.

use std::sync::Arc;

use kosolver_rules::{Move, Node, Score};
use kosolver_scout::State;
use kosolver_tablebase::Hints;

use super::{Prover, Question};
use crate::error::Error;
use crate::graph::Spot;
use crate::guide::{
    FEW, Guide, LONG, Learned, MEMOS, Plan, QuestionGuide, ROOM_TO_LEARN, ROOM_TO_LOOK_AHEAD, UNTAUGHT,
    is_guided, patience,
};
use crate::request::Resources;

/// What a search may get by itself where no table guides.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Learning {
    Nothing,
    /// A network where no table fits.
    Network,
    /// And a scout where it pays.
    Scout,
}

impl Prover {
    /// Sees which guides there are when a search begins.
    pub(super) fn set_guides(&mut self) {
        let given = self.guides.bytes();
        if given > 0 {
            self.reserve(given);
            self.take_from_whole(given);
        }
        let game = &self.tables.graph.game;
        self.plan = self.guides.plan(game);
        if self.plan.is_none() && !self.guides.are_none() && is_guided(game) {
            self.guide_at = Some(if self.looks_ahead() { LONG } else { FEW });
        }
    }

    /// Has a guide for a question, if there is a plan that has one for each; a scout `looks` ahead, or has
    /// looked before. If that is interrupted, so is the search after it.
    pub(super) fn consult(&mut self, question: &Question, looks: bool) {
        let Some(plan) = self.plan.clone() else { return };
        if self.known(question).is_some() {
            return;
        }
        self.allowance.search_is_at(self.nodes());
        let kept = plan.kept(&self.tables.graph.game, question.goal);
        let learned = if let Some(kept) = kept.filter(|kept| self.is_known_to(kept)) {
            kept.clone()
        } else {
            let known = self.learned.iter().position(|learned| learned.goal == question.goal);
            let learned = match known.map(|place| self.learned.remove(place)) {
                Some(learned) if !looks => learned,
                known => self.look_ahead(&plan, known, question.goal),
            };
            self.learned.push(learned.clone());
            learned
        };
        let allowance = self.allowance.clone();
        let guide = QuestionGuide { learned, goal: question.goal, allowance };
        self.tables.graph.guide = Some(Guide::Question(guide));
        self.reserve(self.learned_bytes());
    }

    /// Whether a scout has shown the way to the answer of a question from where the line stands; then its proof is
    /// the guide.
    pub(crate) fn is_shown(&mut self, question: &Question) -> bool {
        let shown = self.shown(question).is_some_and(|kept| self.is_known_to(kept));
        if shown {
            self.consult(question, false);
        } else if self.plan.is_some() {
            // What guides now may be of another question.
            self.tables.graph.guide = None;
        }
        shown
    }

    /// About how many nodes where the line stands takes by the proof of a scout that has shown the way, counted to
    /// one more than `most`.
    pub(crate) fn shown_nodes(&self, question: &Question, most: u64) -> Option<u64> {
        let kept = self.shown(question)?;
        kept.proof_size(self.state(kept), most.saturating_add(1))
    }

    /// The play by which the player to move wins in the proof of a scout that has shown the way.
    pub(crate) fn shown_play(&self, question: &Question) -> Option<Move> {
        let kept = self.shown(question)?;
        kept.first(self.state(kept), None).map(Move::Play)
    }

    /// Whether a scout knows who wins from where the line stands.
    fn is_known_to(&self, kept: &Learned) -> bool {
        kept.knows(self.state(kept), &self.allowance)
    }

    /// What a scout knows of where the line stands.
    fn state(&self, scout: &Learned) -> State {
        let at = |spot: &Spot| {
            let Node { position, to_move, passes, .. } = self.tables.graph.node_at(*spot);
            State { passed: passes > 0, ..State::new(position, to_move) }
        };
        match (&self.spots[..], self.line.last()) {
            ([.., before, here], Some((Move::Play(point), _))) => {
                let (before, board) = (at(before), self.tables.graph.game.board());
                let play = before.position.play(board, before.mover, *point);
                let lifts = scout.passes_lift().unwrap_or(false);
                play.map_or_else(|| at(here), |play| before.after(board, &play, lifts))
            }
            _ => at(&self.here()),
        }
    }

    /// What has looked ahead at a question before, if there is that.
    fn shown(&self, question: &Question) -> Option<&Arc<Learned>> {
        self.plan.as_ref()?.kept(&self.tables.graph.game, question.goal)
    }

    /// The bytes of all guides that have learned.
    pub(super) fn learned_bytes(&self) -> u64 {
        self.learned.iter().map(|learned| learned.bytes()).sum()
    }

    /// The memory that a memo may take now: nearly all that is free.
    fn room(&self) -> u64 {
        let used = self.tables.graph.budget.used() + self.learned_bytes();
        if self.whole == u64::MAX { MEMOS } else { self.whole.saturating_sub(used) / 8 * 7 }
    }

    /// A guide for a goal whose scout has looked ahead from where the line stands, with all the memory there is.
    /// What it keeps of that takes no more than the share of guides.
    fn look_ahead(&mut self, plan: &Plan, known: Option<Arc<Learned>>, goal: i32) -> Arc<Learned> {
        // So that its memo is its own.
        self.tables.graph.guide = None;
        let share = if self.whole == u64::MAX { MEMOS } else { self.whole / 4 };
        let known = known.and_then(Arc::into_inner);
        let mut learned = known.unwrap_or_else(|| {
            Learned::new(plan, &self.tables.graph.game, goal, Plan::memo(0, share), &self.meter)
        });
        // What others have found stays as long as there is room.
        while self.room() < share && !self.learned.is_empty() {
            self.learned.remove(0);
        }
        let (room, here) = (self.room(), self.state(&learned));
        let mut before = 0;
        for nodes in plan.tries() {
            learned.grow(Plan::memo(nodes, room));
            if learned.look_ahead(here, nodes - before, self.hands.len(), &self.allowance, &self.meter) {
                break;
            }
            before = nodes;
        }
        if learned.memo() > share {
            learned.keep_proof(here, share, &self.meter);
        }
        while self.learned_bytes() + learned.bytes() > share && !self.learned.is_empty() {
            self.learned.remove(0);
        }
        Arc::new(learned)
    }

    /// The value that a network expects where the line stands, if one guides.
    pub(crate) fn expected(&self) -> Option<Score> {
        let (game, here) = (&self.tables.graph.game, self.tables.graph.node_at(self.here()));
        let network = self.plan.as_ref()?.network.as_ref()?;
        Some(Score::points(network.expected(here.position, here.to_move)) - game.given())
    }

    /// Gets no more than this by itself from now on.
    pub(crate) fn learn_at_most(&mut self, learning: Learning) {
        self.learning = learning;
        self.guide_at = self.guide_at.map(|_| FEW);
        if self.guides.plan(&self.tables.graph.game).is_none()
            && let Some(plan) = self.plan.as_mut().filter(|plan| plan.scout.is_some())
        {
            (plan.scout, self.guide_at) = (None, Some(FEW));
            self.let_scouts_go();
        }
    }

    /// Whether a scout is to guide it, once it has worked for long enough.
    fn looks_ahead(&self) -> bool {
        let graph = &self.tables.graph;
        self.learning == Learning::Scout
            && graph.decided.is_some()
            && Plan::pays(&graph.game)
            && self.whole >= ROOM_TO_LOOK_AHEAD
    }

    /// Lets go of what has learned for questions, which leaves its memory to the tables.
    pub(super) fn let_scouts_go(&mut self) {
        if !matches!(self.tables.graph.guide, Some(Guide::Table(_))) {
            self.learned.clear();
            self.tables.graph.guide = None;
            self.reserve(0);
        }
    }

    /// Sees whether the search has worked for long enough to be worth a guide, and if so gets one: a network
    /// and a scout, or a table of its board, or where that does not fit a network alone. Whether there is another
    /// guide now.
    pub(super) fn update_guide(&mut self) -> Result<bool, Error> {
        let ahead = self.looks_ahead();
        if !ahead {
            let game = &self.tables.graph.game;
            let (board, suicide) = (*game.board(), game.rules().suicide());
            let room = match self.shares.memory {
                u64::MAX => u64::MAX,
                memory => memory.saturating_sub(self.tables.graph.budget.used()),
            };
            if let Some(nodes) = patience(board, suicide, room) {
                if self.nodes() < nodes {
                    self.guide_at = Some(nodes);
                    return Ok(false);
                }
                // If making it is interrupted, the next question sees about it again.
                if let Some(table) = self.guides.table((board, suicide), room, &self.meter)? {
                    let bytes = table.bytes();
                    self.set_table_guide(table);
                    self.reserve(bytes);
                    return Ok(true);
                }
            }
            let learns = self.learning >= Learning::Network
                && self.plan.is_none()
                && Plan::learns(&self.tables.graph.game)
                && room >= ROOM_TO_LEARN
                && self.until.saturating_sub(self.nodes()) >= UNTAUGHT;
            if !learns || self.nodes() < UNTAUGHT {
                self.guide_at = learns.then_some(UNTAUGHT);
                return Ok(false);
            }
        }
        // If that is interrupted, the search goes on first.
        self.guide_at = Some(2 * self.nodes());
        let threads = self.hands.len();
        let plan =
            Plan::learned(&self.tables.graph.game, ahead, self.openings, self.limit, threads, &self.meter)?;
        self.take_from_whole(plan.bytes());
        (self.plan, self.guide_at) = (Some(plan), None);
        Ok(true)
    }

    /// Has so many bytes less for all that is made from now on.
    fn take_from_whole(&mut self, bytes: u64) {
        if self.whole != u64::MAX {
            self.whole = self.whole.saturating_sub(bytes);
        }
    }

    /// Leaves so many bytes of the memory of its own tables to guides.
    fn reserve(&mut self, bytes: u64) {
        if self.whole != u64::MAX {
            self.share_out(self.whole.saturating_sub(bytes).max(Resources::LEAST_MEMORY));
        }
    }

    /// Takes a table as its guide.
    fn set_table_guide(&mut self, table: Arc<Hints>) {
        self.tables.graph.set_table_guide(table);
        self.learned.clear();
        let before = self.plan.take().map_or(0, |plan| plan.bytes());
        (self.whole, self.guide_at) = (self.whole.saturating_add(before), None);
    }
}
