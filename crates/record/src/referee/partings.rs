//! The plays in a position that a rule might refuse, found without trying each.

use crate::{Board, Play, Player, Position};
use ahash::AHashMap;

/// How many stones of each colour there are.
type Stones = [usize; 2];

/// How often a number of stones has stood on the board.
#[derive(Clone, Debug, Default)]
pub struct Seen(AHashMap<Stones, usize>);

impl Seen {
    fn stones(position: &Position) -> Stones {
        [Player::FIRST, Player::FIRST.next(2)].map(|player| position.stones(player))
    }

    /// A position stands on the board.
    pub fn add(&mut self, position: &Position) {
        *self.0.entry(Seen::stones(position)).or_default() += 1;
    }

    /// It is taken back.
    pub fn remove(&mut self, position: &Position) {
        if let Some(count) = self.0.get_mut(&Seen::stones(position)) {
            *count -= 1;
        }
    }

    fn has(&self, stones: &Stones) -> bool {
        self.0.get(stones).is_some_and(|count| *count > 0)
    }
}

/// The plays of a player that remove his own stones, or make a position with as many stones as one
/// that has stood on the board. All others every ko rule and every suicide rule allows.
pub fn doubtful(board: &Board, position: &Position, player: Player, seen: &Seen) -> Vec<(usize, Play)> {
    let mut stones = Seen::stones(position);
    stones[player.index()] += 1;
    // A play that captures nothing adds a stone.
    let quiet = seen.has(&stones);
    let liberties = Liberties::of(board, position);
    let mut found = Vec::new();
    for point in position.vacant() {
        if !quiet && liberties.adds_a_stone(board, position, player, point) {
            continue;
        }
        if let Some(play) = position.play(board, player, point)
            && (!play.suicide.is_empty() || seen.has(&Seen::stones(&play.after)))
        {
            found.push((point, play));
        }
    }
    found
}

/// Which stones have one liberty alone.
struct Liberties(Vec<bool>);

impl Liberties {
    fn of(board: &Board, position: &Position) -> Liberties {
        let mut single = vec![false; board.points()];
        let mut done = vec![false; board.points()];
        let mut chain = Vec::new();
        for start in 0..board.points() {
            let here = position.at(start);
            if here.is_none() || done[start] {
                continue;
            }
            chain.clear();
            chain.push(start);
            done[start] = true;
            // The first liberty, and whether there is another.
            let (mut first, mut more, mut next) = (None, false, 0);
            while next < chain.len() {
                for &other in board.neighbours(chain[next]) {
                    match position.at(other) {
                        None => {
                            more |= first.is_some_and(|first| first != other);
                            first = first.or(Some(other));
                        }
                        stone if stone == here && !done[other] => {
                            done[other] = true;
                            chain.push(other);
                        }
                        Some(_) => {}
                    }
                }
                next += 1;
            }
            if !more {
                chain.iter().for_each(|&point| single[point] = true);
            }
        }
        Liberties(single)
    }

    /// Whether a play only adds a stone: it takes nothing, and its chain keeps a liberty.
    fn adds_a_stone(&self, board: &Board, position: &Position, player: Player, point: usize) -> bool {
        let mut liberty = false;
        for &other in board.neighbours(point) {
            match position.at(other) {
                None => liberty = true,
                Some(owner) if owner == player => liberty |= !self.0[other],
                Some(_) if self.0[other] => return false,
                Some(_) => {}
            }
        }
        liberty
    }
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;
    use proptest::sample::{Index, select};

    use super::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(500))]

        /// No play that is left out removes own stones or makes a position that has stood there.
        #[test]
        fn nothing_doubtful_is_left_out(
            text in select(vec!["1x4", "2x2", "2x3", "3x3", "4x4", "9x9"]),
            choices in vec(any::<Index>(), 1..120),
        ) {
            let board: Board = text.parse().unwrap();
            let mut position = Position::empty(&board);
            let (mut seen, mut stood) = (Seen::default(), vec![position.clone()]);
            seen.add(&position);
            let mut player = Player::FIRST;
            for choice in choices {
                let vacant: Vec<usize> = position.vacant().collect();
                let found: Vec<usize> =
                    doubtful(&board, &position, player, &seen).into_iter().map(|(point, _)| point).collect();
                for &point in &vacant {
                    let play = position.play(&board, player, point).unwrap();
                    let doubt = !play.suicide.is_empty() || stood.contains(&play.after);
                    prop_assert!(!doubt || found.contains(&point));
                }
                if !vacant.is_empty() {
                    position = position.play(&board, player, *choice.get(&vacant)).unwrap().after;
                    seen.add(&position);
                    stood.push(position.clone());
                }
                player = player.next(2);
            }
        }
    }
}
