//! The proof search at large: one game, all its lemmas, the line on the board, and the threads
//! that answer questions about it.

mod tables;

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;

use crossbeam_utils::CachePadded;
use kosolver_board::{Board, Colour, Position};
use kosolver_rules::{Fact, Game, Move, Node, Score, Threshold};
use kosolver_tablebase::Hints;

use crate::aim::{Aim, AtWork, Thresholds};
use crate::arena::{Budget, OutOfNumbers, Words};
use crate::checkpoint::Keeper;
use crate::edge::{Edge, Target};
use crate::facts::Facts;
use crate::graph::{Graph, NONE, Spot};
use crate::guide::{FEW, Guides, is_guided, patience, tables};
use crate::hints::Guide;
use crate::history::{History, Moment};
use crate::kept::{Grounds, Kept};
use crate::lemma::{Lemma, Lemmas};
use crate::meter::Meter;
use crate::proof::{Control, Hand, Worker};
use crate::request::{Error, Resources};
use crate::room::Room;
use crate::stream::write_tables;
use crate::symmetry::Group;
use crate::volumes::Volumes;
use crate::windows::Windows;

/// Nodes that one thread visits before others help: a question that takes less is not worth
/// waking them (docs/threads.md).
const ALONE: u64 = 1 << 8;

/// Nodes of the first thread after which a question of a game without guides is begun again with
/// fresh proof numbers; and each time a fifth more (docs/search.md, "Beginning again").
const STRETCH: u64 = 1_000_000;

/// The same for games with guides. First guesses are better there, so it comes later.
const GUIDED_STRETCH: u64 = 2_500_000;

/// The same under a rule with long fights. A search gets stuck in one of them soon.
const FIGHTING_STRETCH: u64 = 20_000;

/// The points of the largest boards on which `GUIDED_STRETCH` was measured. On larger ones no question
/// of such a game is begun again by default.
const MEASURED: u8 = 18;

/// The most lemmas: with their conditions they take more memory than machines have.
const LEMMAS: u32 = 1 << 28;

/// The proof search for one game: all its lemmas, whatever the threshold and the start.
pub(crate) struct Prover {
    pub graph: Graph,
    pub lemmas: Lemmas,
    thresholds: Thresholds,
    /// What each thread keeps; the first has the line on the board.
    hands: Vec<CachePadded<Hand>>,
    start: (Node, Vec<Fact>),
    /// Where the line stands, from the start on.
    spots: Vec<Spot>,
    line: Vec<(Move, Moment)>,
    /// Whether lemmas keep what they rest on, so that a certificate can be written.
    pub citing: bool,
    /// Where that is kept which they rest on, if not in the tables.
    pub volumes: Option<Volumes>,
    pub keeper: Option<Keeper>,
    room: Room,
    /// The most nodes to visit from a start, and the number of those visited by then.
    limit: u64,
    until: u64,
    pub meter: Meter,
    /// How often the tables were full and replaced.
    replaced: u64,
    guides: Guides,
    /// The boards whose tables may guide it, the best last.
    tables: Vec<Board>,
    /// After how many nodes to see about a guide; `None` if there is one, or there will be none.
    guide_at: Option<u64>,
    /// After how many nodes a question is first begun again; `None` if never.
    pub stretch: Option<u64>,
    /// What was at work in the search from whose checkpoint this one goes on, until it is taken up.
    left: Option<AtWork>,
}

impl Prover {
    /// At the empty board, Black to move.
    pub(crate) fn new(game: Game, resources: &Resources, meter: Meter) -> Prover {
        let (node, facts) = game.start(Position::EMPTY, Colour::Black);
        let start = (node, facts.to_vec());
        // In long fights threads that search the same few nodes are in each other's way.
        let alone = resources.nodes.is_some() || game.rules().ko().has_long_fights();
        let threads = if alone { 1 } else { resources.threads };
        let group = Group::of(&game);
        let most = Resources::MOST_THREADS.min(Facts::most_threads(&group));
        let room = Room::of(resources.memory, threads.min(most));
        let mut prover = Prover {
            thresholds: Thresholds::new(&game),
            stretch: resources.begin_again.or_else(|| stretch(&game)),
            graph: graph(game, group, &room),
            lemmas: lemmas(&room),
            hands: Vec::new(),
            start,
            spots: Vec::new(),
            line: Vec::new(),
            citing: false,
            volumes: resources.scratch.clone().map(Volumes::new),
            keeper: None,
            room,
            limit: resources.nodes.unwrap_or(u64::MAX),
            until: u64::MAX,
            meter,
            replaced: 0,
            guides: resources.guides.clone(),
            tables: Vec::new(),
            guide_at: None,
            left: None,
        };
        let given = prover.guides.given_bytes();
        if given > 0 {
            prover.give_up(given);
        }
        if is_guided(&prover.graph.game) {
            let board = *prover.graph.game.board();
            prover.tables = tables(&board);
            prover.guide_at = Some(FEW);
            if let Some(given) = prover.guides.given(&prover.graph.game) {
                // A larger board is a better guide, its own the best.
                let own = *given.game().board();
                let is_better =
                    |table: &Board| *table == board && own != board || table.points() > own.points();
                prover.tables.retain(is_better);
                prover.guide_at = (!prover.tables.is_empty()).then_some(FEW);
                prover.be_guided(given);
            }
        }
        prover.hands.resize_with(room.threads, || CachePadded::new(Hand::new(room.weighed())));
        prover.set_up();
        prover
    }

    /// Puts the start on the board, and plays the line again.
    fn set_up(&mut self) {
        let hand = &mut self.hands[0];
        hand.history = History::default();
        for fact in &self.start.1 {
            let fact = self.graph.fact(&mut hand.pen, fact);
            hand.history.insert(fact);
        }
        self.spots = vec![self.graph.spot(&mut hand.pen, &self.start.0)];
        for (made, _) in std::mem::take(&mut self.line) {
            let end = self.play(made);
            debug_assert_eq!(end, None, "the line was played before");
        }
    }

    /// Goes to another start of the same game, a node and the facts of its history; all lemmas are
    /// kept.
    pub(crate) fn restart(&mut self, start: (Node, Vec<Fact>)) {
        self.start = start;
        self.until = self.nodes().saturating_add(self.limit);
        self.line.clear();
        self.set_up();
    }

    /// Where the line stands.
    pub(crate) fn here(&self) -> Spot {
        self.spots[self.spots.len() - 1]
    }

    /// The player to move.
    pub(crate) fn mover(&self) -> Colour {
        self.graph.mover(self.here())
    }

    /// Nodes visited so far.
    pub(crate) fn nodes(&self) -> u64 {
        self.hands.iter().map(|hand| hand.nodes).sum()
    }

    /// The bytes it may use.
    pub(crate) fn memory(&self) -> u64 {
        self.room.memory
    }

    /// From now on lemmas keep what they rest on, so that a certificate can be written, for which there is room.
    pub(crate) fn cite(&mut self) {
        if !self.citing {
            self.citing = true;
            self.room = self.room.certified(self.volumes.is_some());
            self.graph.budget.set_bound(self.room.tables);
        }
    }

    /// Whether there is room for so many bytes beside the tables.
    ///
    /// # Errors
    /// [`Error::Memory`] if not.
    pub(crate) fn check_room(&self, bytes: u64) -> Result<(), Error> {
        match self.graph.budget.used() + bytes <= self.room.whole() {
            true => Ok(()),
            false => Err(Error::Memory { bytes: self.room.memory }),
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
        self.thresholds.exchanged(threshold)
    }

    /// The kind of a lemma in a frame with the colours exchanged.
    pub(crate) fn exchanged_kind(&self, kind: u32) -> u32 {
        let exchanged = self.exchanged(self.thresholds()[(kind >> 1) as usize]);
        let number = self.thresholds().iter().position(|known| *known == exchanged);
        let Some(number) = number else { unreachable!("thresholds are kept with their exchange") };
        (number as u32) << 1 | (kind & 1 ^ 1)
    }

    /// The legal moves with their edges, in the order of the board's points and the pass last.
    fn edges(&mut self) -> Vec<(Move, Edge)> {
        let spot = self.here();
        let hand = &mut self.hands[0];
        let row = self.graph.expand(&mut hand.pen, spot.node);
        let legal = row.edges().filter(|edge| hand.history.allows(&self.graph, edge, spot.turn));
        let mut legal: Vec<(Move, Edge)> =
            legal.map(|edge| (self.graph.group.made(spot.turn, edge.made), edge)).collect();
        legal.sort_by_key(|(made, _)| *made);
        legal
    }

    /// The legal moves, in the order of the board's points and the pass last.
    pub(crate) fn legal(&mut self) -> Vec<Move> {
        self.edges().into_iter().map(|(made, _)| made).collect()
    }

    /// Makes a legal move. If it ends the game, the line stays where it is: the score.
    pub(crate) fn play(&mut self, made: Move) -> Option<Score> {
        let spot = self.here();
        let edge = self.edges().into_iter().find(|(other, _)| *other == made);
        let Some((_, edge)) = edge else { unreachable!("a legal move has an edge") };
        if let Target::End(score) = edge.target {
            return Some(self.graph.end(spot, score));
        }
        let Some(next) = self.graph.after(spot, &edge) else { unreachable!("an end has been seen to") };
        let moment = self.hands[0].history.make(&self.graph, &edge, spot.turn);
        self.line.push((made, moment));
        self.spots.push(next);
        None
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
        // Proof numbers are told apart by the aim; lemmas stay.
        let mut aim = self.aim(threshold);
        if let Some(left) = self.left
            && self.known(&aim).is_none()
        {
            aim.take_up(left);
            self.left = None;
        }
        let stretch = self.stretch.map_or(u64::MAX, |first| {
            (0..round).fold(first, |stretch, _| stretch.saturating_add((stretch / 5).max(1)))
        });
        let until = self.hands[0].nodes.saturating_add(stretch);
        while self.hands[0].nodes < until {
            if self.guide_at.is_some_and(|nodes| self.nodes() >= nodes) {
                match self.see_about_a_guide() {
                    // Its numbers are not those of before.
                    Ok(true) => aim = self.aim(threshold),
                    Ok(false) => {}
                    // What has been found is saved below.
                    Err(Error::Interrupted { .. }) => {}
                    Err(error) => return Err(error),
                }
            }
            self.meter.takes(self.graph.budget.used());
            if !self.meter.is_interrupted()
                && let Some(black) = self.search(&aim, until)
            {
                return Ok(Some(black));
            }
            let given_up = self.nodes() >= self.until;
            let interrupted = self.meter.is_interrupted();
            let mut saved = false;
            if let Some(mut keeper) = self.keeper.take() {
                if given_up || interrupted || keeper.is_due() {
                    saved = self.save(&mut keeper, &aim);
                }
                self.keeper = Some(keeper);
            }
            if given_up {
                return Err(Error::Nodes { nodes: self.limit, saved });
            }
            if interrupted {
                return Err(Error::Interrupted { saved });
            }
            if self.graph.budget.is_full() {
                self.replace()?;
            }
        }
        Ok(None)
    }

    /// Sees whether the search has worked for long enough to be worth a guide, and if so gets one: a
    /// table of its board, or of the largest board in it whose table fits. If that is not its own, the
    /// points that players cannot lose guide until then. Whether there is another guide now.
    fn see_about_a_guide(&mut self) -> Result<bool, Error> {
        if self.guides.are_none() {
            self.guide_at = None;
            return Ok(false);
        }
        let (board, suicide) = (*self.graph.game.board(), self.graph.game.rules().suicide());
        while let Some(table) = self.tables.last() {
            let room = match self.room.memory {
                u64::MAX => u64::MAX,
                memory => memory.saturating_sub(self.graph.budget.used()),
            };
            let patience = patience(*table, suicide, room);
            if let Some(nodes) = patience
                && self.nodes() < nodes
            {
                self.guide_at = Some(nodes);
                return Ok(*table != board && self.graph.be_guided_by_life());
            }
            // If making it is interrupted, the next question sees about it again.
            if patience.is_some()
                && let Some(table) = self.guides.get((*table, suicide), room, &self.meter)?
            {
                self.guide_at = None;
                self.give_up(table.bytes());
                self.be_guided(table);
                return Ok(true);
            }
            self.tables.pop();
        }
        self.guide_at = None;
        Ok(self.graph.be_guided_by_life())
    }

    /// Leaves so many bytes of the memory of its own tables to guides.
    fn give_up(&mut self, bytes: u64) {
        let memory = self.room.memory.saturating_sub(bytes).max(Resources::LEAST_MEMORY);
        let room = Room::of(memory, self.room.threads);
        self.room = if self.citing { room.certified(self.volumes.is_some()) } else { room };
        self.graph.budget.set_bound(self.room.tables);
    }

    /// Takes a table without a ko rule as a guide, and with one of its own board that under the ordinary ko
    /// rule, if it was given.
    fn be_guided(&mut self, table: Arc<Hints>) {
        let is_own = table.game().board() == self.graph.game.board();
        let basic = if is_own { self.guides.given_basic(&self.graph.game) } else { None };
        self.graph.be_guided(match is_own {
            true => Guide::Table { free: table, basic },
            false => Guide::Windows(Arc::new(Windows::new(table, self.graph.game.board()))),
        });
    }

    /// Writes a checkpoint, and tells whether it could.
    fn save(&mut self, keeper: &mut Keeper, aim: &Aim) -> bool {
        let tables = (&self.graph, &self.lemmas);
        let saved = keeper.save((&self.thresholds, aim), |mut out| {
            let grounds = if self.citing { Grounds::All } else { Grounds::Nothing };
            write_tables(tables, &Kept::of(tables.0, tables.1, &grounds, 0), &mut out)
        });
        self.meter.report_checkpoint(saved.as_ref().err());
        saved.is_ok()
    }

    fn aim(&mut self, threshold: Threshold) -> Aim {
        self.thresholds.aim(&self.graph.game, &self.graph.group, threshold)
    }

    /// Searches until the question is answered, the first thread has visited so many nodes, or there is
    /// another reason to pause.
    fn search(&mut self, aim: &Aim, until: u64) -> Option<bool> {
        let root = self.here();
        let deadline = self.keeper.as_ref().map(Keeper::due);
        let (tables, question) = ((&self.graph, &self.lemmas), (self.thresholds.all(), aim));
        let (meter, citing) = (&self.meter, self.citing);
        let (hand, helpers) = self.hands.split_first_mut()?;
        let until = self.guide_at.unwrap_or(u64::MAX).min(until);
        let until = until.max(hand.nodes + 1).min(self.until);
        let quota = if helpers.is_empty() { until } else { until.min(hand.nodes + ALONE) };
        let control = Control::new(1, deadline);
        let mut alone = Worker::new(tables, question, (&control, 0), meter, hand, citing);
        alone.quota = quota;
        let answer = unless_out_of_numbers(&control, || alone.answer(root))?;
        if answer.is_some() || helpers.is_empty() || hand.nodes < quota {
            return answer;
        }
        let control = Control::new(1 + helpers.len(), deadline);
        for helper in helpers.iter_mut() {
            helper.history = hand.history.fresh();
        }
        let whole = std::thread::scope(|scope| {
            let mut started = Vec::new();
            for (number, helper) in (1..).zip(helpers) {
                let control = (&control, number);
                let work = move || {
                    let mut worker = Worker::new(tables, question, control, meter, helper, citing);
                    unless_out_of_numbers(control.0, || worker.answer(root));
                };
                let thread = std::thread::Builder::new().name(format!("proof search {number}"));
                // Where the system starts no more threads, those that there are do the work.
                started.extend(thread.spawn_scoped(scope, work));
            }
            let mut worker = Worker::new(tables, question, (&control, 0), meter, hand, citing);
            worker.quota = until;
            let whole = unless_out_of_numbers(&control, || worker.answer(root)).is_some();
            for thread in started {
                thread.join().unwrap_or_else(|thrown| resume_unwind(thrown));
            }
            whole
        });
        if !whole {
            // It stopped anywhere on its line.
            return None;
        }
        self.known(aim).map(|(_, black)| black)
    }

    /// Who wins from where the line stands, if a lemma says so.
    fn known(&mut self, aim: &Aim) -> Option<(Lemma, bool)> {
        let root = self.here();
        let (tables, question) = ((&self.graph, &self.lemmas), (self.thresholds.all(), aim));
        let control = Control::new(1, None);
        Worker::new(tables, question, (&control, 0), &self.meter, &mut self.hands[0], self.citing)
            .known(root, NONE)
    }

    /// The lemma by which the node where the line stands is decided at a threshold, its kind if it
    /// is plain, and whether Black wins, after [`Prover::decide`] has answered.
    pub(crate) fn lemma(&mut self, threshold: Threshold) -> Option<(Lemma, u32, bool)> {
        let aim = self.aim(threshold);
        let exchanges = self.graph.group.exchanges(self.here().turn);
        self.known(&aim).map(|(lemma, black)| (lemma, aim.kind(exchanges, black), black))
    }

    /// Whether Black meets the threshold, if a lemma says so, and the facts of the history.
    #[cfg(test)]
    pub(crate) fn known_at(&mut self, threshold: Threshold) -> (Option<bool>, Vec<Fact>) {
        let aim = self.aim(threshold);
        let facts = self.hands[0].history.facts().iter().map(|fact| self.graph.get_fact(*fact)).collect();
        (self.known(&aim).map(|(_, black)| black), facts)
    }
}

/// Does a thread's work on a question. If there is no number left for what it finds, all threads
/// stop; the tables have declared themselves full, so they will be replaced.
fn unless_out_of_numbers<T>(control: &Control, work: impl FnOnce() -> T) -> Option<T> {
    match catch_unwind(AssertUnwindSafe(work)) {
        Ok(done) => Some(done),
        Err(thrown) if is_out_of_numbers(&*thrown) => {
            control.stop();
            None
        }
        Err(thrown) => {
            control.stop();
            resume_unwind(thrown)
        }
    }
}

/// Whether a thread that ended early had no number left for what it found.
pub(crate) fn is_out_of_numbers(thrown: &(dyn Any + Send)) -> bool {
    thrown.is::<OutOfNumbers>()
}

/// After how many nodes a question of a game is first begun again; `None` if never.
fn stretch(game: &Game) -> Option<u64> {
    match is_guided(game) {
        _ if game.rules().ko().has_long_fights() => Some(FIGHTING_STRETCH),
        false => Some(STRETCH),
        true => (game.board().points() <= MEASURED).then_some(GUIDED_STRETCH),
    }
}

fn graph(game: Game, group: Group, room: &Room) -> Graph {
    Graph::new(game, group, Budget::new(room.tables, room.threads))
}

fn lemmas(room: &Room) -> Lemmas {
    let threads = room.threads as u32;
    Lemmas::new(LEMMAS, Words::new(room.chunks(), threads), threads)
}
