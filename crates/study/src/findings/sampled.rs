//! The values of nodes after games of random legal moves.

use ahash::AHashMap;
use kosolver_board::{Colour, Position};
use kosolver_rules::{Game, Move, Node, Score};
use kosolver_search::{Error, Meter, Resources, Session};

use crate::findings::histories::Range;
use crate::findings::shuffle::Shuffle;

/// What random games have seen.
pub(crate) struct Sampled {
    /// How many values were found.
    pub asked: usize,
    /// Node by node.
    pub ranges: AHashMap<Node, Range>,
}

impl Sampled {
    /// Plays so many games from the empty board, each to its end, and solves every node of them under
    /// its history.
    pub fn of(game: &Game, games: u64, meter: &Meter) -> Result<Sampled, Error> {
        let mut session = Session::with(game.clone(), Resources::default(), meter);
        let mut sampled = Sampled { asked: 0, ranges: AHashMap::new() };
        for seed in 0..games {
            let mut random = Shuffle::new(seed);
            session.restart(Position::EMPTY, Colour::Black)?;
            loop {
                let mut legal = session.legal();
                let node = session.referee().node().clone();
                if session.referee().score().is_some() || legal.is_empty() {
                    break;
                }
                // A game goes on while there is a play.
                if node.passes > 0 && legal.len() > 1 {
                    legal.retain(|made| made.made() != Move::Pass);
                }
                sampled.see(node, session.value()?.worth);
                session.make(legal[random.below(legal.len())].made())?;
            }
        }
        Ok(sampled)
    }

    fn see(&mut self, node: Node, value: Score) {
        self.asked += 1;
        let range = self.ranges.entry(node).or_insert(Range { least: value, greatest: value });
        range.least = range.least.min(value);
        range.greatest = range.greatest.max(value);
    }
}
