//! Go on a table of characters, as plainly as it can be written: what the board crate's words
//! of bits are compared with. It shares no code with it, only the text of a position.

#![allow(dead_code)] // each test file uses a part

use std::collections::BTreeSet;

/// Row from the top and column from the left, from 0.
pub type Place = (usize, usize);

/// `X`, `O` or `.` in every place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid(pub Vec<Vec<char>>);

/// What a play did.
#[derive(Debug, PartialEq, Eq)]
pub struct Outcome {
    pub after: Grid,
    pub captured: BTreeSet<Place>,
    pub suicide: BTreeSet<Place>,
}

/// A chain or an empty region, and the places next to it.
struct Group {
    places: BTreeSet<Place>,
    border: BTreeSet<Place>,
}

pub fn other(stone: char) -> char {
    if stone == 'X' { 'O' } else { 'X' }
}

impl Grid {
    pub fn parse(text: &str) -> Grid {
        Grid(text.split('/').map(|row| row.chars().collect()).collect())
    }

    pub fn text(&self) -> String {
        self.0.iter().map(|row| row.iter().collect::<String>()).collect::<Vec<_>>().join("/")
    }

    pub fn at(&self, (row, column): Place) -> char {
        self.0[row][column]
    }

    pub fn places(&self) -> Vec<Place> {
        let columns = self.0[0].len();
        (0..self.0.len()).flat_map(|row| (0..columns).map(move |column| (row, column))).collect()
    }

    fn neighbours(&self, (row, column): Place) -> Vec<Place> {
        let adjacent = |&(r, c): &Place| r.abs_diff(row) + c.abs_diff(column) == 1;
        self.places().into_iter().filter(adjacent).collect()
    }

    fn flood(&self, from: Place, group: &mut Group) {
        if !group.places.insert(from) {
            return;
        }
        for next in self.neighbours(from) {
            if self.at(next) == self.at(from) {
                self.flood(next, group);
            } else {
                group.border.insert(next);
            }
        }
    }

    fn group(&self, place: Place) -> Group {
        let mut group = Group { places: BTreeSet::new(), border: BTreeSet::new() };
        self.flood(place, &mut group);
        group
    }

    /// Whether this is a stone of a chain without liberties.
    fn is_dead(&self, place: Place) -> bool {
        self.at(place) != '.' && self.group(place).border.iter().all(|&next| self.at(next) != '.')
    }

    fn dead(&self, stone: char) -> BTreeSet<Place> {
        self.places().into_iter().filter(|&place| self.at(place) == stone && self.is_dead(place)).collect()
    }

    fn remove(&mut self, places: &BTreeSet<Place>) {
        for &(row, column) in places {
            self.0[row][column] = '.';
        }
    }

    /// The rules as they are told: put the stone down, take the enemy's dead, then your own.
    /// `None` if there is a stone already.
    pub fn play(&self, stone: char, place: Place) -> Option<Outcome> {
        if self.at(place) != '.' {
            return None;
        }
        let mut after = self.clone();
        after.0[place.0][place.1] = stone;
        let captured = after.dead(other(stone));
        after.remove(&captured);
        let suicide = after.dead(stone);
        after.remove(&suicide);
        Some(Outcome { after, captured, suicide })
    }

    /// Black's area less White's.
    pub fn area(&self) -> i32 {
        let owner = |place: Place| match self.at(place) {
            '.' => {
                let border: BTreeSet<char> =
                    self.group(place).border.into_iter().map(|next| self.at(next)).collect();
                if border.len() == 1 { border.into_iter().next() } else { None }
            }
            stone => Some(stone),
        };
        let worth = |place| match owner(place) {
            Some('X') => 1,
            Some(_) => -1,
            None => 0,
        };
        self.places().into_iter().map(worth).sum()
    }

    /// Any table made legal: chain after chain without liberties is taken off.
    pub fn made_legal(mut self) -> Grid {
        for place in self.places() {
            if self.is_dead(place) {
                let chain = self.group(place).places;
                self.remove(&chain);
            }
        }
        self
    }
}
