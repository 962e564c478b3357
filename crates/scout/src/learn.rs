//! How a network learns: from games that it plays against itself.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use kosolver_board::{Board, Colour, Interrupt, Point, Position, Symmetry};
use kosolver_rules::Suicide;

use crate::decided::{decided_by, secure};
use crate::error::Error;
use crate::network::{Judge, Network, Sum, Windows, check_board, scores};
use crate::state::State;

/// How much of what comes later counts (R. Sutton, "Learning to predict by the methods of temporal
/// differences", 1988: TD(λ)).
const LAMBDA: f32 = 0.7;

/// What a whole error of a position changes its log odds by, in the first game and in the last.
const RATES: [f32; 2] = [2.0, 0.4];

/// How many of a hundred moves are random, in the first game and in the last.
const RANDOM: [f32; 2] = [8.0, 2.0];

/// The chance of an event with these log odds, by multiplications alone, so that it is the same on all
/// machines.
fn chance(odds: f32) -> f32 {
    let odds = f64::from(odds.clamp(-30.0, 30.0));
    let against = (0..20).fold(1.0 - odds / f64::from(1 << 20), |power, _| power * power);
    (1.0 / (1.0 + against)) as f32
}

/// How many games are played before it is seen whether to stop.
const PERIOD: u64 = 256;

/// Which games a network learns from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lessons {
    games: u64,
    seed: u64,
    starts: Vec<(Position, Colour)>,
    threads: usize,
}

impl Lessons {
    /// So many games from the empty board with Black to move, in one thread. The same seed gives the same network.
    pub fn new(games: u64, seed: u64) -> Lessons {
        Lessons { games, seed, starts: vec![(Position::EMPTY, Colour::Black)], threads: 1 }
    }

    /// From another start; with `openings` from what each first play there leads to as well, in turn, of those that are
    /// alike by symmetry from one.
    #[must_use]
    pub fn from(self, board: &Board, suicide: Suicide, start: State, openings: bool) -> Lessons {
        let symmetries = Symmetry::all(board);
        let mut starts = vec![(start.position, start.mover)];
        for play in start.plays(board, suicide).filter(|_| openings) {
            let mut images = symmetries.iter().map(|symmetry| (symmetry.position(play.after), !start.mover));
            if !images.any(|image| starts.contains(&image)) {
                starts.push((play.after, !start.mover));
            }
        }
        Lessons { starts, ..self }
    }

    /// In so many threads. Each question then has dice of its own, so the network is another than with one thread, and
    /// the same for any number above.
    #[must_use]
    pub fn with_threads(self, threads: usize) -> Lessons {
        Lessons { threads, ..self }
    }
}

/// A network that learns about one question.
struct Pupil {
    score: i32,
    judge: Judge<f32>,
    /// The number of its next game, of all that are played.
    game: u64,
    dice: fastrand::Rng,
}

/// Plays a game about one question, whether Black scores so many points, and learns from it.
fn play(
    board: &Board,
    suicide: Suicide,
    (mut position, mut mover): (Position, Colour),
    score: i32,
    judge: &mut Judge<f32>,
    [rate, random]: [f32; 2],
    dice: &mut fastrand::Rng,
) {
    // The positions with who moved there, and whether at random.
    let mut line: Vec<(Position, Colour, bool)> = Vec::new();
    let mut passed = false;
    let (mut seen, mut sum) = (vec![position], Sum::default());
    let mut nexts: Vec<(Option<Point>, bool, Position)> = Vec::new();
    let most = 3 * usize::from(board.points()) + 4;
    let black = loop {
        let settled = Colour::BOTH.map(|colour| secure(board, position.stones(colour)));
        if let Some(black) =
            decided_by(board, settled, State { passed, ..State::new(position, mover) }, score)
        {
            break black;
        }
        let black_wins = position.area(board) >= score;
        let wins = black_wins == (mover == Colour::Black);
        // A pass after a pass ends the game.
        if passed && wins || line.len() == most {
            break black_wins;
        }
        nexts.clear();
        nexts.extend((position.empty(board) - settled[0] - settled[1]).iter().filter_map(|point| {
            let play = position.play(board, mover, point)?;
            let is_legal = suicide.allows(play.suicide.len()) && !seen.contains(&play.after);
            let adds = play.captured.is_empty() && play.suicide.is_empty();
            is_legal.then_some((Some(point), adds, play.after))
        }));
        // Else the opponent would end the game.
        if wins {
            nexts.push((None, true, position));
        }
        if nexts.is_empty() {
            break mover == Colour::White;
        }
        let is_random = dice.f32() * 100.0 < random;
        // Of equals any.
        let mut best = (f32::NEG_INFINITY, dice.usize(..nexts.len()));
        if !is_random {
            judge.sum(position, mover, &mut sum);
            let first = best.1;
            for number in (first..nexts.len()).chain(0..first) {
                let (point, adds, next) = nexts[number];
                let odds = if adds { judge.after(&sum, mover, point) } else { judge.odds(next, !mover) };
                let odds = if mover == Colour::Black { odds } else { -odds };
                if odds > best.0 {
                    best = (odds, number);
                }
            }
        }
        line.push((position, mover, is_random));
        let (point, _, next) = nexts[best.1];
        (position, passed, mover) = (next, point.is_none(), !mover);
        seen.push(position);
    };
    let mut target = if black { 1.0 } else { 0.0 };
    for (position, mover, random) in line.into_iter().rev() {
        let now = chance(judge.odds(position, mover));
        if random {
            // What came after a random move tells nothing of the position before it.
            target = now;
            continue;
        }
        judge.teach(position, mover, rate * (target - now));
        target = LAMBDA * target + (1.0 - LAMBDA) * now;
    }
}

impl Network {
    /// Learns from games. `tell` hears now and then how many have been played.
    ///
    /// # Errors
    /// [`Error::Board`] if the board is not a rectangle, [`Error::Stopped`].
    pub fn learn(
        board: Board,
        suicide: Suicide,
        lessons: &Lessons,
        interrupt: &Interrupt,
        tell: &(dyn Fn(u64) + Sync),
    ) -> Result<Network, Error> {
        check_board(&board)?;
        let Lessons { games, seed, ref starts, threads } = *lessons;
        let windows = Arc::new(Windows::new(&board));
        let mut dice = fastrand::Rng::with_seed(seed);
        let of = scores(&board);
        let questions = of.len() as u64;
        let pupil = |(game, score)| {
            let dice = fastrand::Rng::with_seed(seed.wrapping_add(game << 32));
            Pupil { score, judge: Judge::new(&windows), game, dice }
        };
        let mut pupils: Vec<Pupil> = (0..).zip(of).map(pupil).collect();
        let teach = |pupil: &mut Pupil, dice: &mut fastrand::Rng| {
            let part = pupil.game as f32 / games as f32;
            let rates = [RATES, RANDOM].map(|[first, last]| first + (last - first) * part);
            // The attacker is Black, but for a quarter of the games.
            let attacker = if dice.u32(..4) == 0 { Colour::White } else { Colour::Black };
            let score = if attacker == Colour::Black { pupil.score } else { 1 - pupil.score };
            pupil.judge.attacker = attacker;
            let start = starts[(pupil.game / questions % starts.len() as u64) as usize];
            play(&board, suicide, start, score, &mut pupil.judge, rates, dice);
            pupil.game += questions;
        };
        if threads == 1 {
            for game in 0..games {
                if game % PERIOD == 0 {
                    if interrupt.is_stopped() {
                        return Err(Error::Stopped);
                    }
                    tell(game);
                }
                teach(&mut pupils[(game % questions) as usize], &mut dice);
            }
        } else {
            // There are as many pupils as threads, or more, so a thread that finds none has nothing left to do.
            let threads = threads.min(pupils.len());
            let (waiting, taught) = (Mutex::new(VecDeque::from(pupils)), Mutex::new(Vec::new()));
            let played = AtomicU64::new(0);
            let next = || waiting.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
            let work = || {
                while !interrupt.is_stopped()
                    && let Some(mut pupil) = next()
                {
                    let mut dice = pupil.dice.clone();
                    let before = pupil.game;
                    while pupil.game < games && pupil.game < before + PERIOD * questions {
                        teach(&mut pupil, &mut dice);
                    }
                    pupil.dice = dice;
                    tell(played.fetch_add((pupil.game - before) / questions, Ordering::Relaxed));
                    if pupil.game < games {
                        waiting.lock().unwrap_or_else(PoisonError::into_inner).push_back(pupil);
                    } else {
                        taught.lock().unwrap_or_else(PoisonError::into_inner).push(pupil);
                    }
                }
            };
            thread::scope(|scope| {
                for _ in 1..threads {
                    scope.spawn(work);
                }
                work();
            });
            if interrupt.is_stopped() {
                return Err(Error::Stopped);
            }
            pupils = taught.into_inner().unwrap_or_else(PoisonError::into_inner);
            pupils.sort_by_key(|pupil| pupil.score);
        }
        let questions = pupils.into_iter().map(|pupil| pupil.judge.stepped()).collect();
        Ok(Network { board, suicide, windows, questions, games, seed })
    }
}
