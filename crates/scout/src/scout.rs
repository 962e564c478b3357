//! The scout: a search that is fast because it forgets how a position came about.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering};

use crossbeam_utils::CachePadded;
use kosolver_board::{Board, Colour, Interrupt, Play, Point, Position, with_stack};
use kosolver_rules::{Game, Suicide};

use crate::decided::{Secured, decided, decided_by, secure};
use crate::error::Error;
use crate::kept::Kept;
use crate::key::{Key, Keys};
use crate::memo::{Entry, INFINITE, Memo, PASS};
use crate::network::{Judge, Sum, check_board, proof_numbers};
use crate::state::{State, passes_lift};

/// What one visit takes of the stack at most.
const STACK: usize = 64 << 10;

/// How many nodes a thread visits before it looks whether to stop.
const PERIOD: u64 = 512;

/// After how many nodes of one search a question is hard.
const HARD: u64 = 1 << 24;

/// Places at which threads say where they are at work.
const BUSY: usize = 1 << 14;

/// A move of a position on the line, and what it leads to.
#[derive(Clone, Copy)]
struct Child {
    state: State,
    key: Key,
    /// The opponent's numbers after it.
    phi: u32,
    delta: u32,
    /// Its point, or [`PASS`].
    point: u8,
    /// Whether it adds a stone and changes nothing else.
    adds: bool,
}

impl Child {
    /// Numbers only grow, unless it is settled.
    fn learn(&mut self, [phi, delta]: [u32; 2]) {
        let settled = phi == 0 || delta == 0;
        [self.phi, self.delta] =
            if settled { [phi, delta] } else { [self.phi.max(phi), self.delta.max(delta)] };
    }
}

/// A search for one question: does Black score at least so many points? It takes it that a [`State`] may
/// be judged without its past, so its answers are good guesses, and prove nothing.
pub struct Scout {
    pub(crate) board: Board,
    pub(crate) suicide: Suicide,
    /// Whether a ko that is taken right after a pass may be retaken at once.
    pub(crate) passes_lift: bool,
    pub(crate) score: i32,
    pub(crate) judge: Option<Arc<Judge>>,
    pub(crate) keys: Keys,
    pub(crate) memo: Memo,
    nodes: CachePadded<AtomicU64>,
    busy: Vec<AtomicU8>,
    /// [`HARD`]; tests change it.
    hard: u64,
}

/// What a scout thinks of a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Opinion {
    /// How hard it looks to prove that Black and that White wins: 0 for who has won by what it found.
    pub numbers: [u32; 2],
    /// The move that looks best: a point, or `None` for a pass.
    pub best: Option<Point>,
}

impl Scout {
    /// A scout for a game, which asks whether Black scores at least so many points. It never lets a ko be retaken at
    /// once, except one that was taken right after a pass, if the rules allow that. Its memo takes so many bytes.
    /// `judge` is that of a network for the same question.
    ///
    /// # Errors
    /// [`Error::Board`] if the board is not a rectangle, [`Error::Memory`].
    pub fn new(game: &Game, score: i32, judge: Option<Arc<Judge>>, bytes: u64) -> Result<Scout, Error> {
        let scout = Scout::with(*game.board(), game.rules().suicide(), passes_lift(game), score, bytes)?;
        Ok(scout.with_judge(judge))
    }

    /// A scout without a judge.
    pub(crate) fn with(
        board: Board,
        suicide: Suicide,
        passes_lift: bool,
        score: i32,
        bytes: u64,
    ) -> Result<Scout, Error> {
        check_board(&board)?;
        Ok(Scout {
            board,
            suicide,
            passes_lift,
            score,
            judge: None,
            keys: Keys::new(&board),
            memo: Memo::new(bytes, Kept::default())?,
            nodes: CachePadded::default(),
            busy: (0..BUSY).map(|_| AtomicU8::new(0)).collect(),
            hard: HARD,
        })
    }

    /// Where it plays.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Which suicide is allowed.
    pub fn suicide(&self) -> Suicide {
        self.suicide
    }

    /// Whether a ko that is taken right after a pass may be retaken at once.
    pub fn passes_lift(&self) -> bool {
        self.passes_lift
    }

    /// The state after a play.
    pub fn after(&self, state: State, play: &Play) -> State {
        state.after(&self.board, play, self.passes_lift)
    }

    /// Its question is whether Black scores so many points.
    pub fn score(&self) -> i32 {
        self.score
    }

    /// Nodes visited so far.
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    /// Gives its memo so many bytes, if that is more than it has.
    ///
    /// # Errors
    /// [`Error::Memory`]; then it has as many as before.
    pub fn grow(&mut self, bytes: u64) -> Result<(), Error> {
        if bytes > self.memo.bytes() { self.memo.resize(bytes) } else { Ok(()) }
    }

    /// The bytes that its memo takes when it is full, and those of the proof that it has kept.
    pub fn bytes(&self) -> u64 {
        self.memo.bytes() + self.memo.kept().bytes()
    }

    /// What its memo has of a state.
    pub fn opinion(&self, state: State) -> Option<Opinion> {
        let key = self.keys.of(state);
        let entry = self.memo.get(key.hash)?;
        let Entry { phi, delta, .. } = entry;
        let numbers = if state.mover == Colour::Black { [phi, delta] } else { [delta, phi] };
        Some(Opinion { numbers, best: self.best(key, &entry) })
    }

    /// The best move of the entry of a key: a point, or `None` for a pass.
    pub(crate) fn best(&self, key: Key, entry: &Entry) -> Option<Point> {
        (entry.best < PASS).then(|| self.keys.out_of_frame(key.frame, Point::new(entry.best)))
    }

    /// What it thinks of a state, after it has looked ahead from there with up to so many nodes, unless
    /// it knows who wins, or is interrupted. Several threads may look at once.
    pub fn look(&self, state: State, nodes: u64, interrupt: &Interrupt) -> Option<Opinion> {
        let stop = AtomicBool::new(interrupt.is_stopped());
        Line::new(self, &stop, (interrupt, &|_| ()), false, nodes).search(&[state]);
        self.opinion(state)
    }

    /// Searches from a state, with so many threads and up to about so many more nodes. Whether Black scores
    /// enough, if it has found that. `tell` hears now and then how many nodes have been visited.
    ///
    /// # Errors
    /// [`Error::Stopped`].
    pub fn search(
        &self,
        state: State,
        threads: usize,
        nodes: u64,
        interrupt: &Interrupt,
        tell: &(dyn Fn(u64) + Sync),
    ) -> Result<Option<bool>, Error> {
        if let Some(black) = decided(&self.board, state, self.score) {
            return Ok(Some(black));
        }
        let (end, mut round) = (self.nodes().saturating_add(nodes), self.hard);
        let look = |line: &[State], nodes: u64| {
            // One at least, to see that it follows from what has just been found.
            let nodes = nodes.min(end.saturating_sub(self.nodes())).max(1);
            self.work(line, threads, nodes, interrupt, tell);
            let settled = self.opinion(state).filter(|opinion| opinion.numbers.contains(&0));
            settled.map(|opinion| opinion.numbers[0] == 0)
        };
        let mut favourite = self.favourite(state);
        let mut found = look(&[state], if favourite.is_some() { round } else { nodes });
        while found.is_none() && self.nodes() < end && !interrupt.is_stopped() {
            // If it is hard, three of four nodes go to what looks best.
            if let Some(after) = favourite {
                look(&[state, after], round.saturating_mul(3));
            }
            found = look(&[state], round);
            (round, favourite) = (round.saturating_mul(2), self.favourite(state));
        }
        match found {
            None if interrupt.is_stopped() => Err(Error::Stopped),
            found => Ok(found),
        }
    }

    /// The state after the play by which the player to move wins, as its network has it: of those that are open the
    /// one with the best odds.
    fn favourite(&self, state: State) -> Option<State> {
        let judge = self.judge.as_ref()?;
        let odds = |after: &State| {
            let odds = judge.odds(after.position, after.mover);
            if after.mover == Colour::White { odds } else { -odds }
        };
        let settled =
            |after: &State| self.opinion(*after).is_some_and(|opinion| opinion.numbers.contains(&0));
        let is_open = |after: &State| decided(&self.board, *after, self.score).is_none() && !settled(after);
        let secure = Colour::BOTH.map(|colour| secure(&self.board, state.position.stones(colour)));
        let plays = state.plays(&self.board, self.suicide);
        let plays = plays.filter(|play| !(secure[0] | secure[1]).contains(play.point));
        let after = plays.map(|play| self.after(state, &play)).filter(is_open);
        let likely = after.map(|after| (odds(&after), after)).filter(|(odds, _)| *odds > 0.0);
        likely.max_by(|(one, _), (other, _)| one.total_cmp(other)).map(|(_, after)| after)
    }

    /// Searches from the last state of a line with so many threads, until it is settled or about so many nodes have
    /// been visited.
    fn work(
        &self,
        line: &[State],
        threads: usize,
        nodes: u64,
        interrupt: &Interrupt,
        tell: &(dyn Fn(u64) + Sync),
    ) {
        let (stop, quota) = (CachePadded::default(), nodes.div_ceil(threads as u64));
        let work = || Line::new(self, &stop, (interrupt, tell), threads > 1, quota).search(line);
        std::thread::scope(|scope| {
            for _ in 1..threads {
                scope.spawn(work);
            }
            work();
        });
    }
}

/// A thread at work.
struct Line<'a> {
    scout: &'a Scout,
    stop: &'a AtomicBool,
    shares: bool,
    /// How many nodes it may visit.
    quota: u64,
    interrupt: &'a Interrupt,
    tell: &'a (dyn Fn(u64) + Sync),
    /// The positions on the line with their keys; a pass has that before it once more.
    path: Vec<(Position, u64)>,
    /// The moves of all positions on the line.
    children: Vec<Child>,
    sum: Sum,
    secured: Secured,
    nodes: u64,
    /// How far to go back, since a position of the line is settled.
    back_to: usize,
}

impl<'a> Line<'a> {
    fn new(
        scout: &'a Scout,
        stop: &'a AtomicBool,
        (interrupt, tell): (&'a Interrupt, &'a (dyn Fn(u64) + Sync)),
        shares: bool,
        quota: u64,
    ) -> Line<'a> {
        Line {
            scout,
            stop,
            shares,
            quota,
            interrupt,
            tell,
            path: Vec::new(),
            children: Vec::new(),
            sum: Sum::default(),
            secured: Secured::default(),
            nodes: 0,
            back_to: usize::MAX,
        }
    }

    /// Searches from the last state of a line until it is settled, or there is a reason to stop.
    fn search(mut self, line: &[State]) {
        let [before @ .., state] = line else { return };
        let (state, key) = (*state, self.scout.keys.of(*state));
        self.path.extend(before.iter().map(|state| (state.position, self.scout.keys.of(*state).hash)));
        let (scout, hash) = (self.scout, key.hash);
        let is_settled = || scout.memo.get(hash).is_some_and(|entry| entry.is_settled());
        while !self.stops() && !is_settled() {
            self.enter(state, key, [INFINITE; 2]);
        }
        if is_settled() {
            self.stop.store(true, Ordering::Relaxed);
        }
        self.scout.nodes.fetch_add(self.nodes % PERIOD, Ordering::Relaxed);
    }

    fn stops(&self) -> bool {
        self.nodes >= self.quota || self.stop.load(Ordering::Relaxed)
    }

    /// Visits a state, as the next of the line.
    fn enter(&mut self, state: State, key: Key, bounds: [u32; 2]) -> [u32; 2] {
        self.path.push((state.position, key.hash));
        let busy = &self.scout.busy[key.hash as usize % BUSY];
        if self.shares {
            busy.fetch_add(1, Ordering::Relaxed);
        }
        let (base, before) = (self.children.len(), self.nodes);
        let ([phi, delta], best) = with_stack(STACK, || self.visit(state, bounds));
        let work = (self.nodes - before).ilog2() as u8;
        let best =
            if best < PASS { self.scout.keys.framed(key.frame, Point::new(best)).number() } else { best };
        self.scout.memo.put(key.hash, Entry { phi, delta, best, work });
        self.children.truncate(base);
        if self.shares {
            busy.fetch_sub(1, Ordering::Relaxed);
        }
        self.path.pop();
        if self.back_to == self.path.len() {
            self.back_to = usize::MAX;
        }
        [phi, delta]
    }

    /// The numbers of a state, from its player's point of view, and the best move.
    fn visit(&mut self, state: State, [phi_bound, delta_bound]: [u32; 2]) -> ([u32; 2], u8) {
        self.nodes += 1;
        if self.nodes.is_multiple_of(PERIOD) {
            self.look_up();
        }
        let (base, depth) = (self.children.len(), self.path.len());
        if let Some(winning) = self.list(state) {
            return ([0, INFINITE], winning);
        }
        loop {
            let (mut phi, mut second, mut most, mut open, mut place) = (INFINITE, INFINITE, 0, 0, usize::MAX);
            let mut seems_least = u32::MAX;
            for (number, child) in self.children.iter_mut().enumerate().skip(base) {
                // Others may have found more.
                if self.shares
                    && let Some(Entry { phi, delta, .. }) = self.scout.memo.get(child.key.hash)
                {
                    child.learn([phi, delta]);
                }
                if child.delta == 0 {
                    return ([0, INFINITE], child.point);
                }
                if child.phi == 0 {
                    continue;
                }
                open += 1;
                most = most.max(child.phi);
                phi = phi.min(child.delta);
                let mut seems = child.delta;
                if self.shares {
                    let others =
                        u32::from(self.scout.busy[child.key.hash as usize % BUSY].load(Ordering::Relaxed));
                    seems = seems.saturating_add(others * (seems / 2 + 1)).min(INFINITE);
                }
                if seems < seems_least {
                    (second, seems_least, place) = (seems_least.min(INFINITE), seems, number);
                } else {
                    second = second.min(seems);
                }
            }
            if open == 0 {
                return ([INFINITE, 0], PASS);
            }
            // Weak proof numbers (T. Ueda et al., 2008): the largest, and one for each other move.
            let delta = (most + open - 1).min(INFINITE - 1);
            let best = self.children[place];
            if phi >= phi_bound || delta >= delta_bound || depth > self.back_to || self.stops() {
                return ([phi, delta], best.point);
            }
            // Stay for a quarter above the second best (J. Pawlewicz and Ł. Lew, 2006).
            let stay = second.saturating_add(second / 4 + 1);
            let bounds = [
                (delta_bound - (open - 1)).max(best.phi + 1).min(INFINITE),
                phi_bound.min(stay).max(best.delta + 1).min(INFINITE),
            ];
            let [phi, delta] = self.enter(best.state, best.key, bounds);
            self.children[place].learn([phi, delta]);
        }
    }

    /// Lists the moves of a state with their numbers. If one wins at once, it alone.
    fn list(&mut self, state: State) -> Option<u8> {
        let Scout { board, suicide, passes_lift, score, judge, keys, memo, .. } = self.scout;
        let State { position, mover, ban, .. } = state;
        let wins = state.ends_well(board, *score);
        // A pass after a pass ends the game.
        if state.passed && wins {
            return Some(PASS);
        }
        let Line { secured, path, .. } = self;
        let mut secure = |position: Position, colour: Colour| secured.of(board, position.stones(colour));
        let [own, enemy] = [mover, !mover].map(|colour| secure(position, colour));
        let base = self.children.len();
        // It comes again by a retake that is not banned: a pass has lifted that.
        let before = match &path[..] {
            [.., (before, _), _] if *passes_lift && *before != position => Some(*before),
            _ => None,
        };
        // What is settled is left alone.
        for point in position.empty(board) - own - enemy {
            let Some(play) = position.play(board, mover, point) else { continue };
            if !suicide.allows(play.suicide.len())
                || ban.hits(&play)
                || before != Some(play.after) && path.iter().any(|(before, _)| *before == play.after)
            {
                continue;
            }
            let state = self.scout.after(state, &play);
            let key = keys.of(state);
            self.children.push(Child {
                state,
                key,
                phi: 1,
                delta: 1,
                point: point.number(),
                adds: play.captured.is_empty() && play.suicide.is_empty(),
            });
        }
        // Else the opponent would end the game.
        if wins {
            let state = state.pass();
            let key = keys.of(state);
            self.children.push(Child { state, key, phi: 1, delta: 1, point: PASS, adds: false });
        }
        memo.fetch(self.children[base..].iter().map(|child| child.key.hash));
        let mut is_summed = false;
        for child in &mut self.children[base..] {
            let mut decided = |child: &Child| {
                // What a player keeps depends on his stones alone.
                let own = secure(child.state.position, mover);
                let enemy = if child.adds { enemy } else { secure(child.state.position, !mover) };
                let kept = if mover == Colour::Black { [own, enemy] } else { [enemy, own] };
                decided_by(board, kept, child.state, *score)
            };
            if let Some(Entry { phi, delta, .. }) = memo.get(child.key.hash) {
                child.learn([phi, delta]);
            } else if let Some(black) = decided(child) {
                let wins = black == (mover == Colour::White);
                child.learn(if wins { [0, INFINITE] } else { [INFINITE, 0] });
            } else {
                let numbers = match judge {
                    Some(judge) if child.adds => {
                        if !is_summed {
                            judge.sum(position, mover, &mut self.sum);
                            is_summed = true;
                        }
                        proof_numbers(judge.after(&self.sum, mover, Some(Point::new(child.point))))
                    }
                    Some(judge) => judge.numbers(child.state.position, !mover),
                    None => proof_numbers(0.0),
                };
                child.learn(if mover == Colour::White { numbers } else { [numbers[1], numbers[0]] });
            }
            if child.delta == 0 {
                return Some(child.point);
            }
        }
        None
    }

    /// Counts nodes, and looks whether to stop or to go back.
    fn look_up(&mut self) {
        (self.tell)(self.scout.nodes.fetch_add(PERIOD, Ordering::Relaxed) + PERIOD);
        if self.interrupt.is_stopped() {
            self.stop.store(true, Ordering::Relaxed);
        }
        if self.shares {
            let settled = |(_, hash): &(Position, u64)| {
                self.scout.memo.get(*hash).is_some_and(|entry| entry.is_settled())
            };
            // Down to one below the highest that another thread has settled.
            self.back_to = self.path.iter().position(settled).unwrap_or(usize::MAX);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::{Lessons, Network};

    use super::*;

    /// Whatever is taken to be hard, and so in which order it looks.
    #[test]
    fn hard_questions_have_the_same_answers() {
        let board: Board = "3x4".parse().unwrap();
        let game = Game::new(board, "psk".parse().unwrap()).unwrap();
        let network =
            Network::learn(board, Suicide::Forbidden, &Lessons::new(2000, 1), &Interrupt::default(), &|_| ());
        let network = network.unwrap();
        for (score, position) in [(4, Position::EMPTY), (5, Position::EMPTY), (-3, Position::EMPTY)] {
            for mover in Colour::BOTH {
                let answer = |hard: u64, threads: usize| {
                    let judge = Some(Arc::new(network.judge(score)));
                    let mut scout = Scout::new(&game, score, judge, 1 << 24).unwrap();
                    scout.hard = hard;
                    let state = State::new(position, mover);
                    scout.search(state, threads, u64::MAX, &Interrupt::default(), &|_| ()).unwrap().unwrap()
                };
                let plain = answer(HARD, 1);
                assert!(
                    [1, 10, 100].iter().all(|hard| answer(*hard, 1) == plain && answer(*hard, 2) == plain)
                );
            }
        }
    }
}
