//! The ko positions of a position and what couples them.

use crate::{Board, Colour, Play, PointSet, Position};

use super::mouth::{Mouth, mouths};

/// Stones of one colour that hang together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Chain {
    /// Their points.
    pub points: PointSet,
    /// Whose they are.
    pub colour: Colour,
}

impl Chain {
    /// How many breaths it has in a position in which its stones still stand: liberties.
    pub fn breaths(&self, board: &Board, position: Position) -> u32 {
        let all = board.connected(self.points, position.stones(self.colour));
        (board.adjacent(all) & position.empty(board)).len()
    }
}

/// A string in a mouth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KoString {
    /// The stones.
    pub chain: Chain,
    /// Whether it fills its player's side of a mouth, so that no stone can be added.
    pub complete: bool,
}

/// Mouths that belong together: those that share points, and those with the same coupling.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KoPosition {
    /// Its points, those of its mouths.
    pub points: PointSet,
    /// The points of each mouth, in order; mouths on the same points count once.
    pub mouths: Vec<PointSet>,
    /// Its ko strings.
    pub strings: Vec<KoString>,
    /// The strings of the coupling, or none. They are not part of the ko position.
    pub coupling: Vec<Chain>,
}

/// The ko structure of a position: nothing but its stones decides it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Structure {
    mouths: Vec<Mouth>,
    positions: Vec<KoPosition>,
}

impl Structure {
    /// The ko structure of a position.
    pub fn of(board: &Board, position: Position) -> Structure {
        let mouths = mouths(board, position);
        let ko_strings = ko_strings(board, position, &mouths);
        let all = mouths.iter().fold(PointSet::EMPTY, |all, mouth| all | mouth.points());
        let mut found: Vec<KoPosition> = Vec::new();
        let mut rest = all;
        while let Some(first) = rest.first() {
            let points = cluster(&mouths, PointSet::of(first));
            rest -= points;
            let coupling = around(board, position, points);
            let mut own: Vec<PointSet> =
                mouths.iter().map(Mouth::points).filter(|mouth| !(*mouth & points).is_empty()).collect();
            own.sort_unstable();
            own.dedup();
            let strings =
                ko_strings.iter().filter(|string| !(string.chain.points & points).is_empty()).copied();
            found.push(KoPosition { points, mouths: own, strings: strings.collect(), coupling });
        }
        Structure { mouths, positions: coupled(found) }
    }

    /// The mouths. Several can have the same points, divided in different ways.
    pub fn mouths(&self) -> &[Mouth] {
        &self.mouths
    }

    /// The ko positions, the one with the lowest point first.
    pub fn positions(&self) -> &[KoPosition] {
        &self.positions
    }

    /// The points of all ko positions.
    pub fn points(&self) -> PointSet {
        self.positions.iter().fold(PointSet::EMPTY, |all, ko| all | ko.points)
    }

    /// The ko position with exactly these points.
    pub fn with_points(&self, points: PointSet) -> Option<&KoPosition> {
        self.positions.iter().find(|ko| ko.points == points)
    }

    /// The place of the ko position in which a play from this position is a ko stone move.
    pub fn ko_of(&self, play: &Play) -> Option<usize> {
        if !self.mouths.iter().any(|mouth| mouth.has_move(play)) {
            return None;
        }
        self.positions.iter().position(|ko| ko.points.contains(play.point))
    }
}

/// The points of all mouths that hang together with these by sharing points.
fn cluster(mouths: &[Mouth], seed: PointSet) -> PointSet {
    let mut points = seed;
    loop {
        let more = mouths
            .iter()
            .map(Mouth::points)
            .filter(|mouth| !(*mouth & points).is_empty())
            .fold(points, |all, mouth| all | mouth);
        if more == points {
            return points;
        }
        points = more;
    }
}

/// The strings next to some points and outside them.
pub(crate) fn around(board: &Board, position: Position, points: PointSet) -> Vec<Chain> {
    let touched = board.adjacent(points) - points;
    let mut chains: Vec<Chain> = Colour::BOTH
        .into_iter()
        .flat_map(|colour| {
            let stones = position.stones(colour);
            board.parts(board.connected(touched, stones)).map(move |points| Chain { points, colour })
        })
        .collect();
    chains.sort_unstable();
    chains
}

fn ko_strings(board: &Board, position: Position, mouths: &[Mouth]) -> Vec<KoString> {
    let mut found: Vec<KoString> = Vec::new();
    for colour in Colour::BOTH {
        for points in board.parts(position.stones(colour)) {
            let mut sides = mouths
                .iter()
                .map(|mouth| mouth.side(colour))
                .filter(|side| (points - *side).is_empty())
                .peekable();
            if sides.peek().is_some() {
                let complete = sides.any(|side| side == points);
                found.push(KoString { chain: Chain { points, colour }, complete });
            }
        }
    }
    found.sort_unstable_by_key(|string| string.chain);
    found
}

/// Ko positions from clusters of mouths, each with the strings around it: those with the same strings
/// around are one.
fn coupled(clusters: Vec<KoPosition>) -> Vec<KoPosition> {
    let mut found: Vec<KoPosition> = Vec::new();
    let alone: Vec<bool> = clusters
        .iter()
        .map(|one| {
            one.coupling.is_empty()
                || clusters.iter().filter(|other| other.coupling == one.coupling).count() == 1
        })
        .collect();
    for (cluster, alone) in clusters.into_iter().zip(alone) {
        let partner = found.iter_mut().find(|other| !alone && other.coupling == cluster.coupling);
        match partner {
            Some(other) => {
                other.points |= cluster.points;
                other.mouths.extend(cluster.mouths);
                other.strings.extend(cluster.strings);
            }
            None if alone => found.push(KoPosition { coupling: Vec::new(), ..cluster }),
            None => found.push(cluster),
        }
    }
    found
}
