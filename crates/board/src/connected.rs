//! All small connected graphs.

use std::collections::BTreeSet;

use crate::graph6::{relabelled, write};
use crate::{Board, Point, PointSet, Shape};

/// The most points of a graph that is looked at in every order of its points.
const MOST: u8 = 6;

/// Every connected graph of so many points up to isomorphism, by its canonical text: of all orders of
/// the points the least text in graph6. Fewest edges first, then in the order of the texts.
/// There are 1, 1, 2, 6, 21, 112 for 1 to 6 points (OEIS A001349).
///
/// ```
/// let texts: Vec<String> = kosolver_board::connected_graphs(3).iter().map(|graph| graph.to_string()).collect();
/// assert_eq!(texts, ["graph6:BW", "graph6:Bw"]); // the path and the triangle
/// ```
///
/// # Panics
/// Unless there are 1 to 6 points.
pub fn connected_graphs(points: u8) -> Vec<Board> {
    assert!((1..=MOST).contains(&points), "the graphs of {points} points are not listed");
    // Every connected graph has a point without which it is connected: a leaf of a spanning tree.
    let mut graphs: BTreeSet<(u32, String, Vec<PointSet>)> = BTreeSet::from([canonical(&[PointSet::EMPTY])]);
    for number in 1..points {
        graphs = graphs
            .iter()
            .flat_map(|(_, _, smaller)| {
                (1..1 << number).map(move |set| (smaller.clone(), PointSet::from_bits(set)))
            })
            .map(|(mut neighbours, set)| {
                set.iter()
                    .for_each(|other| neighbours[usize::from(other.number())] |= Point::new(number).bit());
                neighbours.push(set);
                canonical(&neighbours)
            })
            .collect();
    }
    graphs.iter().filter_map(|(_, _, neighbours)| Board::graph(neighbours).ok()).collect()
}

/// The graph of a board of at most 6 points as [`connected_graphs`] has it; `None` of larger boards.
pub fn canonical_graph(board: &Board) -> Option<Board> {
    if board.points() > MOST {
        return None;
    }
    let near = board.all().iter().map(|point| board.adjacent(point.bit()));
    Board::graph(&canonical(&near.collect::<Vec<PointSet>>()).2).ok()
}

/// The boards of other shapes that a board of at most 6 points is isomorphic to: grids first, then
/// cycle, complete and star, and where it is none of these cylinder and torus.
pub fn known_names(board: &Board) -> Vec<Board> {
    let points = u64::from(board.points());
    if points > u64::from(MOST) {
        return Vec::new();
    }
    let wanted = canonical_graph(board);
    let sides = |shape: Shape| {
        (1..=points).filter(move |rows| points % rows == 0).map(move |rows| (shape, rows, points / rows))
    };
    let first = sides(Shape::Grid).filter(|(_, rows, columns)| rows <= columns);
    let rings = [Shape::Cycle, Shape::Complete, Shape::Star].map(|shape| (shape, 1, points));
    let same = |(shape, rows, columns): (Shape, u64, u64)| {
        Board::of(shape, rows, columns).ok().filter(|named| canonical_graph(named) == wanted)
    };
    let named: Vec<Board> = first.chain(rings).filter_map(same).collect();
    if !named.is_empty() {
        return named;
    }
    sides(Shape::Cylinder).chain(sides(Shape::Torus)).filter_map(same).collect()
}

/// The edges of a graph, and in the order of its points that makes it least its text and its
/// neighbours.
fn canonical(neighbours: &[PointSet]) -> (u32, String, Vec<PointSet>) {
    let edges = neighbours.iter().map(|set| set.len()).sum::<u32>() / 2;
    let mut places: Vec<u8> = (0..neighbours.len() as u8).collect();
    let (mut least, mut text) = (neighbours.to_vec(), write(neighbours));
    loop {
        let image = relabelled(neighbours, &places);
        let other = write(&image);
        if other < text {
            (least, text) = (image, other);
        }
        if !next_permutation(&mut places) {
            return (edges, text, least);
        }
    }
}

/// The next order, as words in a dictionary; false after the last.
fn next_permutation(places: &mut [u8]) -> bool {
    let Some(last) = places.windows(2).rposition(|pair| pair[0] < pair[1]) else { return false };
    let larger = places.iter().rposition(|place| *place > places[last]).unwrap_or(last);
    places.swap(last, larger);
    places[last + 1..].reverse();
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn graphs_are_as_many_as_known_and_connected() {
        for (points, known) in (1..=6).zip([1, 1, 2, 6, 21, 112]) {
            let graphs = connected_graphs(points);
            assert_eq!(graphs.len(), known);
            for graph in graphs {
                assert_eq!(graph.connected(Point::new(0).bit(), graph.all()), graph.all());
                assert_eq!(graph.to_string().parse(), Ok(graph));
            }
        }
    }

    #[test]
    fn known_graphs_have_names() {
        let names = |text: &str| {
            let names = known_names(&text.parse().unwrap());
            names.iter().map(Board::to_string).collect::<Vec<String>>().join(" ")
        };
        assert_eq!(names("graph6:@"), "1x1 cycle:1 complete:1 star:1");
        assert_eq!(names("cycle:4"), "2x2 cycle:4");
        assert_eq!(names("star:3"), "1x3 star:3");
        assert_eq!(names("complete:3"), "cycle:3 complete:3");
        assert_eq!(names("torus:3x2"), "cylinder:2x3 torus:2x3 torus:3x2");
        assert_eq!(names("3x2"), "2x3");
        assert_eq!(names("7x1"), "");
    }
}
