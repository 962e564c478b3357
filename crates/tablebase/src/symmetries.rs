use kosolver_board::{Board, Colour, Images, Point, PointSet, Position, Symmetry};
use smallvec::SmallVec;

/// The most symmetries that are made use of: as many as there are bits in a set of them. Which
/// they are of a graph that has more, files depend on.
const MOST: usize = 32;

/// The symmetries of a board of at most 32 points at work: which of the images of a position stands
/// for all.
#[derive(Clone, Debug)]
pub(crate) struct Symmetries {
    /// The identity first.
    all: Vec<Symmetry>,
    images: Images,
    /// For each symmetry where it takes each point.
    points: Vec<[u8; 32]>,
}

/// A position in one word: its black points in the high half, its white ones in the low half. Words are
/// ordered as positions are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Word(u64);

impl Word {
    #[inline]
    fn of(position: Position) -> Word {
        Word(position.black.bits() << 32 | position.white.bits())
    }

    #[inline]
    fn position(self) -> Position {
        let (black, white) = (PointSet::from_bits(self.0 >> 32), PointSet::from_bits(self.0 & 0xffff_ffff));
        Position { black, white }
    }

    /// Without a stone.
    #[inline]
    fn without(self, stone: Colour, point: u8) -> Word {
        Word(self.0 & !(1 << (point + if stone == Colour::Black { 32 } else { 0 })))
    }
}

/// All images of a position, in the order of the symmetries.
pub(crate) struct Orbit(SmallVec<[Word; 8]>);

impl Orbit {
    /// How many symmetries leave the position as it is.
    pub(crate) fn stabilizer(&self) -> usize {
        self.0.iter().filter(|&&image| image == self.0[0]).count()
    }
}

impl Symmetries {
    pub(crate) fn of(board: &Board) -> Symmetries {
        let all = Symmetry::group(board, MOST);
        let points = |symmetry: &Symmetry| {
            let mut images = [0; 32];
            for point in board.all() {
                images[usize::from(point.number())] = symmetry.point(point).number();
            }
            images
        };
        Symmetries { images: Images::new(board, &all), points: all.iter().map(points).collect(), all }
    }

    /// All of them, the identity first.
    pub(crate) fn all(&self) -> &[Symmetry] {
        &self.all
    }

    /// How many there are.
    pub(crate) fn count(&self) -> u32 {
        self.all.len() as u32
    }

    /// The least of the images of a position, and the set of the symmetries that lead there.
    #[inline]
    pub(crate) fn least(&self, position: Position) -> (Position, u32) {
        let (mut least, mut by) = (position, 1);
        for symmetry in 1..self.points.len() {
            let image = self.images.position(symmetry, position);
            if image < least {
                (least, by) = (image, 1 << symmetry);
            } else if image == least {
                by |= 1 << symmetry;
            }
        }
        (least, by)
    }

    /// All images of a position.
    pub(crate) fn images(&self, position: Position) -> Orbit {
        let image = |symmetry| Word::of(self.images.position(symmetry, position));
        Orbit((0..self.points.len()).map(image).collect())
    }

    /// [`Symmetries::least`] of a position whose images are known without one of its stones: much faster
    /// than from the position.
    #[inline]
    pub(crate) fn least_without(&self, orbit: &Orbit, stone: Colour, point: Point) -> (Position, u32) {
        let (mut least, mut by) = (Word(u64::MAX), 0);
        for (symmetry, (image, points)) in orbit.0.iter().zip(&self.points).enumerate() {
            let image = image.without(stone, points[usize::from(point.number() & 31)]);
            by = if image < least { 0 } else { by } | u32::from(image <= least) << symmetry;
            least = least.min(image);
        }
        (least.position(), by)
    }

    /// How many symmetries leave a position as it is; `None` if one makes it less.
    #[inline]
    pub(crate) fn stabilizer(&self, position: Position) -> Option<u32> {
        let mut count = 1;
        for symmetry in 1..self.points.len() {
            let image = self.images.position(symmetry, position);
            if image < position {
                return None;
            }
            count += u32::from(image == position);
        }
        Some(count)
    }

    /// Where some symmetries take a point.
    #[inline]
    pub(crate) fn orbit(&self, by: u32, point: Point) -> u32 {
        let image = |symmetry: usize| 1 << self.points[symmetry][usize::from(point.number())];
        if by.is_power_of_two() {
            return image(by.trailing_zeros() as usize);
        }
        (0..self.points.len()).filter(|symmetry| by >> symmetry & 1 == 1).fold(0, |set, it| set | image(it))
    }
}
