use crate::{Board, PointSet, Position, Symmetry};

/// Where some symmetries of a board take sets of points and positions: by tables, a byte of the
/// set at a time.
///
/// ```
/// use kosolver_board::{Board, Images, Position, Symmetry};
///
/// let board: Board = "1x3".parse()?;
/// let images = Images::new(&board, &Symmetry::all(&board));
/// let position = Position::parse(&board, "X..")?;
/// assert_eq!(images.position(0, position), position);
/// assert_eq!(images.position(1, position).text(&board), "..X");
/// # Ok::<(), kosolver_board::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Images {
    /// For each symmetry, and each byte of a set, the image of the points in the byte.
    tables: Vec<[u64; 256]>,
    /// How many bytes a set has.
    bytes: usize,
}

impl Images {
    /// The tables of some symmetries, which are known by their places from now on.
    pub fn new(board: &Board, symmetries: &[Symmetry]) -> Images {
        let bytes = usize::from(board.points()).div_ceil(8);
        let table = |symmetry: &Symmetry, byte: usize| {
            let mut table = [0; 256];
            for (bits, image) in table.iter_mut().enumerate() {
                *image = symmetry.set(PointSet::from_bits((bits as u64) << (8 * byte)) & board.all()).bits();
            }
            table
        };
        let tables = symmetries
            .iter()
            .flat_map(|symmetry| (0..bytes).map(move |byte| table(symmetry, byte)))
            .collect();
        Images { tables, bytes }
    }

    /// Where a symmetry takes a set of points.
    #[inline]
    pub fn set(&self, symmetry: usize, set: PointSet) -> PointSet {
        let (mut bits, mut image) = (set.bits(), 0);
        for table in self.tables(symmetry) {
            image |= table[(bits & 0xff) as usize];
            bits >>= 8;
        }
        PointSet::from_bits(image)
    }

    /// Where a symmetry takes a position.
    #[inline]
    pub fn position(&self, symmetry: usize, position: Position) -> Position {
        let (mut black, mut white) = (position.black.bits(), position.white.bits());
        let tables = self.tables(symmetry);
        let mut images = [0; 2];
        // Boards of 9 to 16 points without a loop: it shows in the time a tablebase takes.
        if let [low, high] = tables {
            images = [black, white].map(|set| low[(set & 0xff) as usize] | high[(set >> 8 & 0xff) as usize]);
        } else {
            for table in tables {
                images[0] |= table[(black & 0xff) as usize];
                images[1] |= table[(white & 0xff) as usize];
                black >>= 8;
                white >>= 8;
            }
        }
        let [black, white] = images.map(PointSet::from_bits);
        Position { black, white }
    }

    #[inline]
    fn tables(&self, symmetry: usize) -> &[[u64; 256]] {
        &self.tables[symmetry * self.bytes..(symmetry + 1) * self.bytes]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_say_what_symmetries_do() {
        for text in ["1x1", "1x7", "3x3", "4x4", "2x9", "torus:3x3", "cycle:31", "8x8"] {
            let board: Board = text.parse().unwrap();
            let symmetries = Symmetry::group(&board, 32);
            let images = Images::new(&board, &symmetries);
            for (place, symmetry) in symmetries.iter().enumerate() {
                for point in board.all() {
                    assert_eq!(images.set(place, point.bit()), symmetry.point(point).bit(), "{text}");
                }
                for bits in [0, u64::MAX, 0x5555_5555_5555_5555, u64::MAX / 7] {
                    let set = PointSet::from_bits(bits) & board.all();
                    assert_eq!(images.set(place, set), symmetry.set(set), "{text}");
                    let position = Position { black: set, white: board.all() - set };
                    assert_eq!(images.position(place, position), symmetry.position(position), "{text}");
                }
            }
        }
    }
}
