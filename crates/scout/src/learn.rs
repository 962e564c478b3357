//! How a network learns: from games that it plays against itself.

use std::sync::Arc;

use kosolver_board::{Board, Colour, Interrupt, Point, Position};
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

/// Plays a game about one question, whether Black scores so many points, and learns from it.
fn play(
    board: &Board,
    suicide: Suicide,
    score: i32,
    judge: &mut Judge<f32>,
    [rate, random]: [f32; 2],
    dice: &mut fastrand::Rng,
) {
    // The positions with who moved there, and whether at random.
    let mut line: Vec<(Position, Colour, bool)> = Vec::new();
    let (mut position, mut mover, mut passed) = (Position::EMPTY, Colour::Black, false);
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
    /// Learns from so many games. The same seed gives the same network. `tell` hears now and then how
    /// many games have been played.
    ///
    /// # Errors
    /// [`Error::Board`] if the board is not a rectangle, [`Error::Stopped`].
    pub fn learn(
        board: Board,
        suicide: Suicide,
        games: u64,
        seed: u64,
        interrupt: &Interrupt,
        tell: &dyn Fn(u64),
    ) -> Result<Network, Error> {
        check_board(&board)?;
        let windows = Arc::new(Windows::new(&board));
        let mut dice = fastrand::Rng::with_seed(seed);
        let mut questions: Vec<(i32, Judge<f32>)> =
            scores(&board).into_iter().map(|score| (score, Judge::new(&windows))).collect();
        for game in 0..games {
            if game % 256 == 0 {
                if interrupt.is_stopped() {
                    return Err(Error::Stopped);
                }
                tell(game);
            }
            let place = (game % questions.len() as u64) as usize;
            let (score, judge) = &mut questions[place];
            let part = game as f32 / games as f32;
            let rates = [RATES, RANDOM].map(|[first, last]| first + (last - first) * part);
            // The attacker moves first, but for a quarter of the games.
            judge.attacker = if dice.u32(..4) == 0 { Colour::White } else { Colour::Black };
            let score = if judge.attacker == Colour::Black { *score } else { 1 - *score };
            play(&board, suicide, score, judge, rates, &mut dice);
        }
        let questions = questions.into_iter().map(|(_, judge)| judge.stepped()).collect();
        Ok(Network { board, suicide, windows, questions, games, seed })
    }
}
