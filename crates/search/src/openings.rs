//! The values of first moves.

use kosolver_rules::Move;

use crate::request::Request;
use crate::solution::{Opening, Value};

/// Values for all of some first moves, asking once for moves that a symmetry of the start maps
/// to each other.
///
/// # Errors
/// Those of `value`.
pub(crate) fn openings<E>(
    request: &Request,
    moves: &[Move],
    mut value: impl FnMut(Move) -> Result<Value, E>,
) -> Result<Vec<Opening>, E> {
    let representatives = request.representatives();
    let mut openings: Vec<Opening> = Vec::with_capacity(moves.len());
    let mut known: Vec<(Move, Value)> = Vec::new();
    for &made in moves {
        let first = match made {
            Move::Play(point) => Move::Play(representatives[usize::from(point.number())]),
            Move::Pass => Move::Pass,
        };
        let found = known.iter().find(|(other, _)| *other == first).map(|(_, value)| *value);
        let value = match found {
            Some(value) => value,
            None => {
                let value = value(first)?;
                known.push((first, value));
                value
            }
        };
        openings.push(Opening { made, value });
    }
    Ok(openings)
}
