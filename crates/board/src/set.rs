use std::fmt;
use std::iter::FusedIterator;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Sub, SubAssign};

use serde::{Deserialize, Serialize};

use crate::Point;

/// A set of points: a word in which bit `n` stands for the point with number `n`.
///
/// `|` is the union of two sets, `&` what both have, `^` what one of them has, and `-` what the
/// first has and the second has not. There is no `!`: a set does not know how many points its
/// board has. The points outside a set are `board.all() - set`.
///
/// Sets are ordered as their words are, as numbers. With serde a set is its word.
///
/// ```
/// use kosolver_board::{Board, Point, PointSet};
///
/// let board: Board = "1x5".parse()?;
/// let ends = PointSet::of(Point::new(0)) | PointSet::of(Point::new(4));
/// assert_eq!((ends.len(), ends.bits()), (2, 0b1_0001));
/// assert_eq!(ends.first(), Some(Point::new(0)));
/// let between = board.all() - ends;
/// assert_eq!(between.to_string(), "{1, 2, 3}");
/// assert!(!between.contains(Point::new(4)) && (between & ends).is_empty());
/// let next_to_ends: PointSet = between.iter().filter(|point| point.number() != 2).collect();
/// assert_eq!(board.adjacent(ends), next_to_ends);
/// # Ok::<(), kosolver_board::Error>(())
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
#[repr(transparent)]
pub struct PointSet(u64);

impl PointSet {
    /// The set without points.
    pub const EMPTY: PointSet = PointSet(0);

    /// The set with the word `bits`.
    #[inline]
    pub const fn from_bits(bits: u64) -> PointSet {
        PointSet(bits)
    }

    /// The word of the set.
    #[inline]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// The set of one point.
    #[inline]
    pub const fn of(point: Point) -> PointSet {
        PointSet(1 << point.number())
    }

    /// How many points it has.
    #[inline]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether it has no point.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether a point is in it.
    #[inline]
    pub const fn contains(self, point: Point) -> bool {
        self.0 & PointSet::of(point).0 != 0
    }

    /// Its point with the lowest number.
    #[inline]
    pub const fn first(self) -> Option<Point> {
        if self.0 == 0 { None } else { Some(Point::new(self.0.trailing_zeros() as u8)) }
    }

    /// Its points, lowest number first.
    #[inline]
    pub const fn iter(self) -> Points {
        Points(self)
    }
}

/// The points of a set, lowest number first: [`PointSet::iter`].
#[derive(Clone, Debug)]
pub struct Points(PointSet);

impl Iterator for Points {
    type Item = Point;

    #[inline]
    fn next(&mut self) -> Option<Point> {
        let first = self.0.first()?;
        self.0.0 &= self.0.0 - 1;
        Some(first)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.0.len() as usize;
        (left, Some(left))
    }
}

impl ExactSizeIterator for Points {}

impl FusedIterator for Points {}

impl IntoIterator for PointSet {
    type Item = Point;
    type IntoIter = Points;

    #[inline]
    fn into_iter(self) -> Points {
        self.iter()
    }
}

impl From<Point> for PointSet {
    #[inline]
    fn from(point: Point) -> PointSet {
        PointSet::of(point)
    }
}

impl FromIterator<Point> for PointSet {
    #[inline]
    fn from_iter<I: IntoIterator<Item = Point>>(points: I) -> PointSet {
        points.into_iter().fold(PointSet::EMPTY, |set, point| set | PointSet::of(point))
    }
}

impl Extend<Point> for PointSet {
    #[inline]
    fn extend<I: IntoIterator<Item = Point>>(&mut self, points: I) {
        *self |= points.into_iter().collect::<PointSet>();
    }
}

/// The operators of two words as those of two sets.
macro_rules! operator {
    ($operator:ident $function:ident, $assign:ident $assigned:ident: |$one:ident, $other:ident| $word:expr) => {
        impl $operator for PointSet {
            type Output = PointSet;

            #[inline]
            fn $function(self, other: PointSet) -> PointSet {
                let (PointSet($one), PointSet($other)) = (self, other);
                PointSet($word)
            }
        }

        impl $assign for PointSet {
            #[inline]
            fn $assigned(&mut self, other: PointSet) {
                *self = $operator::$function(*self, other);
            }
        }
    };
}

operator!(BitOr bitor, BitOrAssign bitor_assign: |one, other| one | other);
operator!(BitAnd bitand, BitAndAssign bitand_assign: |one, other| one & other);
operator!(BitXor bitxor, BitXorAssign bitxor_assign: |one, other| one ^ other);
operator!(Sub sub, SubAssign sub_assign: |one, other| one & !other);

/// The numbers of the points: `{0, 4}`.
impl fmt::Display for PointSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let numbers: Vec<String> = self.iter().map(|point| point.number().to_string()).collect();
        f.pad(&format!("{{{}}}", numbers.join(", ")))
    }
}

impl fmt::Debug for PointSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
