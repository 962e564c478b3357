//! Graphs as text, by B. McKay's graph6 format (`formats.txt` of his program nauty).
//!
//! Six bits to a byte, 63 added to each. First the number of points: one byte up to 62, else 126
//! and three bytes. Then the upper triangle of the adjacency matrix, column by column, filled up
//! with zeros.

use crate::{Error, Point, PointSet};

/// The most points that one byte holds.
const SHORT: usize = 62;

/// The pairs of points in the order of the text.
fn pairs(points: usize) -> impl Iterator<Item = (usize, usize)> {
    (1..points).flat_map(|column| (0..column).map(move |row| (row, column)))
}

/// The text of a graph of at most 64 points.
pub(crate) fn write(neighbours: &[PointSet]) -> String {
    let points = neighbours.len();
    let mut sixes: Vec<u8> = match points {
        0..=SHORT => vec![points as u8],
        _ => vec![63, 0, (points >> 6) as u8, (points & 63) as u8],
    };
    for (number, (row, column)) in pairs(points).enumerate() {
        if number % 6 == 0 {
            sixes.push(0);
        }
        if let Some(last) = sixes.last_mut() {
            *last |= u8::from(neighbours[row].contains(Point::new(column as u8))) << (5 - number % 6);
        }
    }
    sixes.into_iter().map(|six| char::from(63 + six)).collect()
}

/// The neighbours of each point of a graph.
pub(crate) fn read(text: &str) -> Result<Vec<PointSet>, Error> {
    let fault = |fault: String| Error::Graph6 { text: text.to_owned(), fault };
    if let Some(bad) = text.chars().find(|symbol| !('?'..='~').contains(symbol)) {
        return Err(fault(format!("'{}' does not occur in graph6", bad.escape_default())));
    }
    let sixes: Vec<u8> = text.bytes().map(|byte| byte - 63).collect();
    let (points, bits) = match sixes[..] {
        [] => return Err(fault("it is empty".to_owned())),
        [63, a, b, c, ref bits @ ..] if a < 63 => {
            (usize::from(a) << 12 | usize::from(b) << 6 | usize::from(c), bits)
        }
        [63, ..] => return Err(fault("it is cut short, or has over 258 047 points".to_owned())),
        [points, ref bits @ ..] => (usize::from(points), bits),
    };
    if !(1..=64).contains(&points) {
        return Err(Error::Points { board: format!("graph6:{text}"), points: points as u64 });
    }
    let wanted = (points * (points - 1) / 2).div_ceil(6);
    if bits.len() != wanted {
        return Err(fault(format!(
            "a graph of {points} points has {wanted} characters after their number, not {}",
            bits.len()
        )));
    }
    let mut neighbours = vec![PointSet::EMPTY; points];
    for (number, (row, column)) in pairs(points).enumerate() {
        if bits[number / 6] >> (5 - number % 6) & 1 == 1 {
            neighbours[row] |= Point::new(column as u8).bit();
            neighbours[column] |= Point::new(row as u8).bit();
        }
    }
    // So that a graph has one text alone, whatever stands in the bits without a meaning.
    if write(&neighbours) != text {
        return Err(fault(format!("not its shortest form, {}", write(&neighbours))));
    }
    Ok(neighbours)
}

/// The graph with its points in another order: point `i` becomes `places[i]`.
pub(crate) fn relabelled(neighbours: &[PointSet], places: &[u8]) -> Vec<PointSet> {
    let mut image = vec![PointSet::EMPTY; neighbours.len()];
    for (point, set) in neighbours.iter().enumerate() {
        image[usize::from(places[point])] =
            set.iter().map(|other| Point::new(places[usize::from(other.number())])).collect();
    }
    image
}
