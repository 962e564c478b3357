//! Games of random moves, the same every time.

use crate::{Board, Move, Player, Position, Record, Rules};

use crate::conformance::{Action, Game};

/// The generator of D. H. Lehmer, with the numbers of S. K. Park and K. W. Miller (1988).
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// From a seed.
    pub fn new(seed: u64) -> Random {
        let mut random = Random(seed % 0x7fff_fffe + 1);
        // The first numbers of close seeds are close.
        for _ in 0..4 {
            random.below(2);
        }
        random
    }

    /// A number less than this.
    pub fn below(&mut self, most: usize) -> usize {
        self.0 = self.0 * 48_271 % 0x7fff_ffff;
        (self.0 >> 8) as usize % most
    }
}

/// A game of moves that the rules allow, with some passes, and if wanted with some moves taken back.
pub(crate) fn game(board: &Board, rules: &Rules, random: &mut Random, length: usize, undo: bool) -> Game {
    let start = Position::empty(board);
    let mut record = Record::new(board, 2, start.clone(), Player::FIRST);
    record.follow(rules.ko());
    let mut actions = Vec::with_capacity(length);
    let passes = [6, 12, 40][random.below(3)];
    while actions.len() < length {
        if undo && record.now() > 0 && random.below(5) == 0 {
            record.pop();
            actions.push(Action::Undo);
            continue;
        }
        let legal = |point: &usize| {
            let play = record.try_play(*point).expect("the point is empty");
            record.play_refused(rules, record.to_move(), &play).is_none()
        };
        let plays: Vec<Move> = record.position().vacant().filter(legal).map(Move::Play).collect();
        let made = if plays.is_empty() || random.below(passes) == 0 {
            Move::Pass
        } else {
            plays[random.below(plays.len())]
        };
        record.push(made);
        if record.over_since(rules).is_some() {
            record.pop();
            if plays.is_empty() {
                break;
            }
            continue;
        }
        actions.push(Action::Move(made));
    }
    Game::new(board.clone(), start, Player::FIRST, actions).expect("the moves were made")
}
