use serde::{Deserialize, Serialize};

use crate::PointSet;

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
    #[inline]
    pub const fn bit(self) -> PointSet {
        PointSet::of(self)
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
