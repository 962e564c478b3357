use serde::{Deserialize, Serialize};

/// A point of a board: its number, row by row from the top left, from 0 to 63.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub struct Point(u8);

impl Point {
    /// The point with this number.
    ///
    /// # Panics
    /// If `number` is over 63.
    pub const fn new(number: u8) -> Point {
        assert!(number < 64, "a board has at most 64 points");
        Point(number)
    }

    /// The number of the point, row by row from the top left, from 0.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The set of this point alone.
    pub const fn bit(self) -> u64 {
        1 << self.0
    }
}

impl From<Point> for u8 {
    fn from(point: Point) -> u8 {
        point.0
    }
}

impl TryFrom<u8> for Point {
    type Error = String;

    fn try_from(number: u8) -> Result<Point, String> {
        if number < 64 { Ok(Point(number)) } else { Err(format!("{number} is no point: write 0 to 63")) }
    }
}

/// The points of a set of bits, lowest number first.
pub fn points_of(mut set: u64) -> impl Iterator<Item = Point> {
    std::iter::from_fn(move || {
        if set == 0 {
            return None;
        }
        let number = set.trailing_zeros() as u8;
        set &= set - 1;
        Some(Point(number))
    })
}
