//! What guides a search: chosen when it begins, made on the way, and given its share of the memory.

use std::sync::Arc;

use kosolver_board::Board;
use kosolver_rules::{Move, Node, Score};
use kosolver_scout::State;
use kosolver_tablebase::Hints;

use super::{Prover, Question};
use crate::error::Error;
use crate::graph::Spot;
use crate::guide::{
    Advisor, FEW, Guide, LONG, Learned, MEMOS, Plan, ROOM_TO_LEARN, Windows, is_guided, patience, tables,
};
use crate::request::Resources;

impl Prover {
    /// Sees which guides there are when a search begins.
    pub(super) fn set_guides(&mut self) {
        let given = self.guides.given_bytes();
        if given > 0 {
            self.reserve(given);
            self.take_from_whole(given);
        }
        let game = &self.tables.graph.game;
        self.plan = self.guides.plan(game).cloned();
        if self.plan.is_some() || !is_guided(game) {
            return;
        }
        let (board, given) = (*game.board(), self.guides.given(game));
        self.guide_boards = tables(&board);
        self.guide_at = Some(if self.learns() { LONG } else { FEW });
        if let Some(given) = given {
            // A larger board is a better guide, its own the best.
            let own = *given.game().board();
            let is_better = |table: &Board| *table == board && own != board || table.points() > own.points();
            self.guide_boards.retain(is_better);
            self.guide_at = (!self.guide_boards.is_empty()).then_some(FEW);
            self.set_table_guide(given);
        }
    }

    /// Has a guide for a question, if there is a plan that has one for each; a scout `looks` ahead, or has
    /// looked before. If that is interrupted, so is the search after it.
    pub(super) fn consult(&mut self, question: &Question, looks: bool) {
        let Some(plan) = self.plan.clone() else { return };
        if self.known(question).is_some() {
            return;
        }
        let kept = plan.kept(&self.tables.graph.game, question.goal);
        let learned = if let Some(kept) = kept.filter(|kept| kept.knows(self.state(kept))) {
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
        self.tables.graph.set_guide(Guide::Advisor(learned, question.goal));
        self.reserve(self.learned_bytes());
    }

    /// Whether a scout has shown the way to the answer of a question from where the line stands; then its proof is
    /// the guide.
    pub(crate) fn is_shown(&mut self, question: &Question) -> bool {
        let shown = self.shown(question).is_some_and(|kept| kept.knows(self.state(kept)));
        if shown {
            self.consult(question, false);
        } else if self.plan.is_some() {
            // What guides now may be of another question.
            self.tables.graph.set_guide(Guide::Life);
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
        kept.first(self.state(kept), false).map(Move::Play)
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
    fn learned_bytes(&self) -> u64 {
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
        self.tables.graph.set_guide(Guide::Life);
        let share = if self.whole == u64::MAX { MEMOS } else { self.whole / 4 };
        let known = known.and_then(Arc::into_inner);
        let mut learned = known
            .unwrap_or_else(|| plan.at(&self.tables.graph.game, goal, Plan::memo(0, share), &self.meter));
        // What others have found stays as long as there is room.
        while self.room() < share && !self.learned.is_empty() {
            self.learned.remove(0);
        }
        let (room, here) = (self.room(), self.state(&learned));
        let mut before = 0;
        for nodes in plan.tries() {
            learned.grow(Plan::memo(nodes, room));
            if learned.look_ahead(here, nodes - before, &self.meter) {
                break;
            }
            before = nodes;
        }
        if learned.memo() > share {
            learned.keep_proof(here, share);
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

    /// Only tables guide it from now on, unless something else was given.
    pub(crate) fn learn_nothing(&mut self) {
        self.may_learn = false;
        self.guide_at = self.guide_at.map(|_| FEW);
        if self.plan.is_some() && self.guides.plan(&self.tables.graph.game).is_none() {
            (self.plan, self.guide_at) = (None, Some(FEW));
            self.learned.clear();
            self.tables.graph.set_guide(Guide::Life);
            self.reserve(0);
        }
    }

    /// Whether it is guided by what learns, once it has worked for long enough.
    fn learns(&self) -> bool {
        let graph = &self.tables.graph;
        self.may_learn
            && graph.decided.is_some()
            && Plan::pays(&graph.game)
            && self.whole >= ROOM_TO_LEARN
            && self.guides.given(&graph.game).is_none()
            && self.guides.given_basic(&graph.game).is_none()
    }

    /// Sees whether the search has worked for long enough to be worth a guide, and if so gets one: a network
    /// and a scout, or a table of its board, or of the largest board in it whose table fits. If that is not
    /// its own, the points that players cannot lose guide until then. Whether there is another guide now.
    pub(super) fn update_guide(&mut self) -> Result<bool, Error> {
        if self.guides.are_none() {
            self.guide_at = None;
            return Ok(false);
        }
        if self.learns() {
            let plan = Plan::learned(&self.tables.graph.game, self.limit, &self.meter)?;
            self.take_from_whole(plan.bytes());
            self.plan = Some(plan);
            self.guide_at = None;
            return Ok(true);
        }
        let (board, suicide) = (*self.tables.graph.game.board(), self.tables.graph.game.rules().suicide());
        while let Some(table) = self.guide_boards.last() {
            let room = match self.shares.memory {
                u64::MAX => u64::MAX,
                memory => memory.saturating_sub(self.tables.graph.budget.used()),
            };
            let patience = patience(*table, suicide, room);
            if let Some(nodes) = patience
                && self.nodes() < nodes
            {
                self.guide_at = Some(nodes);
                return Ok(*table != board && self.tables.graph.set_life_guide());
            }
            // If making it is interrupted, the next question sees about it again.
            if patience.is_some()
                && let Some(table) = self.guides.get((*table, suicide), room, &self.meter)?
            {
                self.guide_at = None;
                self.reserve(table.bytes());
                self.set_table_guide(table);
                return Ok(true);
            }
            self.guide_boards.pop();
        }
        self.guide_at = None;
        Ok(self.tables.graph.set_life_guide())
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

    /// Takes a table without a ko rule as a guide, and with one of its own board that under the ordinary ko
    /// rule, if it was given.
    fn set_table_guide(&mut self, table: Arc<Hints>) {
        let is_own = table.game().board() == self.tables.graph.game.board();
        let basic = if is_own { self.guides.given_basic(&self.tables.graph.game) } else { None };
        self.tables.graph.set_guide(match is_own {
            true => Guide::Table { free: table, basic },
            false => Guide::Windows(Arc::new(Windows::new(table, self.tables.graph.game.board()))),
        });
    }
}
