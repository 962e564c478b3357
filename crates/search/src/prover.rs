//! The proof search at large: one game, all its lemmas, the line on the board, and the threads
//! that answer questions about it.

use kosolver_board::{Colour, Position};
use kosolver_rules::{Fact, Game, Move, Node, Score, Threshold};

use crate::aim::{Aim, Thresholds};
use crate::arena::Budget;
use crate::checkpoint::Keeper;
use crate::deep::STACK;
use crate::edge::{Edge, Target};
use crate::frozen::{Frozen, Kept};
use crate::graph::{Graph, NONE, Spot};
use crate::history::{History, Moment};
use crate::lemma::{GREATEST_EFFORT, Lemma, Lemmas};
use crate::meter::Meter;
use crate::proof::{Control, Hand, Worker};
use crate::request::{Error, Resources};
use crate::symmetry::Group;

/// Nodes that one thread visits before others help: a question that takes less is not worth
/// waking them.
const ALONE: u64 = 1 << 14;

/// Memory below which another thread is not worth its own.
const THREAD: u64 = 4 << 20;

/// The share of the memory that the tables fill before they are replaced, and the most that
/// is kept of them then: old and new together stay within the bound.
const FILLED: f64 = 0.75;
const KEPT: f64 = 0.3;

/// The proof search for one game: all its lemmas, whatever the threshold and the start.
pub(crate) struct Prover {
    pub graph: Graph,
    pub lemmas: Lemmas,
    thresholds: Thresholds,
    /// What each thread keeps; the first has the line on the board.
    hands: Vec<Hand>,
    start: (Node, Vec<Fact>),
    /// Where the line stands, from the start on.
    spots: Vec<Spot>,
    line: Vec<(Move, Moment)>,
    /// Whether lemmas keep what they rest on, so that a certificate can be written.
    pub citing: bool,
    pub keeper: Option<Keeper>,
    memory: u64,
    /// The most nodes to visit from a start, and the number of those visited by then.
    limit: u64,
    until: u64,
    pub meter: Meter,
    /// How often the tables were full and replaced.
    replaced: u64,
}

impl Prover {
    /// At the empty board, Black to move.
    pub(crate) fn new(game: Game, resources: &Resources, meter: Meter) -> Prover {
        let (node, facts) = game.start(Position::EMPTY, Colour::Black);
        let start = (node, facts.to_vec());
        let mut prover = Prover {
            thresholds: Thresholds::new(&game),
            graph: graph(game, resources.memory),
            lemmas: Lemmas::new(),
            hands: Vec::new(),
            start,
            spots: Vec::new(),
            line: Vec::new(),
            citing: false,
            keeper: None,
            memory: resources.memory,
            limit: resources.nodes.unwrap_or(u64::MAX),
            until: u64::MAX,
            meter,
            replaced: 0,
        };
        // Each thread fills chunks of its own: more threads than the memory has room for help nobody.
        let room = usize::try_from(resources.memory / THREAD).unwrap_or(usize::MAX);
        let threads = if resources.nodes.is_some() { 1 } else { resources.threads };
        prover.hands.resize_with(threads.min(room).max(1), Hand::default);
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
        if let Target::End(score) = edge.target() {
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

    /// Whether Black meets the threshold from where the line stands.
    ///
    /// # Errors
    /// [`Error::Interrupted`], [`Error::Nodes`], [`Error::Memory`] if what must be kept does not fit, and
    /// [`Error::Checkpoint`] if one cannot be written.
    pub(crate) fn decide(&mut self, threshold: Threshold) -> Result<bool, Error> {
        let aim = self.aim(threshold);
        loop {
            self.meter.takes(self.graph.budget.used());
            if !self.meter.is_interrupted()
                && let Some(black) = self.search(&aim)
            {
                return Ok(black);
            }
            if self.nodes() >= self.until {
                return Err(Error::Nodes { nodes: self.limit });
            }
            if self.graph.budget.is_full() {
                self.replace()?;
            }
            let interrupted = self.meter.is_interrupted();
            if let Some(mut keeper) = self.keeper.take() {
                if interrupted || keeper.is_due() {
                    keeper.save(&self.thresholds, &self.freeze())?;
                }
                self.keeper = Some(keeper);
            }
            if interrupted {
                return Err(Error::Interrupted { saved: self.keeper.is_some() });
            }
        }
    }

    fn aim(&mut self, threshold: Threshold) -> Aim {
        self.thresholds.aim(&self.graph.game, &self.graph.group, threshold)
    }

    /// Searches until the question is answered or there is a reason to pause.
    fn search(&mut self, aim: &Aim) -> Option<bool> {
        let root = self.here();
        let deadline = self.keeper.as_ref().map(Keeper::due);
        let (tables, question) = ((&self.graph, &self.lemmas), (self.thresholds.all(), aim));
        let (meter, citing) = (&self.meter, self.citing);
        let (hand, helpers) = self.hands.split_first_mut()?;
        let quota = if helpers.is_empty() { self.until } else { hand.nodes + ALONE };
        let control = Control::new(1, deadline);
        let mut alone = Worker::new(tables, question, (&control, 0), meter, hand, citing);
        alone.quota = quota;
        let answer = alone.answer(root);
        if answer.is_some() || helpers.is_empty() || hand.nodes < quota {
            return answer;
        }
        let control = Control::new(1 + helpers.len(), deadline);
        for helper in helpers.iter_mut() {
            helper.history = hand.history.fresh();
        }
        std::thread::scope(|scope| {
            for (number, helper) in (1..).zip(helpers) {
                let control = (&control, number);
                let work = move || {
                    Worker::new(tables, question, control, meter, helper, citing).answer(root);
                };
                let thread = std::thread::Builder::new().name(format!("proof search {number}"));
                if let Err(error) = thread.stack_size(STACK).spawn_scoped(scope, work) {
                    panic!("no thread could be started: {error}");
                }
            }
            Worker::new(tables, question, (&control, 0), meter, hand, citing).answer(root);
        });
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

    /// Everything, as plain data.
    fn freeze(&self) -> Frozen {
        Frozen::of(&self.graph, &self.lemmas, &Kept::of(&self.graph, &self.lemmas, self.citing, 0))
    }

    /// Makes room: of the lemmas and proof numbers those are kept that took the most work
    /// (A. Nagai, 2002: "SmallTreeGC"). Lemmas are true, so to forget some changes no answer.
    fn replace(&mut self) -> Result<(), Error> {
        let room = (self.memory as f64 * KEPT) as u64;
        let mut least_effort = self.lemmas.least_effort(&self.graph, room / 2);
        loop {
            let kept = Kept::of(&self.graph, &self.lemmas, self.citing, least_effort);
            if kept.bytes(&self.graph, &self.lemmas) <= room / 2 {
                let frozen = Frozen::of(&self.graph, &self.lemmas, &kept);
                drop(kept);
                let fresh = graph(self.graph.game.clone(), self.memory);
                if let Err(fault) = self.thaw(fresh, &frozen) {
                    unreachable!("what was frozen a moment ago is whole: {fault}");
                }
                // Full again at once, if numbers have run out and not bytes.
                if self.graph.budget.used() <= room && !self.graph.budget.is_full() {
                    break;
                }
            }
            // Beyond the greatest effort nothing is kept; a certificate needs its lemmas.
            if least_effort == u8::MAX || (self.citing && least_effort > GREATEST_EFFORT) {
                return Err(Error::Memory { bytes: self.memory });
            }
            // Half a doubling of the work.
            least_effort = least_effort.saturating_add(1);
        }
        self.replaced += 1;
        Ok(())
    }

    /// Takes what was kept into new tables, and the line with it.
    fn thaw(&mut self, fresh: Graph, frozen: &Frozen) -> Result<(), String> {
        self.graph = fresh;
        self.lemmas = Lemmas::new();
        for hand in &mut self.hands {
            hand.forget_tables();
        }
        let kinds = 2 * self.thresholds.all().len() as u32;
        frozen.thaw(&self.graph, &self.lemmas, kinds)?;
        self.set_up();
        Ok(())
    }

    /// Goes on from a checkpoint.
    ///
    /// # Errors
    /// [`Error::Checkpoint`] if it cannot be read or is of another question.
    pub(crate) fn resume(&mut self, keeper: &Keeper) -> Result<(), Error> {
        let (thresholds, frozen) = keeper.load()?;
        // Lemmas name thresholds by number, so the numbers must be what they were.
        for (place, threshold) in (0..).zip(thresholds) {
            if self.thresholds.number(threshold) != place {
                return Err(keeper.damaged("its questions are not those of a new search"));
            }
        }
        let fresh = graph(self.graph.game.clone(), self.memory);
        self.thaw(fresh, &frozen).map_err(|fault| keeper.damaged(&fault))
    }
}

fn graph(game: Game, memory: u64) -> Graph {
    let group = Group::of(&game);
    Graph::new(game, group, Budget::new((memory as f64 * FILLED) as u64))
}
