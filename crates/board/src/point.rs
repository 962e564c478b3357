/// A point of a board: its number, row by row from the top left, from 0 to 63.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
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
