//! Mouths: candidates that a game could really go round.

use crate::{Board, Colour, Play, PointSet, Position};
use ahash::{HashSet, HashSetExt};

use super::candidate::{Candidate, candidates, within};

/// A mouth: points of Black's side and of White's side, all of whose stones can be taken in turn,
/// again and again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mouth(Candidate);

impl Mouth {
    /// The points of both sides.
    pub fn points(&self) -> PointSet {
        self.0.points()
    }

    /// The points on which only this player's stones can stand: his complete ko string.
    pub fn side(&self, colour: Colour) -> PointSet {
        self.0.sides.stones(colour)
    }

    /// Whether a play is a ko stone move in this mouth: it stands on the player's side, changes
    /// nothing outside, and the way back is open.
    pub fn has_move(&self, play: &Play) -> bool {
        is_move(&self.0, play)
    }
}

fn is_move(candidate: &Candidate, play: &Play) -> bool {
    candidate.sides.stones(play.colour).contains(play.point)
        && play.suicide.is_empty()
        && (play.captured - candidate.points()).is_empty()
        && candidate.has(within(play.before, candidate.points()))
        && candidate.has(within(play.after, candidate.points()))
}

/// The most other mouths whose moves may help to keep the players alternating.
const HELPERS: usize = 3;
/// A search that has come to more states, after a whole number of moves, finds nothing.
const MOST: usize = 60_000;

/// The mouths of a position, in the order of their sides.
pub(crate) fn mouths(board: &Board, position: Position) -> Vec<Mouth> {
    let found = candidates(board, position);
    let real: Vec<bool> = found
        .iter()
        .map(|one| {
            let others: Vec<&Candidate> =
                found.iter().filter(|other| (other.points() & one.points()).is_empty()).collect();
            (0..=HELPERS).any(|helpers| with_helpers(board, position, &mut vec![one], &others, helpers))
        })
        .collect();
    found.into_iter().zip(real).filter(|(_, real)| *real).map(|(candidate, _)| Mouth(candidate)).collect()
}

/// Whether the first candidate is real with so many more of the others, which share no points.
fn with_helpers<'a>(
    board: &Board,
    position: Position,
    taken: &mut Vec<&'a Candidate>,
    others: &[&'a Candidate],
    helpers: usize,
) -> bool {
    if helpers == 0 {
        return comes_round(board, position, taken);
    }
    others.iter().enumerate().any(|(place, helper)| {
        if taken.iter().any(|other| !(other.points() & helper.points()).is_empty()) {
            return false;
        }
        taken.push(helper);
        let real = with_helpers(board, position, taken, &others[place + 1..], helpers - 1);
        taken.pop();
        real
    })
}

/// Whether players who alternate, and play in these candidates alone, can come back to a position after
/// each side of the first has been taken whole.
///
/// The search goes by whole numbers of moves, so that a symmetry of the board changes nothing.
fn comes_round(board: &Board, position: Position, candidates: &[&Candidate]) -> bool {
    let sides = candidates[0].sides;
    // Whose sides have been taken so far: Black's, White's.
    let mut layer: Vec<(Position, Colour, [bool; 2])> =
        Colour::BOTH.map(|first| (position, first, [false; 2])).to_vec();
    let mut seen: HashSet<(Position, Colour, [bool; 2])> = layer.iter().copied().collect();
    let mut found = HashSet::new();
    while !layer.is_empty() && seen.len() <= MOST {
        for (here, mover, taken) in layer.drain(..) {
            for candidate in candidates {
                for point in candidate.sides.stones(mover) - here.occupied() {
                    let Some(play) = here.play(board, mover, point) else { continue };
                    if !is_move(candidate, &play) {
                        continue;
                    }
                    let all = play.captured == sides.stones(!mover);
                    let mut taken = taken;
                    taken[!mover as usize] |= all;
                    if play.after == position && taken == [true; 2] {
                        return true;
                    }
                    found.insert((play.after, !mover, taken));
                }
            }
        }
        layer.extend(found.drain().filter(|state| seen.insert(*state)));
    }
    false
}
