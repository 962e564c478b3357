use std::collections::{BTreeMap, HashSet};

use crate::{Board, Point, PointSet, Position, Shape};

/// A symmetry of a board: a permutation of its points that keeps adjacency.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symmetry {
    image: Vec<Point>,
}

impl Symmetry {
    /// The most symmetries that [`Symmetry::all`] lists: 7!.
    pub const MOST: usize = 5040;

    /// All symmetries of a board, the identity first: 8 of a square, 4 of a rectangle, 2 of a
    /// line, 1 of the single point; of other boards the automorphisms of the graph. Of a graph with more than
    /// [`Symmetry::MOST`] those that leave its first points where they are, as many as it
    /// takes. They are always a group: closed under composition.
    pub fn all(board: &Board) -> Vec<Symmetry> {
        if board.shape() == Shape::Grid { of_grid(board) } else { automorphisms(board) }
    }

    /// A group of at most so many symmetries of a board, the identity first: all if they are no
    /// more, else a subgroup, as large as two greedy searches find it. What depends on it may
    /// take longer with fewer, never be wrong.
    ///
    /// # Panics
    /// If `most` is 0.
    pub fn group(board: &Board, most: usize) -> Vec<Symmetry> {
        assert!(most > 0, "a group has an identity");
        let all = Symmetry::all(board);
        if all.len() <= most {
            return all;
        }
        // Always the largest step, and always the smallest.
        let [large, small] = [true, false].map(|large| {
            let mut group = vec![all[0].clone()];
            let mut generators: Vec<&Symmetry> = Vec::new();
            loop {
                let larger = all.iter().filter(|symmetry| !group.contains(symmetry)).filter_map(|symmetry| {
                    let with: Vec<&Symmetry> = generators.iter().copied().chain([symmetry]).collect();
                    Some((closure(&with, most)?, symmetry))
                });
                // Of equals the first.
                let next = if large {
                    larger.reduce(|best, next| if next.0.len() > best.0.len() { next } else { best })
                } else {
                    larger.reduce(|best, next| if next.0.len() < best.0.len() { next } else { best })
                };
                match next {
                    Some((found, symmetry)) => {
                        group = found;
                        generators.push(symmetry);
                    }
                    None => return group,
                }
            }
        });
        if small.len() > large.len() { small } else { large }
    }

    /// Where a point goes.
    pub fn point(&self, point: Point) -> Point {
        self.image[usize::from(point.number())]
    }

    /// Where a set of points goes.
    pub fn set(&self, set: PointSet) -> PointSet {
        set.iter().map(|point| self.point(point)).collect()
    }

    /// Where a position goes.
    pub fn position(&self, position: Position) -> Position {
        Position { black: self.set(position.black), white: self.set(position.white) }
    }

    /// Whether every point stays where it is.
    pub fn is_identity(&self) -> bool {
        self.image.iter().enumerate().all(|(number, point)| number == usize::from(point.number()))
    }

    /// The symmetry that does this one and then another.
    pub fn then(&self, other: &Symmetry) -> Symmetry {
        Symmetry { image: self.image.iter().map(|point| other.point(*point)).collect() }
    }
}

/// The group that some symmetries of a board generate, the identity first; `None` if it has more than
/// so many elements.
fn closure(generators: &[&Symmetry], most: usize) -> Option<Vec<Symmetry>> {
    let points = generators.first()?.image.len() as u8;
    let identity = Symmetry { image: (0..points).map(Point::new).collect() };
    let mut seen = HashSet::from([identity.image.clone()]);
    let mut group = vec![identity];
    let mut done = 0;
    while done < group.len() {
        for generator in generators {
            let product = group[done].then(generator);
            if seen.insert(product.image.clone()) {
                group.push(product);
            }
            if group.len() > most {
                return None;
            }
        }
        done += 1;
    }
    Some(group)
}

fn of_grid(board: &Board) -> Vec<Symmetry> {
    let (rows, columns) = (board.rows(), board.columns());
    let mut found: Vec<Symmetry> = Vec::new();
    for transpose in [false, true] {
        if transpose && rows != columns {
            continue;
        }
        for flip_rows in [false, true] {
            for flip_columns in [false, true] {
                let image = board
                    .all()
                    .iter()
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

/// The automorphisms of a graph. Those that leave the first `k` points where they are form a group;
/// one for each place that such a one takes point `k` to, and then one of those that leave that point
/// too, are all of it (C. Sims, 1970). So from the last point back the group grows
/// until it is whole, or would have more than [`Symmetry::MOST`] elements.
fn automorphisms(board: &Board) -> Vec<Symmetry> {
    let points = board.points();
    let mut group = vec![Symmetry { image: board.all().iter().collect() }];
    for first in (0..points).rev() {
        let apart = |point: Point| [point.bit(), point.bit()];
        let fixed = (0..first).map(Point::new).map(apart);
        let rest = (first..points).map(Point::new).collect();
        let Some(classes) = refined(board, fixed.chain([[rest, rest]]).collect()) else { continue };
        let moved = Point::new(first);
        let Some([_, places]) = classes.iter().copied().find(|[left, _]| left.contains(moved)) else {
            continue;
        };
        // The identity takes the point to itself.
        let takes = places.iter().filter_map(|place| mapping(board, &split(&classes, moved, place)));
        let takes: Vec<Symmetry> = takes.collect();
        if group.len() * takes.len() > Symmetry::MOST {
            break;
        }
        group = takes.iter().flat_map(|take| group.iter().map(|rest| rest.then(take))).collect();
    }
    group
}

/// Points that may go to each other: a set of points, and the set of their images.
type Class = [PointSet; 2];

/// The classes with one point of a class on a side set apart, which is to go to the other.
fn split(classes: &[Class], from: Point, to: Point) -> Vec<Class> {
    let bits = [from.bit(), to.bit()];
    let rest = classes.iter().map(|[left, right]| [*left - bits[0], *right - bits[1]]);
    std::iter::once(bits).chain(rest.filter(|class| *class != Class::default())).collect()
}

/// An automorphism that takes each class to its image, if there is one.
fn mapping(board: &Board, classes: &[Class]) -> Option<Symmetry> {
    let classes = refined(board, classes.to_vec())?;
    let parted = classes.iter().find(|[left, _]| left.len() > 1);
    let Some((from, right)) = parted.and_then(|[left, right]| Some((left.first()?, right))) else {
        let mut image: Vec<Point> = board.all().iter().collect();
        for [left, right] in classes {
            left.iter().zip(right).for_each(|(from, to)| image[usize::from(from.number())] = to);
        }
        return Some(Symmetry { image });
    };
    right.iter().find_map(|to| mapping(board, &split(&classes, from, to)))
}

/// Parts the classes until all points of one have as many neighbours in each as all others of it, on
/// both sides; `None` if the sides come out different, and no automorphism is left. With
/// one point in each class there is one.
fn refined(board: &Board, mut classes: Vec<Class>) -> Option<Vec<Class>> {
    loop {
        let mut parts: Vec<Class> = Vec::new();
        for class in &classes {
            let mut by_neighbours: BTreeMap<Vec<u32>, Class> = BTreeMap::new();
            for side in 0..2 {
                for point in class[side] {
                    let near = board.adjacent(point.bit());
                    let counts = classes.iter().map(|other| (near & other[side]).len()).collect();
                    by_neighbours.entry(counts).or_default()[side] |= point.bit();
                }
            }
            parts.extend(by_neighbours.into_values());
        }
        if parts.iter().any(|[left, right]| left.len() != right.len()) {
            return None;
        }
        if parts.len() == classes.len() {
            return Some(parts);
        }
        classes = parts;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_are_groups_and_as_large_as_known() {
        let factorial = |n: usize| (1..=n).product::<usize>();
        for (text, order) in [
            ("cycle:3", 6),
            ("cycle:9", 18),
            ("cycle:64", 128),
            ("complete:5", 120),
            ("complete:7", factorial(7)),
            ("complete:9", factorial(7)),
            ("complete:64", factorial(7)),
            ("star:6", 120),
            ("star:64", factorial(7)),
            ("torus:3x3", 72),
            ("torus:4x4", 384),
            ("torus:5x5", 200),
            ("torus:8x8", 512),
            ("torus:2x4", 48), // rings of two are edges, so this is the graph of the cube
            ("cylinder:3x4", 16),
            ("cylinder:1x6", 12),
        ] {
            let board: Board = text.parse().unwrap();
            let all = Symmetry::all(&board);
            assert_eq!(all.len(), order, "{text}");
            assert!(all[0].is_identity());
            for symmetry in &all {
                for point in board.all() {
                    let image = board.adjacent(symmetry.point(point).bit());
                    assert_eq!(symmetry.set(board.adjacent(point.bit())), image, "{text}");
                }
            }
            for most in [1, 8, 32, Symmetry::MOST] {
                let group = Symmetry::group(&board, most);
                assert!(group.len() <= most && group[0].is_identity());
                let seen: HashSet<&Vec<Point>> = group.iter().map(|symmetry| &symmetry.image).collect();
                assert_eq!(seen.len(), group.len(), "{text}");
                let some = group.iter().step_by(group.len().div_ceil(50));
                assert!(
                    some.clone()
                        .all(|one| { some.clone().all(|other| seen.contains(&one.then(other).image)) })
                );
            }
        }
        let most = |text: &str| Symmetry::group(&text.parse().unwrap(), 8).len();
        assert_eq!(
            ["torus:3x3", "complete:7", "cycle:7", "star:6", "cycle:12", "torus:4x4"].map(most),
            [8, 8, 7, 8, 8, 8]
        );
    }

    #[test]
    fn the_automorphisms_of_a_grid_are_its_symmetries() {
        for text in ["1x1", "1x2", "1x5", "4x1", "2x2", "2x3", "3x3", "3x4", "5x5", "8x8"] {
            let grid: Board = text.parse().unwrap();
            let of_graph: HashSet<Vec<Point>> =
                automorphisms(&grid).into_iter().map(|symmetry| symmetry.image).collect();
            let of_grid: HashSet<Vec<Point>> =
                of_grid(&grid).into_iter().map(|symmetry| symmetry.image).collect();
            assert_eq!(of_graph, of_grid, "{text}");
        }
    }
}
