//! Positions as numbers: one for all images of a position.

use std::hash::BuildHasher;
use std::sync::{Mutex, MutexGuard, PoisonError};

use board::Position;
use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;

use crate::arena::{Budget, Records, Shared, read, write};
use crate::symmetry::{Group, Turn};

/// The positions met so far, each as the least of its images.
///
/// A record has the four words of the position, its stabiliser, and the numbers of the nodes
/// that have it and nothing else that matters: by player to move and whether there was a pass.
pub(crate) struct Positions {
    records: Records<9>,
    shards: Vec<Mutex<HashTable<u32>>>,
}

const SHARDS: usize = 64;

/// Where in a record the nodes begin.
const NODES: usize = 5;

/// The lock's data: what a thread that panicked left behind is not used, since the panic goes on.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

pub(crate) fn position_words(position: Position) -> [u32; 4] {
    let Position { black, white } = position;
    [black as u32, (black >> 32) as u32, white as u32, (white >> 32) as u32]
}

pub(crate) fn words_position(words: [u32; 4]) -> Position {
    let [a, b, c, d] = words.map(u64::from);
    Position { black: a | b << 32, white: c | d << 32 }
}

fn hash(position: Position) -> u64 {
    FxBuildHasher.hash_one(position)
}

impl Positions {
    pub(crate) fn new(most: u32) -> Positions {
        Positions {
            records: Records::new(most),
            shards: (0..SHARDS).map(|_| Mutex::new(HashTable::new())).collect(),
        }
    }

    /// The number of a position, and the turn that leads from it to its least image.
    pub(crate) fn number(&self, group: &Group, position: Position, budget: &Budget) -> (u32, Turn) {
        let (least, to_least) = group.least(position);
        let wanted = hash(least);
        // The low bits choose the place in a shard and the top ones its tags.
        let mut shard = lock(&self.shards[(wanted >> 40) as usize % SHARDS]);
        if let Some(&number) = shard.find(wanted, |&number| self.get(number) == least) {
            return (number, to_least);
        }
        let number = self.records.add(budget).expect("the list of positions has room");
        let record = self.records.get(number);
        for (place, word) in record.iter().zip(position_words(least)) {
            write(place, word);
        }
        write(&record[4], group.stabiliser(least));
        for node in &record[NODES..] {
            write(node, crate::graph::NONE);
        }
        let before = shard.allocation_size();
        shard.insert_unique(wanted, number, |&number| hash(self.get(number)));
        budget.take(shard.allocation_size() - before);
        (number, to_least)
    }

    /// The least image with a number.
    pub(crate) fn get(&self, number: u32) -> Position {
        let record = self.records.get(number);
        words_position(std::array::from_fn(|place| read(&record[place])))
    }

    /// The turns that leave the least image as it is, as bits.
    #[inline]
    pub(crate) fn stabiliser(&self, number: u32) -> u32 {
        read(&self.records.get(number)[4])
    }

    /// Where the number of a plain node is kept: by player to move and passes, 0 or 1.
    pub(crate) fn node(&self, number: u32, white_to_move: bool, passes: u8) -> &Shared {
        &self.records.get(number)[NODES + usize::from(white_to_move) * 2 + usize::from(passes)]
    }
}
