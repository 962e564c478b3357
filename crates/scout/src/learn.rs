//! How a network learns: from games that it plays against itself.

use std::sync::Arc;

use kosolver_board::{Board, Colour, Interrupt, Point, Position};
use kosolver_rules::Suicide;

use crate::decided::decided;
use crate::error::Error;
use crate::network::{Network, Question, Sum, Windows, check_board, scores, stepped};

/// How much of what comes later counts (R. Sutton, "Learning to predict by the methods of temporal
/// differences", 1988: TD(λ)).
const LAMBDA: f32 = 0.7;

/// What a whole error of a position changes its log odds by, in the first game and in the last.
const RATES: [f32; 2] = [2.0, 0.4];

/// How many of a hundred moves are random.
const RANDOM: u32 = 15;

/// The log odds of what is certain.
const CERTAIN: f32 = 30.0;

/// e to the power of x, for −30 to 30, by multiplications alone, so that it is the same on all machines.
fn exp(x: f64) -> f64 {
    (0..20).fold(1.0 + x / f64::from(1 << 20), |power, _| power * power)
}

/// The chance of an event with these log odds.
fn chance(odds: f32) -> f32 {
    (1.0 / (1.0 + exp(-f64::from(odds.clamp(-CERTAIN, CERTAIN))))) as f32
}

/// A game is about one question: the attacker wants so many points.
struct Game<'a> {
    board: &'a Board,
    suicide: Suicide,
    windows: &'a Windows,
    attacker: Colour,
    score: i32,
    weights: &'a mut [Vec<f32>; 2],
    /// The positions of the game.
    seen: Vec<Position>,
    sum: Sum,
}

/// A position of the game: whose turn, and whether the move there was random.
struct Moment {
    position: Position,
    mover: Colour,
    random: bool,
}

impl Game<'_> {
    fn odds(&self, position: Position, mover: Colour) -> f32 {
        let weights = &self.weights[usize::from(mover != self.attacker)];
        self.windows.whole(weights, position.stones(self.attacker), position.stones(!self.attacker))
    }

    /// Whether the attacker has won or lost.
    fn over(&self, position: Position, mover: Colour, passed: bool) -> Option<bool> {
        let score = if self.attacker == Colour::Black { self.score } else { 1 - self.score };
        decided(self.board, position, mover, passed, score)
            .map(|black| black == (self.attacker == Colour::Black))
    }

    fn wins_at_end(&self, position: Position) -> bool {
        let area = position.area(self.board);
        (if self.attacker == Colour::Black { area } else { -area }) >= self.score
    }

    /// Plays it, and learns from it.
    fn play(&mut self, mut mover: Colour, rate: f32, dice: &mut fastrand::Rng) {
        let mut line: Vec<Moment> = Vec::new();
        let (mut position, mut passed) = (Position::EMPTY, false);
        self.seen.clear();
        self.seen.push(position);
        let most = 3 * usize::from(self.board.points()) + 4;
        let won = loop {
            if let Some(won) = self.over(position, mover, passed) {
                break won;
            }
            if line.len() == most {
                break self.wins_at_end(position);
            }
            let sign = if mover == self.attacker { 1.0 } else { -1.0 };
            let plays = position.empty(self.board).iter().filter_map(|point| {
                let play = position.play(self.board, mover, point)?;
                let is_legal = self.suicide.refuses(&play).is_none() && !self.seen.contains(&play.after);
                is_legal.then_some((point, play.captured.is_empty() && play.suicide.is_empty(), play.after))
            });
            let nexts: Vec<(Point, bool, Position)> = plays.collect();
            let is_random = !nexts.is_empty() && dice.u32(..100) < RANDOM;
            let next = if is_random {
                Some(nexts[dice.usize(..nexts.len())].2)
            } else {
                let attacks = mover == self.attacker;
                let weights = &self.weights[usize::from(attacks)];
                let stones = [self.attacker, !self.attacker].map(|colour| position.stones(colour));
                self.windows.sum(weights, stones[0], stones[1], &mut self.sum);
                // A pass after a pass ends the game.
                let pass = match passed {
                    true if self.wins_at_end(position) => CERTAIN,
                    true => -CERTAIN,
                    false => self.sum.whole,
                };
                let mut best = (sign * pass, None);
                // Of equals any.
                let first = dice.usize(..nexts.len().max(1));
                let (before, after) = nexts.split_at(first.min(nexts.len()));
                for (point, adds, next) in after.iter().chain(before) {
                    let odds = sign
                        * match adds {
                            true => self.windows.with_stone(weights, &self.sum, *point, attacks),
                            false => self.odds(*next, !mover),
                        };
                    if odds > best.0 || best.1.is_none() && odds == best.0 {
                        best = (odds, Some(*next));
                    }
                }
                best.1
            };
            line.push(Moment { position, mover, random: is_random });
            match next {
                Some(next) => {
                    self.seen.push(next);
                    (position, passed) = (next, false);
                }
                None if passed => break self.wins_at_end(position),
                None => passed = true,
            }
            mover = !mover;
        };
        let mut target = if won { 1.0 } else { 0.0 };
        for Moment { position, mover, random } in line.into_iter().rev() {
            let now = chance(self.odds(position, mover));
            if random {
                // What came after a random move tells nothing of the position before it.
                target = now;
                continue;
            }
            let weights = &mut self.weights[usize::from(mover != self.attacker)];
            let (attack, defend) = (position.stones(self.attacker), position.stones(!self.attacker));
            self.windows.add(weights, attack, defend, rate * (target - now));
            target = LAMBDA * target + (1.0 - LAMBDA) * now;
        }
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
        let windows = Windows::new(&board);
        let mut dice = fastrand::Rng::with_seed(seed);
        let scores = scores(&board);
        let mut weights: Vec<[Vec<f32>; 2]> =
            scores.iter().map(|_| [vec![0.0; windows.size], vec![0.0; windows.size]]).collect();
        let (mut seen, mut sum) = (Vec::new(), Sum::default());
        for game in 0..games {
            if game % 256 == 0 {
                if interrupt.is_stopped() {
                    return Err(Error::Stopped);
                }
                tell(game);
            }
            let place = (game % scores.len() as u64) as usize;
            let part = game as f32 / games as f32;
            let rate = (RATES[0] + (RATES[1] - RATES[0]) * part) / windows.len() as f32;
            // The attacker moves first, but for a quarter of the games.
            let attacker = if dice.u32(..4) == 0 { Colour::White } else { Colour::Black };
            let mut played = Game {
                board: &board,
                suicide,
                windows: &windows,
                attacker,
                score: scores[place],
                weights: &mut weights[place],
                seen: std::mem::take(&mut seen),
                sum: std::mem::take(&mut sum),
            };
            played.play(Colour::Black, rate, &mut dice);
            (seen, sum) = (played.seen, played.sum);
        }
        let question = |(score, weights): (i32, [Vec<f32>; 2])| Question {
            score,
            weights: weights.map(|weights| stepped(&weights)),
        };
        let questions = scores.into_iter().zip(weights).map(question).collect();
        Ok(Network { board, suicide, windows: Arc::new(windows), questions, games, seed })
    }
}
