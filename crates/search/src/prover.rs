//! The proof search at large: one game, all its lemmas, the line on the board, and the threads
//! that answer questions about it.

mod assumed;
mod control;
mod derivation;
mod guidance;
mod hand;
mod history;
mod proof_numbers;
mod question;
mod replacement;
mod worker;

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;

use crossbeam_utils::CachePadded;
use kosolver_board::{Colour, Position};
use kosolver_rules::{Ban, Fact, Game, Move, Node, Score, Threshold};

use crate::concurrent::Full;
use crate::error::Error;
use crate::graph::{Edge, Group, Spot, Target};
use crate::guide::{Allowance, Guides, Learned, Plan, is_guided, is_wide};
use crate::lemma::Lemma;
use crate::meter::Meter;
use crate::request::Resources;
use crate::snapshot::{Checkpoint, Selection, Shares, write_tables};
use crate::tables::Tables;

use self::assumed::Assumed;
pub(crate) use self::control::Control;
pub(crate) use self::derivation::{Derivation, Draft};
pub(crate) use self::guidance::Learning;
pub(crate) use self::hand::{Hand, WEIGHED};
pub(crate) use self::history::{History, Moment, last};
pub(crate) use self::proof_numbers::{Candidate, Choice, INFINITE, Numbers};
pub(crate) use self::question::{OpenQuestion, Question, Thresholds};
pub(crate) use self::worker::{Search, Worker};

/// Nodes that one thread visits before others help: a question that takes less is not worth
/// waking them (docs/search.md, "Several threads").
const ALONE: u64 = 1 << 8;

/// Nodes of the first thread after which a question of a game without guides is begun again with
/// fresh proof numbers; and each time a fifth more (docs/search.md, "Beginning again").
const STRETCH: u64 = 100_000;

/// The same where no point has three neighbours.
const THIN_STRETCH: u64 = 1_000_000;

/// The same for games with guides. First guesses are better there, so it comes later.
const GUIDED_STRETCH: u64 = 2_500_000;

/// The same under a rule with long fights. A search gets stuck in one of them soon.
const FIGHTING_STRETCH: u64 = 20_000;

/// The points of the largest boards on which `GUIDED_STRETCH` was measured. On larger ones no question
/// of such a game is begun again by default.
const MEASURED: u8 = 18;

/// The proof search for one game: all its lemmas, whatever the threshold and the start.
pub(crate) struct Prover {
    pub tables: Tables,
    thresholds: Thresholds,
    /// What each thread keeps; the first has the line on the board.
    hands: Vec<CachePadded<Hand>>,
    start: (Node, Vec<Fact>),
    /// Where the line stands, from the start on.
    spots: Vec<Spot>,
    line: Vec<(Move, Moment)>,
    /// Whether a certificate is to be written: then no lemma is forgotten, so that what each rests on is found
    /// again.
    pub proves: bool,
    /// Whether that has been done.
    pub is_written: bool,
    /// Other certificates that lemmas may rest on, each with the facts of its groups.
    pub pieces: Vec<(String, Vec<(u16, Fact)>)>,
    /// What they prove.
    pub assumed: Vec<Assumed>,
    pub checkpoint: Option<Checkpoint>,
    shares: Shares,
    /// The most nodes to visit from a start, and the number of those visited by then.
    pub limit: u64,
    until: u64,
    pub meter: Meter,
    /// How often the tables were full and replaced.
    replaced: u64,
    /// Whether there are lemmas of which something that they rest on is gone.
    has_forgotten: bool,
    guides: Guides,
    /// After how many nodes to see about a guide; `None` if there is one, or there will be none.
    guide_at: Option<u64>,
    /// What guides instead of tables.
    plan: Option<Plan>,
    /// What it may get by itself.
    learning: Learning,
    /// Whether all first moves are asked for.
    pub openings: bool,
    /// What has learned, by goal; what was used last is last.
    learned: Vec<Arc<Learned>>,
    /// What their scouts may cost.
    allowance: Arc<Allowance>,
    /// What it all may take.
    memory: u64,
    /// What its own tables and guides that are made may take of that.
    whole: u64,
    /// After how many nodes a question is first begun again; `None` if never.
    pub stretch: Option<u64>,
    /// What was at work in the search from whose checkpoint this one goes on, until it is taken up.
    resumed: Option<OpenQuestion>,
}

impl Prover {
    /// At the empty board, Black to move.
    pub(crate) fn new(game: Game, resources: &Resources, meter: Meter) -> Result<Prover, Error> {
        let (node, facts) = game.start(Position::EMPTY, Colour::Black);
        let start = (node, facts.to_vec());
        // In long fights threads that search the same few nodes are in each other's way.
        let alone = game.rules().ko().has_long_fights();
        let threads = if alone { 1 } else { resources.threads };
        let group = Group::of(&game);
        let shares = Shares::of(resources.memory, threads);
        let allowance = Arc::new(Allowance::of(&game));
        let mut prover = Prover {
            thresholds: Thresholds::default(),
            stretch: stretch(&game),
            tables: Tables::new(game, group, &shares),
            hands: Vec::new(),
            start,
            spots: Vec::new(),
            line: Vec::new(),
            proves: false,
            is_written: false,
            pieces: Vec::new(),
            assumed: Vec::new(),
            checkpoint: None,
            shares,
            limit: resources.nodes.unwrap_or(u64::MAX),
            until: u64::MAX,
            meter,
            replaced: 0,
            has_forgotten: false,
            guides: resources.guides.clone(),
            guide_at: None,
            plan: None,
            learning: Learning::Scout,
            openings: false,
            learned: Vec::new(),
            allowance,
            memory: resources.memory,
            whole: resources.memory,
            resumed: None,
        };
        prover.set_guides();
        prover.hands.resize_with(shares.threads, || CachePadded::new(Hand::new(shares.weighed())));
        prover.set_up()?;
        Ok(prover)
    }

    /// Puts the start on the board, and plays the line again.
    fn set_up(&mut self) -> Result<(), Error> {
        let no_room = self.no_room();
        let hand = &mut self.hands[0];
        hand.history = History::default();
        for fact in &self.start.1 {
            let fact = self.tables.graph.fact(&mut hand.pen, fact).map_err(&no_room)?;
            hand.history.insert(fact);
        }
        self.spots = vec![self.tables.graph.spot(&mut hand.pen, &self.start.0).map_err(no_room)?];
        for (made, _) in std::mem::take(&mut self.line) {
            let end = self.play(made)?;
            debug_assert_eq!(end, None, "the line was played before");
        }
        Ok(())
    }

    /// Goes to another start of the same game, a node and the facts of its history; all lemmas are
    /// kept.
    pub(crate) fn restart(&mut self, start: (Node, Vec<Fact>)) -> Result<(), Error> {
        self.start = start;
        self.until = self.nodes().saturating_add(self.limit);
        self.line.clear();
        self.set_up()
    }

    /// Where the line stands.
    pub(crate) fn here(&self) -> Spot {
        self.spots[self.spots.len() - 1]
    }

    /// The player to move.
    pub(crate) fn mover(&self) -> Colour {
        self.tables.graph.mover(self.here())
    }

    /// Nodes visited so far.
    pub(crate) fn nodes(&self) -> u64 {
        self.hands.iter().map(|hand| hand.nodes).sum()
    }

    /// What has gone wrong if there is no number left: nothing that was found is wrong, and the next call
    /// begins at a start.
    pub(crate) fn no_room(&self) -> impl Fn(Full) -> Error + use<> {
        let bytes = self.memory;
        move |Full| Error::Memory { bytes }
    }

    /// Whether a certificate is to be written of what is found from now on; there is room for it. Of what was found
    /// before lemmas may have been forgotten: then the tables are made anew.
    pub(crate) fn prove(&mut self, proves: bool) -> Result<(), Error> {
        self.is_written = false;
        if proves && self.has_forgotten {
            self.has_forgotten = false;
            (self.pieces, self.assumed) = Default::default();
            self.renew();
            self.set_up()?;
        }
        if proves != self.proves {
            self.proves = proves;
            self.share_again();
        }
        Ok(())
    }

    /// Shares out so much memory.
    fn share_out(&mut self, memory: u64) {
        let shares = Shares::of(memory, self.shares.threads);
        self.shares = if self.proves { shares.certified(self.learned_bytes()) } else { shares };
        self.tables.graph.budget.set_bound(self.shares.tables);
    }

    /// Lets the tables and what is made out of them fill all the memory, until it is shared again. Scouts go if they
    /// leave too little.
    pub(crate) fn fill_all(&mut self) {
        let beside_scouts = Shares::of(self.shares.memory, self.shares.threads).certified(0);
        if self.tables.graph.budget.used() > beside_scouts.tables {
            self.let_scouts_go();
        }
        self.tables.graph.budget.set_bound(self.shares.whole());
    }

    /// Shares the memory as it was shared.
    pub(crate) fn share_again(&mut self) {
        self.share_out(self.shares.memory);
    }

    /// Whether there is room for so many bytes beside the tables.
    ///
    /// # Errors
    /// [`Error::Memory`] if not.
    pub(crate) fn check_room(&self, bytes: u64) -> Result<(), Error> {
        match self.tables.graph.budget.used() + bytes <= self.shares.whole() {
            true => Ok(()),
            false => Err(Error::Memory { bytes: self.memory }),
        }
    }

    /// How often the tables were full and replaced.
    pub(crate) fn replacements(&self) -> u64 {
        self.replaced
    }

    /// The thresholds asked for so far, by number.
    pub(crate) fn thresholds(&self) -> &[Threshold] {
        self.thresholds.all()
    }

    /// The same threshold once Black and White have changed sides.
    pub(crate) fn exchanged(&self, threshold: Threshold) -> Threshold {
        question::exchanged(&self.tables.graph.game, threshold)
    }

    /// The kind of a lemma in a frame with the colours exchanged.
    pub(crate) fn exchanged_kind(&self, kind: u32) -> u32 {
        let exchanged = self.exchanged(self.thresholds()[(kind >> 1) as usize]);
        let number = self.thresholds().iter().position(|known| *known == exchanged);
        let Some(number) = number else { unreachable!("thresholds are kept with their exchange") };
        (number as u32) << 1 | (kind & 1 ^ 1)
    }

    /// The legal moves with their edges, in the order of the board's points and the pass last.
    fn edges(&mut self) -> Result<Vec<(Move, Edge)>, Error> {
        let no_room = self.no_room();
        let spot = self.here();
        let hand = &mut self.hands[0];
        let row = self.tables.graph.expand(&mut hand.pen, spot.node).map_err(no_room)?;
        let legal = row.edges().filter(|edge| hand.history.allows(&self.tables.graph, edge, spot.turn));
        let mut legal: Vec<(Move, Edge)> =
            legal.map(|edge| (self.tables.graph.group.made(spot.turn, edge.made), edge)).collect();
        legal.sort_by_key(|(made, _)| *made);
        Ok(legal)
    }

    /// The legal moves, in the order of the board's points and the pass last.
    pub(crate) fn legal(&mut self) -> Result<Vec<Move>, Error> {
        Ok(self.edges()?.into_iter().map(|(made, _)| made).collect())
    }

    /// Makes a legal move. If it ends the game, the line stays where it is: the score.
    pub(crate) fn play(&mut self, made: Move) -> Result<Option<Score>, Error> {
        let spot = self.here();
        let edge = self.edges()?.into_iter().find(|(other, _)| *other == made);
        let Some((_, edge)) = edge else { unreachable!("a legal move has an edge") };
        if let Target::End(score) = edge.target {
            return Ok(Some(self.tables.graph.end(spot, score)));
        }
        let (graph, no_room) = (&self.tables.graph, self.no_room());
        let next = graph.after(spot, &edge).map_err(&no_room)?;
        let Some(next) = next else { unreachable!("an end has been seen to") };
        let moment = self.hands[0].history.make(graph, &edge, spot.turn).map_err(no_room)?;
        self.line.push((made, moment));
        self.spots.push(next);
        Ok(None)
    }

    /// Takes back the last move of the line.
    pub(crate) fn back(&mut self) {
        if let Some((_, moment)) = self.line.pop() {
            self.hands[0].history.undo(moment);
            self.spots.pop();
        }
    }

    /// Whether Black meets the threshold from where the line stands. The question is begun again as often
    /// as it takes.
    ///
    /// # Errors
    /// Those of [`Prover::attempt`].
    pub(crate) fn decide(&mut self, threshold: Threshold) -> Result<bool, Error> {
        let mut round = 0;
        loop {
            if let Some(black) = self.attempt(threshold, round)? {
                return Ok(black);
            }
            round += 1;
        }
    }

    /// Whether Black meets the threshold from where the line stands, if that is found in one stretch. In
    /// round 0 it has the usual nodes, in each later one a fifth more. It begins with fresh proof numbers,
    /// and keeps all lemmas.
    ///
    /// # Errors
    /// [`Error::Interrupted`], [`Error::Nodes`], and [`Error::Memory`] if what must be kept does not
    /// fit. A checkpoint that cannot be written is no reason to stop: the meter tells of it.
    pub(crate) fn attempt(&mut self, threshold: Threshold, round: u32) -> Result<Option<bool>, Error> {
        // Proof numbers are told apart by the question; lemmas stay.
        let mut question = self.question(threshold)?;
        if round == 0 || self.learned.last().is_none_or(|learned| learned.goal != question.goal) {
            self.consult(&question, round == 0);
        }
        self.take_up(&mut question);
        let stretch = self.stretch.map_or(u64::MAX, |first| {
            (0..round).fold(first, |stretch, _| stretch.saturating_add((stretch / 5).max(1)))
        });
        self.look(&mut question, stretch)
    }

    /// Gives a question that is open the proof numbers of the one that was at work when the checkpoint was
    /// written from which this search goes on.
    pub(crate) fn take_up(&mut self, question: &mut Question) {
        if let Some(left) = self.resumed
            && self.known(question).is_none()
            && question.resume(left)
        {
            self.resumed = None;
        }
    }

    /// The same in so many nodes of the first thread, with the proof numbers that the question has left.
    ///
    /// # Errors
    /// Those of [`Prover::attempt`].
    pub(crate) fn look(&mut self, question: &mut Question, nodes: u64) -> Result<Option<bool>, Error> {
        let until = self.hands[0].nodes.saturating_add(nodes);
        while self.hands[0].nodes < until {
            if self.guide_at.is_some_and(|nodes| self.nodes() >= nodes) {
                match self.update_guide() {
                    // Its numbers are not those of before.
                    Ok(true) if self.plan.is_none() => *question = self.question(question.threshold)?,
                    Ok(true) => return Ok(None),
                    Ok(false) => {}
                    // What has been found is saved below.
                    Err(Error::Interrupted { .. }) => {}
                    Err(error) => return Err(error),
                }
            }
            self.meter.takes(self.tables.graph.budget.used());
            if !self.meter.is_interrupted()
                && let Some(black) = self.search(question, until)
            {
                return Ok(Some(black));
            }
            let given_up = self.nodes() >= self.until;
            let interrupted = self.meter.is_interrupted();
            let mut saved = false;
            if let Some(mut checkpoint) = self.checkpoint.take() {
                if given_up || interrupted || checkpoint.is_due() {
                    saved = self.save(&mut checkpoint, question);
                }
                self.checkpoint = Some(checkpoint);
            }
            if given_up {
                return Err(Error::Nodes { nodes: self.limit, saved });
            }
            if interrupted {
                return Err(Error::Interrupted { saved });
            }
            if self.tables.graph.budget.is_full() {
                self.replace()?;
            }
        }
        Ok(None)
    }

    /// Writes the checkpoint if there is to be one.
    pub(crate) fn save_now(&mut self, question: &Question) {
        if let Some(mut checkpoint) = self.checkpoint.take() {
            self.save(&mut checkpoint, question);
            self.checkpoint = Some(checkpoint);
        }
    }

    /// Writes a checkpoint, and tells whether it could.
    fn save(&mut self, checkpoint: &mut Checkpoint, question: &Question) -> bool {
        let pieces = self.pieces.iter().map(|(digest, _)| &digest[..]);
        let saved = checkpoint.save(pieces, &self.thresholds, question, |mut out| {
            write_tables(&self.tables, &Selection::of(&self.tables, self.proves, 0), &mut out)
        });
        self.meter.report_checkpoint(saved.as_ref().err());
        saved.is_ok()
    }

    /// The proof numbers of where the line stands: what it takes to prove that the player to move wins, and
    /// that he loses.
    pub(crate) fn numbers(&self, question: &Question) -> (u32, u32) {
        let spot = self.here();
        Numbers { graph: &self.tables.graph, question }.of(
            spot,
            || Ban::None,
            self.tables.graph.record(spot.node),
        )
    }

    /// Whether where the line stands has been visited for a question.
    pub(crate) fn has_visited(&self, question: &Question) -> bool {
        let spot = self.here();
        let numbers = Numbers { graph: &self.tables.graph, question };
        numbers.stored(spot, self.tables.graph.record(spot.node)).is_some()
    }

    /// Where the line stands, as it is kept, and whether that is with the colours exchanged.
    pub(crate) fn kept(&self) -> (Node, bool) {
        let Spot { node, turn } = self.here();
        (self.tables.graph.node(node), self.tables.graph.group.exchanges(turn))
    }

    pub(crate) fn question(&mut self, threshold: Threshold) -> Result<Question, Error> {
        let Prover { thresholds, tables, .. } = self;
        let question = thresholds.question(&tables.graph.game, &tables.graph.group, threshold);
        question.ok_or_else(|| {
            let most = question::MOST;
            Error::Resources(format!("one search answers at most {most} questions of a game: begin anew"))
        })
    }

    /// Searches until the question is answered, the first thread has visited so many nodes, or there is
    /// another reason to pause.
    fn search(&mut self, question: &Question, until: u64) -> Option<bool> {
        let root = self.here();
        let deadline = self.checkpoint.as_ref().map(Checkpoint::due);
        let control = Control::new(self.hands.len(), deadline);
        let search = Search {
            tables: &self.tables,
            thresholds: self.thresholds.all(),
            question,
            control: &control,
            meter: &self.meter,
        };
        let left = self.until.saturating_sub(self.nodes()).div_ceil(self.hands.len() as u64);
        let (hand, helpers) = self.hands.split_first_mut()?;
        let until = self.guide_at.unwrap_or(u64::MAX).min(until);
        let until = until.max(hand.nodes + 1).min(hand.nodes.saturating_add(left));
        let quota = if helpers.is_empty() { until } else { until.min(hand.nodes + ALONE) };
        let alone = Control::new(1, deadline);
        let mut worker = Worker::new(Search { control: &alone, ..search }, 0, hand);
        worker.quota = quota;
        let answer = worker.answer(root).ok()?;
        if answer.is_some() || helpers.is_empty() || hand.nodes < quota {
            return answer;
        }
        for helper in helpers.iter_mut() {
            helper.history = hand.history.fresh();
        }
        let whole = std::thread::scope(|scope| {
            let mut started = Vec::new();
            for (number, helper) in (1..).zip(helpers) {
                let work = move || {
                    // If there is no room, all have been told to stop.
                    let _ = or_stop(search.control, || Worker::new(search, number, helper).answer(root));
                };
                let thread = std::thread::Builder::new().name(format!("proof search {number}"));
                // Where the system starts no more threads, those that there are do the work.
                started.extend(thread.spawn_scoped(scope, work));
            }
            let mut worker = Worker::new(search, 0, hand);
            worker.quota = until;
            let whole = or_stop(&control, || worker.answer(root)).is_ok();
            for thread in started {
                thread.join().unwrap_or_else(|thrown| resume_unwind(thrown));
            }
            whole
        });
        if !whole {
            // It stopped anywhere on its line.
            return None;
        }
        self.known(question).map(|(_, black)| black)
    }

    /// Who wins from where the line stands, if a lemma says so.
    fn known(&mut self, question: &Question) -> Option<(Lemma, bool)> {
        let root = self.here();
        let search = Search {
            tables: &self.tables,
            thresholds: self.thresholds.all(),
            question,
            control: &Control::new(1, None),
            meter: &self.meter,
        };
        // Where there is no room for what is new, nothing is known.
        Worker::new(search, 0, &mut self.hands[0]).known(root, None).ok().flatten()
    }

    /// The lemma by which the node where the line stands is decided at a threshold, and its kind if it
    /// is plain, after [`Prover::decide`] has answered.
    pub(crate) fn lemma(&mut self, threshold: Threshold) -> Option<(Lemma, u32)> {
        let question = self.question(threshold).ok()?;
        let exchanges = self.tables.graph.group.exchanges(self.here().turn);
        self.known(&question).map(|(lemma, black)| (lemma, question.kind(exchanges, black)))
    }

    /// Whether Black meets the threshold, if a lemma says so, and the facts of the history.
    #[cfg(test)]
    pub(crate) fn known_at(&mut self, threshold: Threshold) -> (Option<bool>, Vec<Fact>) {
        let question = self.question(threshold).unwrap();
        let facts =
            self.hands[0].history.facts().iter().map(|fact| self.tables.graph.get_fact(*fact)).collect();
        (self.known(&question).map(|(_, black)| black), facts)
    }
}

/// Does a thread's work on a question. If it panics, which it does where its stack cannot grow, all threads
/// stop.
fn or_stop<T>(control: &Control, work: impl FnOnce() -> T) -> T {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|thrown| {
        control.stop();
        resume_unwind(thrown)
    })
}

/// After how many nodes a question of a game is first begun again; `None` if never.
fn stretch(game: &Game) -> Option<u64> {
    match is_guided(game) {
        _ if game.rules().ko().has_long_fights() => Some(FIGHTING_STRETCH),
        _ if !is_wide(game.board()) => Some(THIN_STRETCH),
        false => Some(STRETCH),
        true => (game.board().points() <= MEASURED).then_some(GUIDED_STRETCH),
    }
}
