use crate::{Board, Point, Position, points_of};

/// A symmetry of a board: a permutation of its points that keeps adjacency.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symmetry {
    image: Vec<Point>,
}

impl Symmetry {
    /// All symmetries of a board, the identity first: 8 of a square, 4 of a rectangle, 2 of a
    /// line, 1 of the single point.
    pub fn all(board: &Board) -> Vec<Symmetry> {
        let (rows, columns) = (board.rows(), board.columns());
        let mut found: Vec<Symmetry> = Vec::new();
        for transpose in [false, true] {
            if transpose && rows != columns {
                continue;
            }
            for flip_rows in [false, true] {
                for flip_columns in [false, true] {
                    let image = points_of(board.all())
                        .map(|point| {
                            let (mut r, mut c) = (point.number() / columns, point.number() % columns);
                            if flip_rows {
                                r = rows - 1 - r;
                            }
                            if flip_columns {
                                c = columns - 1 - c;
                            }
                            if transpose {
                                (r, c) = (c, r);
                            }
                            Point::new(r * columns + c)
                        })
                        .collect();
                    let symmetry = Symmetry { image };
                    if !found.contains(&symmetry) {
                        found.push(symmetry);
                    }
                }
            }
        }
        found
    }

    /// Where a point goes.
    pub fn point(&self, point: Point) -> Point {
        self.image[usize::from(point.number())]
    }

    /// Where a set of points goes.
    pub fn set(&self, set: u64) -> u64 {
        points_of(set).fold(0, |image, point| image | self.point(point).bit())
    }

    /// Where a position goes.
    pub fn position(&self, position: Position) -> Position {
        Position { black: self.set(position.black), white: self.set(position.white) }
    }

    /// Whether every point stays where it is.
    pub fn is_identity(&self) -> bool {
        self.image.iter().enumerate().all(|(number, point)| number == usize::from(point.number()))
    }
}
